// One page: without a table in the address it lets you make one, with one you play at it.
import { setUp } from "./setup.js";
import { sit } from "./table.js";

const [, table] = location.pathname.match(/^\/table\/([\w-]+)$/) ?? [];
if (table) sit(table, location.hash.slice(1));
else setUp();
// A link to another seat of the same table changes only what follows the #.
addEventListener("hashchange", () => location.reload());
