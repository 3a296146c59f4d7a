// Writing a ruleset: problems are marked as one types, keys are completed by the schema, the rules in English follow.
import { packed, unpacked } from "./link.js";
import { ask } from "./server.js";
import { by, made, openElsewhere } from "./tools.js";

const KEPT = "eights ruleset";
const NEW = `id = "mine"
title = "My own game"

[special.eight]
cards = "8"
play = { on = "all" }
nominate = "always"

[special.queen]
cards = "Q"
skip = 1
`;
const schema = await ask("schema");
const field = by("text");
let waiting = null;
let newest = 0;
let offered = [];
let chosen = 0;

for (const { id, title } of await ask("rulesets")) by("begin").add(new Option(title, id));
by("begin").onchange = async () => {
  if (by("begin").value) show(await ask("toml", by("begin").value));
  by("begin").value = "";
};
field.oninput = () => { changed(); complete(); };
field.onscroll = () => { by("lines").scrollTop = field.scrollTop; close(); };
field.onblur = () => setTimeout(close, 150);
field.onkeydown = pressed;
by("link").onclick = async () => {
  await navigator.clipboard.writeText(`${location.href.split("#")[0]}#${await packed(field.value)}`);
  by("link").textContent = "Copied";
  setTimeout(() => { by("link").textContent = "Copy a link"; }, 2000);
};
addEventListener("hashchange", fromAddress);
show(NEW);
await fromAddress();

// A link carries the whole ruleset; otherwise the tab goes on with what it had.
async function fromAddress() {
  const [, letters] = location.hash.match(/^#([\w-]+)$/) ?? [];
  const text = letters && letters !== "main" ? await unpacked(letters) : sessionStorage.getItem(KEPT);
  if (text) show(text);
}

function show(text) {
  field.value = text;
  field.scrollTop = 0;
  changed();
}

function changed() {
  sessionStorage.setItem(KEPT, field.value);
  const number = ++newest;
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const text = field.value;
    const problems = await ask("problems", text);
    const described = problems.length ? null : await ask("describe", text);
    if (number === newest) tell(problems, described, await packed(text));
  }, 120);
}

function tell(problems, described, letters) {
  const wrong = new Map(problems.map(({ line, message }) => [line, message]));
  const count = field.value.split("\n").length;
  by("lines").replaceChildren(...Array.from({ length: count }, (_, at) => made("li", { text: String(at + 1), class: wrong.has(at + 1) ? "wrong" : "", title: wrong.get(at + 1) ?? "" })));
  by("lines").scrollTop = field.scrollTop;
  by("problems").replaceChildren(...problems.map(problem));
  field.setAttribute("aria-invalid", String(problems.length > 0));
  if (problems.length) by("play").removeAttribute("href");
  else by("play").href = `./#rules=${letters}`;
  by("play").setAttribute("aria-disabled", String(problems.length > 0));
  by("rules").classList.toggle("older", !described);
  if (!described) return;
  by("rules").innerHTML = described.rules;
  openElsewhere("rules");
}

// A problem leads to its line.
function problem({ key, line, message }) {
  const button = made("button", { type: "button", text: key ? `${line ? `line ${line}: ` : ""}${key}: ${message}` : message });
  button.onclick = () => {
    const lines = field.value.split("\n");
    const start = lines.slice(0, (line ?? 1) - 1).reduce((sum, text) => sum + text.length + 1, 0);
    field.focus();
    field.setSelectionRange(start, start + lines[(line ?? 1) - 1].length);
  };
  return made("li", {}, button);
}

// ---- Completion

// The tables that a value may be.
function tables(of) {
  if (!of || typeof of !== "object") return [];
  const parts = of.anyOf ?? of.oneOf;
  if (parts) return parts.flatMap(tables);
  return of.properties || typeof of.additionalProperties === "object" ? [of] : [];
}

// The schemas of what stands under some names, from the root on.
const under = (names) => names.reduce((found, name) => found.flatMap((one) => tables(one.properties?.[name] ?? one.additionalProperties)), [schema]);

// The words that a value may be.
function words(of) {
  const parts = of?.anyOf ?? of?.oneOf;
  if (parts) return parts.flatMap(words);
  if (of?.type === "boolean") return ["true", "false"];
  return (of?.enum ?? (of?.const === undefined ? [] : [of.const])).filter((one) => typeof one === "string").map((one) => JSON.stringify(one));
}

// The possible texts at the cursor: keys of the table that it stands in, tables after [, words after =.
function possible() {
  const before = field.value.slice(0, field.selectionStart);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const [, header] = line.match(/^\[([\w.-]*)$/) ?? [];
  if (header !== undefined) return keysOf(header.split("."), "");
  const table = [...before.matchAll(/^\[([\w.-]+)\]/gm)].at(-1)?.[1].split(".") ?? [];
  const [, key] = line.match(/^([\w.-]+)$/) ?? [];
  if (key) return keysOf([...table, ...key.split(".")], " = ");
  const [, of, begun] = line.match(/^([\w.-]+) *= *("?[\w-]*)$/) ?? [];
  if (!of) return { begun: "", all: [] };
  const names = [...table, ...of.split(".")];
  const values = under(names.slice(0, -1)).flatMap((one) => words(one.properties?.[names.at(-1)]));
  return { begun, all: values.map((text) => ({ text, meaning: "" })) };
}

function keysOf(names, after) {
  const begun = names.at(-1);
  const all = under(names.slice(0, -1)).flatMap((one) => Object.entries(one.properties ?? {}));
  return { begun, all: all.map(([name, { description = "" }]) => ({ text: name + after, meaning: description })) };
}

function complete() {
  const { begun, all } = possible();
  offered = all.filter(({ text }) => text.startsWith(begun) && text.trim() !== begun).map((one) => ({ ...one, rest: one.text.slice(begun.length) }));
  chosen = 0;
  if (!begun || !offered.length) return close();
  const line = field.value.slice(0, field.selectionStart).split("\n").length;
  const height = parseFloat(getComputedStyle(field).lineHeight);
  by("keys").style.top = `${Math.min(line * height + 12 - field.scrollTop, field.clientHeight - 100)}px`;
  by("keys").style.left = "4rem";
  by("keys").hidden = false;
  list();
}

function list() {
  by("keys").replaceChildren(...offered.map((one, at) => {
    const item = made("li", { role: "option", "aria-selected": String(at === chosen) }, one.text.trim(), made("small", { text: one.meaning }));
    item.onmousedown = (event) => { event.preventDefault(); take(at); };
    return item;
  }));
  by("keys").children[chosen].scrollIntoView({ block: "nearest" });
}

const close = () => { by("keys").hidden = true; };

function take(at) {
  field.setRangeText(offered[at].rest, field.selectionStart, field.selectionEnd, "end");
  close();
  changed();
}

function pressed(event) {
  if (by("keys").hidden) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) chosen = (chosen + step + offered.length) % offered.length;
  else if (event.key === "Tab") take(chosen);
  else if (event.key === "Escape") close();
  else return;
  event.preventDefault();
  if (step) list();
}
