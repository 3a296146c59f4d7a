"use strict";
// The page: asks for the runs, now and again, and shows what they say.

const COLOURS = ["#1c7ed6", "#e8590c", "#2f9e44", "#ae3ec9", "#0c8599", "#f08c00", "#d6336c", "#6741d9"];
const PAUSE = 2000;
/** What curves are called, and the labels of their axes; those that matter most first. */
const KNOWN = {
  "losses/entropy": ["Entropy of the policy (nats)", "entropy (nats)"],
  "losses/loss": ["Loss", "loss"],
  "games/length": ["Length of games (decisions)", "length (decisions)"],
  "games/truncated": ["Games cut short", "share of games (%)"],
  "speed/decisions_per_second": ["Decisions a second", "decisions a second"],
  "losses/policy_loss": ["Policy loss", "loss"],
  "losses/value_loss": ["Value loss", "loss"],
  "losses/approx_kl": ["KL divergence of an update", "divergence (nats)"],
  "losses/clip_fraction": ["Clipped share", "share of decisions (%)"],
  "losses/learning_rate": ["Step size", "step size"],
  "speed/environment_share": ["The environment's share of the time", "share of the time (%)"],
};
const WINS = "wins (%)";
const SHARES = new Set(["games/truncated", "losses/clip_fraction", "speed/environment_share"]);
/** The same for groups of curves. */
const GROUPS = {
  exploitability: ["Exploitability: distance from equilibrium", "exploitability (return)"],
  pool: ["Wins against past selves", WINS],
};
const by = (id) => document.getElementById(id);
const held = document.getElementById("data");
let data = held ? JSON.parse(held.textContent) : null;
let axis = 0;
const hidden = new Set();
let open = null;

const colour = (at) => COLOURS[at % COLOURS.length];
const along = () => (axis === 0 ? "decisions learned from" : "time of training");
const place = (x) => (axis === 0 ? plain(x) : span(x));
const good = () => data.runs.map((run, at) => ({ ...run, colour: colour(at) })).filter((run) => !run.error);
const visible = () => good().filter((run) => !hidden.has(run.place));

// What the runs are ---------------------------------------------------------------------------

function stateOf(run) {
  const silent = data.now - run.updated;
  if (run.state !== "training") return run.state;
  return silent > 120 ? `silent for ${span(silent)}` : "training";
}

function progress(run) {
  const cell = make("td", {}, `${plain(run.decisions)} decisions`);
  if (run.budget) {
    const share = Math.min(run.decisions / run.budget, 1), bar = make("div", { className: "bar" }, make("i"));
    bar.firstChild.style.width = `${100 * share}%`;
    cell.append(` of ${plain(run.budget)}`, bar);
  }
  return cell;
}

function clock(run) {
  const cell = make("td", {}, span(run.seconds));
  if (run.state === "training" && run.budget && run.decisions > 0 && run.decisions < run.budget) {
    const left = (run.seconds / run.decisions) * (run.budget - run.decisions);
    cell.append(make("small", { textContent: `about ${span(left)} left` }));
  }
  return cell;
}

function wins(run) {
  const cell = make("td");
  for (const [bot, points] of Object.entries(run.wins)) {
    const [, , mean, low, high] = points[points.length - 1];
    const range = make("i", { textContent: ` (${percent(low)} … ${percent(high)})` });
    cell.append(make("span", { className: "win" }, `${bot} ${percent(mean)}`, range));
  }
  return cell;
}

function settings(run) {
  const entries = Object.entries(run.settings);
  if (!entries.length) return null;
  const list = make("dl");
  for (const [name, value] of entries) list.append(make("dt", { textContent: name }), make("dd", { textContent: String(value) }));
  return make("details", {}, make("summary", { textContent: "settings" }), list);
}

function row(run, at) {
  const box = make("input", { type: "checkbox", checked: !hidden.has(run.place) });
  box.onchange = () => { box.checked ? hidden.delete(run.place) : hidden.add(run.place); showCurves(); showGames(); };
  const swatch = make("span", { className: "swatch" });
  swatch.style.background = colour(at);
  const name = make("td", {}, make("label", {}, box, swatch, run.place === "." ? run.name : run.place));
  if (run.error) {
    box.disabled = true;
    const cell = make("td", { colSpan: 4 }, make("span", { className: "problem", textContent: run.error }));
    return make("tr", {}, name, cell);
  }
  const game = [run.game, run.players ? `${run.players} players` : null].filter(Boolean).join(", ");
  name.append(make("small", { textContent: game }));
  const more = settings(run);
  if (more) name.append(more);
  return make("tr", {}, name, make("td", { textContent: stateOf(run) }), progress(run), clock(run), wins(run));
}

