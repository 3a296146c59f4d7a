// Making a table: game, seats, house rules; the rules in English follow every change.
import { addressOf, asked, offers, wanted } from "./server.js";
import { by, capital, counted, made, openElsewhere } from "./tools.js";

const PERSON = "person";
let games = [];
let offered = null;
let newest = 0;
let waiting = null;
// A field that somebody types into keeps the page as it is until its value is taken.
let typing = false;
let held = false;
const chosen = { ruleset: "", players: 2, match: false, variants: [], overrides: {}, seats: [], names: [] };

export async function setUp() {
  by("setup").hidden = false;
  document.title = "eights: a table";
  try {
    games = await asked("/api/rulesets");
  } catch (error) {
    return problem(error.message);
  }
  for (const game of games) by("ruleset").add(new Option(game.title, game.id));
  const id = await wanted();
  choose(games.some((game) => game.id === id) ? id : "crazy_eights_special");
  by("ruleset").onchange = () => choose(by("ruleset").value);
  by("players").onchange = () => { chosen.players = Number(by("players").value); refresh(); };
  by("match").onchange = () => { chosen.match = by("match").checked; refresh(); };
  by("reset").onclick = () => { chosen.variants = []; chosen.overrides = {}; refresh(); };
  by("setup").onsubmit = (event) => { event.preventDefault(); deal(); };
  by("setup").addEventListener("input", (event) => { typing = ["number", "text"].includes(event.target.type); });
  by("setup").addEventListener("change", () => { typing = false; }, true);
  by("setup").addEventListener("focusout", () => { typing = false; if (held) show(); });
  // Enter in a field takes its value; only the button deals.
  by("setup").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    if (event.target.type === "checkbox") event.target.click();
    else event.target.dispatchEvent(new Event("change"));
  });
}

function choose(id) {
  const game = games.find((one) => one.id === id);
  const [least, most] = game.players;
  chosen.ruleset = by("ruleset").value = id;
  chosen.players = Math.min(most, Math.max(least, chosen.seats.length || 3));
  Object.assign(chosen, { match: false, variants: [], overrides: {} });
  by("players").replaceChildren();
  for (let n = least; n <= most; n++) by("players").add(new Option(n, n));
  refresh();
}

// An error stands at the fields that it names, or else above the button.
function problem(message) {
  for (const mark of document.querySelectorAll(".switch .wrong")) mark.remove();
  for (const field of document.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  let placed = false;
  for (const [, key, why] of message.matchAll(/(?:^|\n)\s*([a-z][\w.-]*): (.*)/g)) {
    const field = by(`switch-${key}`);
    if (!field) continue;
    const mark = made("p", { class: "wrong", id: `wrong-${key}`, text: `${capital(why)}.`, role: "alert" });
    field.closest(".switch").append(mark);
    for (const closed of [...document.querySelectorAll("#switches-field details")].filter((one) => one.contains(field))) closed.open = true;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", mark.id);
    placed = true;
  }
  by("problem").hidden = !message || placed;
  by("problem").textContent = message;
  by("deal").disabled = Boolean(message);
}

// What can be chosen now, and the rules; an answer that a newer one has overtaken is not shown.
function refresh() {
  by("players").value = chosen.players;
  chosen.seats = Array.from({ length: chosen.players }, (_, seat) => chosen.seats[seat] ?? (seat ? "heuristic" : PERSON));
  chosen.names = Array.from({ length: chosen.players }, (_, seat) => chosen.names[seat] ?? (seat ? "" : localStorage.getItem("eights name") ?? ""));
  const number = ++newest;
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    try {
      const answer = await asked("/api/setup", chosen);
      if (number !== newest) return;
      offered = answer;
      problem("");
      show();
    } catch (error) {
      if (number === newest) problem(error.message);
    }
  }, 60);
}

function show() {
  held = typing;
  if (held) return;
  const focused = document.activeElement?.id;
  by("match-field").hidden = !offered.match;
  by("match").checked = chosen.match;
  by("setup-rules").innerHTML = offered.rules;
  openElsewhere("setup-rules");
  showSeats();
  showVariants();
  showSwitches();
  const changes = chosen.variants.length + Object.keys(chosen.overrides).length;
  by("changed").textContent = changes ? `${counted(changes, "change")}.` : "Nothing changed yet.";
  by("reset").hidden = !changes;
  if (focused) by(focused)?.focus();
}

function showSeats() {
  by("seats").replaceChildren(...chosen.seats.map((who, seat) => {
    const select = made("select", { id: `seat-${seat}`, "aria-label": `player ${seat + 1}` });
    if (!seat || offers.links) select.add(new Option(seat ? "a person, by link" : "you", PERSON));
    if (seat || offers.links) for (const { name, strength } of offered.opponents) select.add(new Option(strength ? `${strength} (${name})` : name, name));
    if (![...select.options].some((option) => option.value === who)) who = chosen.seats[seat] = "heuristic";
    select.value = who;
    select.onchange = () => { chosen.seats[seat] = select.value; refresh(); };
    const name = made("input", { id: `name-${seat}`, maxLength: 16, placeholder: offered.names[seat], "aria-label": `name of player ${seat + 1}` });
    name.value = chosen.names[seat];
    name.onchange = () => {
      chosen.names[seat] = name.value.trim();
      if (!seat) localStorage.setItem("eights name", chosen.names[seat]);
    };
    return made("div", { class: "seat" }, made("span", { text: String(seat + 1) }), name, select);
  }));
}

