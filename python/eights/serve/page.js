// One page: without a table in the address it lets you make one, with one you play at it.
import { here } from "./server.js";
import { setUp } from "./setup.js";
import { sit } from "./table.js";

const at = here();
if (at) sit(at.table, at.secret);
else setUp();
// A link to another seat of the same table changes only what follows the #.
addEventListener("hashchange", () => location.reload());