function showRuns() {
  const body = by("runs").querySelector("tbody");
  const unfolded = [...body.querySelectorAll("details")].map((one) => one.open);
  body.replaceChildren(...data.runs.map(row));
  [...body.querySelectorAll("details")].forEach((one, at) => { one.open = Boolean(unfolded[at]); });
  by("runs").hidden = data.runs.length === 0;
  by("nothing").hidden = data.runs.length > 0;
  by("nothing").textContent = `There is no run in ${data.folder} yet. A training script writes one by eights.RunLog; it appears here by itself.`;
}

// Curves --------------------------------------------------------------------------------------

/** A number whose distance from any other is one, too; gaps stay. */
const near = (y) => (typeof y === "number" ? Math.max(-1e300, Math.min(1e300, y)) : y);
const point = ([decisions, seconds, y, low, high]) => ({ x: axis === 0 ? decisions : near(seconds), y: near(y), low, high });

/** Charts as they are to be drawn, by group: [title of the group, large, [[chart, lines], ...]]. */
function charts() {
  const runs = visible(), found = [];
  const names = (of) => [...new Set(runs.flatMap((run) => Object.keys(run[of])))];
  const rate = { ...shares(), legend: true };
  if (runs.length === 1 && names("wins").length) {
    const lines = Object.entries(runs[0].wins).map(([name, points], at) => ({ name, colour: colour(at), dots: true, points: points.map(point) }));
    found.push(["", true, [[{ ...rate, players: playersOf(runs), title: "Win rate against each opponent, 95 % interval", height: 300 }, lines]]]);
  } else if (names("wins").length) {
    const each = names("wins").map((bot) => [
      { ...rate, players: playersOf(runs.filter((run) => run.wins[bot])), title: `Win rate against ${bot}`, height: 220 },
      lineOf(runs, "wins", bot),
    ]);
    found.push(["", false, each]);
  }
  const curves = names("curves").sort((a, b) => order(a) - order(b));
  const known = curves.filter((name) => name in KNOWN);
  if (known.length) found.push(["", false, known.map((name) => [chartOf(name, runs), lineOf(runs, "curves", name)])]);
  for (const group of new Set(curves.filter((name) => !(name in KNOWN)).map((name) => name.split("/")[0]))) {
    const all = others(group, runs, curves);
    found.push([Object.hasOwn(GROUPS, group) ? GROUPS[group][0] : group, all.length === 1, all]);
  }
  return found;
}

/** A chart of win rates. */
const shares = () => ({ say: percent, place, axis: WINS, along: along(), whole: true });

/** The numbers of players at the tables of runs, each once; a run that does not tell it shows it by its games. */
function playersOf(runs) {
  const found = runs.flatMap((run) => (run.players ? [run.players] : run.games.map((game) => game.players)));
  return [...new Set(found.filter(Boolean))].sort((a, b) => a - b);
}

const order = (name) => { const at = Object.keys(KNOWN).indexOf(name); return at < 0 ? 99 : at; };

function chartOf(name, runs) {
  const group = name.split("/")[0], own = name.slice(group.length + 1).replaceAll("_", " ");
  const [title, label] = KNOWN[name] ?? [own, Object.hasOwn(GROUPS, group) ? GROUPS[group][1] : own];
  const common = { title, height: 180, legend: runs.length > 1 };
  if (group === "pool") return { ...shares(), ...common, players: playersOf(runs.filter((run) => run.curves[name])) };
  return { ...common, say: SHARES.has(name) ? percent : plain, place, axis: label, along: along() };
}

function lineOf(runs, of, name) {
  const those = runs.filter((run) => run[of][name]);
  return those.map((run) => ({ name: run.place === "." ? run.name : run.place, colour: run.colour, dots: of === "wins", points: run[of][name].map(point) }));
}