function showVariants() {
  by("variants-field").hidden = !offered.variants.length;
  by("variants").replaceChildren(...offered.variants.map(({ name, meaning }) => {
    const box = made("input", { type: "checkbox", id: `variant-${name}`, checked: chosen.variants.includes(name) });
    box.onchange = () => {
      chosen.variants = chosen.variants.filter((one) => one !== name);
      if (box.checked) chosen.variants.push(name);
      refresh();
    };
    const words = made("span", { text: name.replaceAll("-", " ") }, made("small", { text: plain(meaning) }));
    return made("label", { class: "check variant" }, box, words);
  }));
}

const plain = (text) => text.replace(/^Sets .*?`\.(?: |$)/, "").replace(/[*`]/g, "");

// The rules that people change first stand in plain words; the others, in groups, under "more".
function showSwitches() {
  by("switches").replaceChildren(...offered.switches.filter((one) => one.label).map(switchOf));
  const open = new Set([...document.querySelectorAll("#more-switches details[open]")].map((one) => one.dataset.group));
  const groups = new Map();
  for (const one of offered.switches.filter((one) => !one.label)) {
    const group = one.key.startsWith("special.") ? one.key.split(".").slice(0, 2).join(" ") : one.key.includes(".") ? one.key.split(".")[0] : "general";
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(one);
  }
  by("more-switches").replaceChildren(...[...groups].map(([group, all]) => {
    const set = all.filter((one) => one.key in chosen.overrides).length;
    const title = group.replaceAll("-", " ") + (set ? `, ${set} changed` : "");
    const part = made("details", { open: open.has(group) }, made("summary", { text: title }), ...all.map(switchOf));
    part.dataset.group = group;
    return part;
  }));
}

function switchOf(one) {
  const id = `switch-${one.key}`;
  const set = (value) => {
    // A browser tells of a change a second time when the field that Enter took it from is replaced.
    if (JSON.stringify(value) === JSON.stringify(chosen.overrides[one.key])) return;
    if (value === undefined) delete chosen.overrides[one.key];
    else chosen.overrides[one.key] = value;
    refresh();
  };
  const short = one.key.split(".").slice(one.key.startsWith("special.") ? 2 : one.key.includes(".") ? 1 : 0).join(", ").replaceAll("-", " ");
  const control = made("span", { class: "control" });
  if (one.many) control.append(manyOf(one, id, set));
  else if (one.flag) {
    const box = made("input", { type: "checkbox", id, checked: one.value === true });
    box.onchange = () => set(box.checked);
    control.append(box);
  } else if (one.words.length) control.append(selectOf(one, id, set));
  else {
    const [min, max] = one.numbers;
    const input = made("input", { type: "number", id, min: String(min), max: String(max) });
    input.value = typeof one.value === "number" ? one.value : "";
    input.placeholder = typeof one.value === "number" ? "" : "as it is";
    input.onchange = () => set(input.value === "" ? undefined : Math.trunc(Number(input.value)));
    control.append(input);
  }
  const row = made("div", { class: one.key in chosen.overrides ? "switch set" : "switch" });
  row.append(made("label", { text: one.label || short, for: id }), control);
  if (!one.label) row.append(made("p", { text: plain(one.meaning) }));
  return row;
}

function selectOf(one, id, set) {
  const select = made("select", { id });
  const now = one.value === null || typeof one.value === "object" ? "" : String(one.value);
  if (!one.words.includes(now)) select.add(new Option(now || "as it is", ""));
  for (const word of one.words) select.add(new Option(one.plain[word] ?? word, word));
  select.value = one.words.includes(now) ? now : "";
  select.onchange = () => set(select.value === "" ? undefined : one.numbers && /^-?\d+$/.test(select.value) ? Number(select.value) : select.value);
  return select;
}

function manyOf(one, id, set) {
  const have = Array.isArray(one.value) ? one.value : [];
  const boxes = one.words.map((word, number) => {
    const box = made("input", { type: "checkbox", id: number ? `${id}-${number}` : id, checked: have.includes(word) });
    box.onchange = () => set(one.words.filter((_, at) => boxes[at].firstChild.checked));
    return made("label", {}, box, ` ${word}`);
  });
  return made("span", { class: "many" }, ...boxes);
}

async function deal() {
  by("deal").disabled = true;
  try {
    const { table, seats } = await asked("/api/tables", chosen);
    // Whoever made the table can send the links later, too; they are in this browser only.
    localStorage.setItem(`eights ${table}`, JSON.stringify(seats));
    location.href = addressOf(table, seats[0].secret);
  } catch (error) {
    problem(error.message);
  }
}
