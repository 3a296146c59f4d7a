// A table in a worker: it serves one person among bots as `eights serve` does, with the same messages.
import init, * as eights from "./pkg/eights.js";

const PERSON = "person";
// Milliseconds between two moves of opponents that can be seen, and the games that a hint tries.
const DELAY = 800;
const HINT = 400;
const ready = init();
let table = null;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const tell = (message) => postMessage({ heard: message });

// Answers to what the page asks; `JSON` of the engine becomes data here.
const answers = {
  rulesets: () => JSON.parse(eights.rulesets()),
  setup: (choices) => JSON.parse(eights.setup(JSON.stringify(choices))),
  about(text) {
    const ruleset = eights.Ruleset.fromToml(text);
    return { title: ruleset.title, players: [...ruleset.players] };
  },
  deal: (choices) => kept(dealt(choices, 1)),
  rules: () => table.state.rules(),
  frames: () => JSON.parse(eights.frames(table.state.record(), table.names)),
  record: () => ({ name: `${table.choices.match ? "match" : "round"}-${table.number}.json`, record: table.state.record() }),
  problems: (text) => JSON.parse(eights.problems(text)),
  describe(text) {
    const ruleset = eights.Ruleset.fromToml(text);
    return { title: ruleset.title, rules: ruleset.html() };
  },
  toml: (id) => eights.builtinToml(id),
  schema: () => JSON.parse(eights.schema()),
};

// Answers to what a person says at the table.
const said = {
  act({ version, action }) {
    current(version);
    table.state.act(action);
    keep();
    if (!show(false)) show(true);
    play();
  },
  hint({ version }) {
    current(version);
    tell({ type: "hint", version, ...JSON.parse(table.state.hint(HINT)) });
  },
  again() {
    if (!table.state.isOver) throw new Error("the game is not over");
    sit(dealt(table.choices, table.number + 1, table.names));
  },
  rename({ name }) {
    table.names = named(table.choices.seats, [name, ...table.names.slice(1)]);
    keep();
    tellSeats();
    show(true);
  },
};

// The names of the seats: those that were given, or the usual ones. The board tells players apart by them.
function named(seats, given) {
  const names = eights.usualNames(seats).map((usual, seat) => given[seat] || usual);
  const lower = names.map((name) => name.toLowerCase());
  const twice = lower.findIndex((name, seat) => name === "you" || lower.indexOf(name) !== seat);
  if (twice >= 0) throw new Error(`another player is called "${names[twice]}"`);
  return names;
}

function dealt(choices, number, names = named(choices.seats, choices.names)) {
  const [seed] = crypto.getRandomValues(new BigUint64Array(1));
  return {
    choices, number, names, state: eights.deal(JSON.stringify(choices), seed), version: 0, told: 0, shown: "", moved: 0, playing: false,
  };
}

const kept = ({ choices, number, names, state }) => ({ choices, number, names, record: state.record() });
const keep = () => postMessage({ keep: kept(table) });

function current(version) {
  if (version !== table.version) throw new Error("the position has moved on");
}

// Shows a table from its beginning.
function sit(found) {
  table = found;
  keep();
  const { title, players } = table.state;
  tell({ type: "joined", seat: 0, ruleset: table.choices.ruleset, title, match: table.choices.match, players });
  tellSeats();
  show(true, true);
  play();
}

function tellSeats() {
  const seats = table.choices.seats.map((who, seat) => ({ name: table.names[seat], who, strength: eights.strength(who), online: true, left: false }));
  tell({ type: "seats", seats });
}

// Sends the view if it is another, or in any case; returns true if it was sent.
function show(always, fresh = false) {
  const text = table.state.view(0, table.names);
  if (text === table.shown && !always) return false;
  const { events, ...view } = JSON.parse(text);
  const news = eights.news(events.slice(table.told), table.names);
  Object.assign(table, { shown: text, told: events.length, version: table.version + 1, moved: Date.now() });
  tell({ type: "view", version: table.version, game: table.number, fresh, news, ...view });
  return true;
}

// Lets opponents move until the person is to act. A move that cannot be seen takes no time: else a pause would tell of it.
async function play() {
  const at = table;
  if (at.playing) return;
  at.playing = true;
  while (at === table && !at.state.isOver && at.choices.seats[at.state.actor] !== PERSON) {
    at.state.act(at.state.choose(at.choices.seats[at.state.actor]));
    keep();
    const seen = at.state.view(0, at.names) !== at.shown;
    await sleep(seen ? Math.max(0, at.moved + DELAY - Date.now()) : 0);
    if (at === table) show(false);
  }
  at.playing = false;
}

onmessage = async ({ data }) => {
  const { number, what, given, join, say } = data;
  try {
    await ready;
    if (join) {
      const { choices, number: game, names, record } = join;
      sit({ ...dealt(choices, game, names), state: eights.replay(record) });
    } else if (say) {
      said[say.type](say);
    } else {
      postMessage({ number, answer: answers[what](...given) });
    }
  } catch (error) {
    if (number) postMessage({ number, refused: error.message ?? String(error) });
    else tell({ type: "refused", message: error.message ?? String(error) });
  }
};