/** Curves of a group that has no names of its own here: one chart each, or one for each run. */
function others(group, runs, curves) {
  const own = curves.filter((name) => name.startsWith(`${group}/`) && !(name in KNOWN));
  if (own.length <= 4 && runs.length > 1) return own.map((name) => [chartOf(name, runs), lineOf(runs, "curves", name)]);
  return runs.filter((run) => own.some((name) => run.curves[name])).map((run) => {
    const there = own.filter((name) => run.curves[name]);
    const lines = there.map((name, at) => ({
      name: name.slice(group.length + 1).replaceAll("_", " "),
      colour: there.length > COLOURS.length ? `hsl(${Math.round((300 * at) / there.length)} 60% 50%)` : colour(at),
      points: run.curves[name].map(point),
    }));
    const first = chartOf(there[0], runs);
    const title = runs.length > 1 ? run.place : there.length > 1 ? "" : first.title;
    const label = there.length > 1 && !Object.hasOwn(GROUPS, group) ? group : first.axis;
    return [{ ...first, title, axis: label, legend: lines.length > 1, height: 240 }, lines];
  });
}

function showCurves() {
  const groups = charts(), top = by("curves"), waiting = [];
  const made = groups.map(([title, large, all]) => {
    const group = make("div", { className: large ? "group large" : "group" });
    if (title) group.append(make("h2", { textContent: title }));
    for (const [chart, lines] of all) {
      const figure = make("figure");
      group.append(figure);
      waiting.push(() => plot(figure, chart, lines));
    }
    return group;
  });
  top.replaceChildren(...made);
  for (const plotted of waiting) plotted();
}

// Sample games --------------------------------------------------------------------------------

/** The text of a page that was compressed. */
function unpacked(page) {
  const bytes = Uint8Array.from(atob(page), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

function showGame(run, game) {
  open = `${run.place} ${game.file}`;
  const frame = make("iframe", { title: game.title });
  frame.setAttribute("sandbox", "allow-scripts");
  const told = make("p", {}, `${game.title}, after ${plain(game.decisions)} decisions`);
  if (game.error) {
    frame.hidden = true;
    told.append(make("br"), make("span", { className: "problem", textContent: game.error }));
  } else if (game.page) {
    unpacked(game.page).then((page) => { frame.srcdoc = page; });
  } else {
    frame.src = `/game?run=${encodeURIComponent(run.place)}&file=${encodeURIComponent(game.file)}`;
    told.append(" · ", make("a", { href: frame.src, target: "_blank", rel: "noreferrer", textContent: "on a page of its own" }));
  }
  by("shown").replaceChildren(told, frame);
  showGames();
}

function showGames() {
  const runs = visible().filter((run) => run.games.length);
  by("games").hidden = runs.length === 0;
  const items = runs.flatMap((run) => run.games.map((game) => {
    const at = `after ${plain(game.decisions)} decisions` + (visible().length > 1 ? `, ${run.place}` : "");
    const button = make("button", { type: "button" }, game.title, make("small", { textContent: at }));
    button.setAttribute("aria-current", String(open === `${run.place} ${game.file}`));
    button.onclick = () => showGame(run, game);
    return make("li", {}, button);
  }));
  by("games").querySelector("ul").replaceChildren(...items);
  if (open === null && runs.length) showGame(runs[0], runs[0].games[0]);
}

// The page ------------------------------------------------------------------------------------

function show() {
  by("folder").textContent = data.folder;
  showRuns();
  showCurves();
  showGames();
}

function say(text, className) {
  by("status").textContent = text;
  by("status").className = className;
}

function told() {
  const training = good().filter((run) => stateOf(run) === "training").length;
  if (held) return say(`as it was on ${new Date(1000 * data.now).toLocaleString()}`, "");
  const count = data.runs.length;
  say(`${count} ${count === 1 ? "run" : "runs"}, ${training} training`, training ? "live" : "");
}

async function look() {
  try {
    const have = data?.stamp ?? "";
    const answer = await fetch(`/data?have=${have}`);
    if (answer.status === 200) {
      data = await answer.json();
      show();
    } else if (answer.status !== 204) {
      throw new Error((await answer.json()).message);
    } else {
      data.now = Date.now() / 1000;
    }
    told();
  } catch (error) {
    say(error instanceof TypeError ? "no answer: eights watch has ended" : error.message, "lost");
  }
  setTimeout(look, PAUSE);
}

for (const choice of document.querySelectorAll("#axis input")) {
  choice.onchange = () => { axis = Number(choice.value); showCurves(); };
}
let width = window.innerWidth;
addEventListener("resize", () => {
  if (data && width !== window.innerWidth) showCurves();
  width = window.innerWidth;
});
if (held) {
  show();
  told();
} else {
  look();
}
