// The engine in the browser, in place of a server: the exports of the file of `eights serve`. Nothing is sent anywhere.
import { unpacked } from "./link.js";

const SAVED = "eights table";
const OWN = "#rules=";
// Stands for the id of the ruleset that the address carries.
const OWN_ID = "own";
const HOME = "./";
const asking = new Map();
let asks = 0;
let heard = () => {};

export const offers = { links: false, parquet: false };
export const addressOf = (table) => `#${table}`;
// Where another table of the same game is made.
export const another = (ruleset) => (ruleset === OWN_ID ? `${HOME}${sessionStorage.getItem(OWN)}` : `${HOME}?ruleset=${ruleset}`);

// The table that this tab has kept; nothing where one is to be made.
export const here = () => (location.hash === "#table" && sessionStorage.getItem(SAVED) ? { table: "table", secret: "" } : null);

// The ruleset that the address asks for: a built-in one by its id, or the one that it carries.
export const wanted = async () => ((await own) ? OWN_ID : new URLSearchParams(location.search).get("ruleset"));

// The text of the ruleset that the address carries; nothing without one. Links to further tables carry it, too.
async function carried() {
  if (!location.hash.startsWith(OWN)) return null;
  sessionStorage.setItem(OWN, location.hash);
  return unpacked(location.hash.slice(OWN.length));
}
const own = carried();

const worker = new Worker(new URL("./engine.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => {
  if (data.heard) return heard(data.heard);
  if (data.keep) return sessionStorage.setItem(SAVED, JSON.stringify(data.keep));
  const { resolve, reject } = asking.get(data.number);
  asking.delete(data.number);
  if (data.refused === undefined) resolve(data.answer);
  else reject(new Error(data.refused));
};
worker.onerror = () => {
  for (const { reject } of asking.values()) reject(new Error("the engine could not be loaded: load the page again"));
  asking.clear();
};

export function ask(what, ...given) {
  const number = ++asks;
  worker.postMessage({ number, what, given });
  return new Promise((resolve, reject) => asking.set(number, { resolve, reject }));
}

export async function asked(path, body) {
  const toml = await own;
  if (path === "/api/rulesets") {
    const all = await ask("rulesets");
    return toml ? [{ ...(await ask("about", toml)), id: OWN_ID }, ...all] : all;
  }
  const choices = body?.ruleset === OWN_ID ? { ...body, toml } : body;
  if (path === "/api/setup") return ask("setup", choices);
  if (path.endsWith("/rules")) return { rules: await ask("rules") };
  sessionStorage.setItem(SAVED, JSON.stringify(await ask("deal", choices)));
  return { table: "table", seats: [{ seat: 0, secret: "" }] };
}

export function join(table, secret, listener) {
  heard = listener;
  worker.postMessage({ join: JSON.parse(sessionStorage.getItem(SAVED)) });
  return (message) => worker.postMessage({ say: message });
}

// A page of its own, as `eights replay --html` writes it.
export async function replayOf() {
  const { title, ...frames } = await ask("frames");
  const template = await (await fetch("replay.html")).text();
  const safe = { title: title.replaceAll("&", "&amp;").replaceAll("<", "&lt;"), data: JSON.stringify(frames).replaceAll("<", "\\u003c") };
  const page = template.replace(/@@\{(title|data)\}/g, (_, name) => safe[name]);
  return URL.createObjectURL(new Blob([page], { type: "text/html" }));
}

export async function fileOf() {
  const { name, record } = await ask("record");
  return { name, data: new Blob([record], { type: "application/json" }) };
}

navigator.serviceWorker?.register("service.js");
