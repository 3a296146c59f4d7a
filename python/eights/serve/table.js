// Playing at a table: what the server shows of it, and what the person does.
import { drawnSince, layOut, showChoices } from "./hand.js";
import { closeIfComplete, invitations, openLinks } from "./invite.js";
import { glance, move } from "./motion.js";
import { download, offerReplay, showResult } from "./results.js";
import { another, asked, join, offers } from "./server.js";
import { banner, by, capital, counted, made, openElsewhere } from "./tools.js";

const LOST_FOR_GOOD = [4403, 4404, 4503];
const NARROW = matchMedia("(max-width: 640px)");
let table, secret, send, told, view;
let pause = 500;
let waiting = false;
let hinted = null;
let drawn = new Map();

export function sit(name, key) {
  table = name;
  secret = key;
  by("table").hidden = by("tools").hidden = false;
  document.body.classList.add("playing");
  by("hint").onclick = hint;
  by("rules-button").onclick = rules;
  by("rules-close").onclick = () => by("rules-panel").close();
  by("rules-panel").onclose = () => by("rules-button").setAttribute("aria-expanded", "false");
  by("again").onclick = () => send({ type: "again" });
  by("record").onclick = () => download("record", view, table, secret);
  by("parquet").onclick = () => download("parquet", view, table, secret);
  by("parquet").hidden = !offers.parquet;
  by("rename").onclick = () => showNaming(by("naming").hidden);
  by("naming").onsubmit = rename;
  document.addEventListener("keydown", pressed);
  NARROW.addEventListener("change", () => view && showBoard());
  addEventListener("resize", layOut);
  invitations(table, secret);
  connect();
}

function connect() {
  send = join(table, secret, (message) => heard[message.type]?.(message), (code) => {
    if (view) { waiting = true; choices(); }
    if (LOST_FOR_GOOD.includes(code)) return banner(by("said").textContent, true);
    banner("Connection lost; trying again …");
    setTimeout(connect, pause);
    pause = Math.min(pause * 2, 8000);
  });
}

const heard = {
  joined(message) {
    told = { ...message, seats: [] };
    pause = 500;
    banner("");
    by("title").textContent = `${told.title}${told.match ? ", a match" : ""}`;
    by("new-table").href = another(told.ruleset);
  },
  seats(message) {
    told.seats = message.seats;
    document.title = `${told.title} · ${told.seats[told.seat].name}`;
    closeIfComplete(told.seats);
    showChips();
  },
  view(message) {
    const focused = document.activeElement?.dataset?.text;
    const [before, then] = [view, glance()];
    view = message;
    waiting = false;
    hinted = null;
    drawn = newlyDrawn(before);
    banner("");
    showBoard();
    showChips();
    by("status").textContent = view.status;
    by("status").className = view.actions.length ? "yours" : "";
    by("line").textContent = view.line;
    showLog();
    showResult(view, told);
    if (view.over && !(before?.over && before.game === view.game)) offerReplay(view, table, secret);
    by("hint").disabled = !view.actions.length;
    choices();
    move(before, view, told.seat, then);
    if (focused) (document.querySelector(`[data-text="${CSS.escape(focused)}"]:enabled`) ?? document.querySelector("#actions button:enabled, #hand button:enabled"))?.focus();
  },
  hint(message) {
    if (message.version !== view.version) return;
    hinted = message.action;
    by("status").textContent = `A search would ${message.label}.`;
    choices();
  },
  refused(message) {
    waiting = false;
    banner(capital(message.message) + ".");
    if (view) choices();
  },
};

const choices = () => showChoices(view, { waiting, hinted, drawn }, act);

// Drawn cards stay marked until the hand changes again.
function newlyDrawn(before) {
  if (!before || view.fresh) return new Map();
  const same = before.hand.length === view.hand.length && !drawnSince(before, view).size;
  return same ? drawn : drawnSince(before, view);
}

function showBoard() {
  by("board").innerHTML = view.board;
  const svg = by("board").querySelector("svg");
  // The page itself shows the title, your hand and the sentence; on a phone the players, too.
  svg.querySelector(`[data-seat="${told.seat}"]`)?.remove();
  svg.setAttribute("viewBox", NARROW.matches ? "258 136 284 166" : "0 28 800 376");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  // The stock and piles can be clicked where they may be chosen; by keyboard there are the buttons.
  for (const place of svg.querySelectorAll("[data-action]")) place.onclick = () => act(place.dataset.action);
  const player = view.played_by === told.seat ? "You" : told.seats[view.played_by]?.name;
  by("by").textContent = player && !view.over ? `${player} played the upcard.` : "";
}

function showChips() {
  if (!told?.seats.length || !view) return;
  by("chips").replaceChildren(...told.seats.map((one, seat) => {
    const chip = made("li", {}, made("b", { text: seat === told.seat ? `${one.name} (you)` : one.name }));
    if (one.who !== "person") chip.append(made("span", { class: "who", text: one.strength }), made("small", { class: "who", text: one.who }));
    chip.append(made("span", { text: counted(view.sizes[seat], "card") + (told.match ? `, ${counted(view.scores[seat], "point")}` : "") }));
    if (one.left) chip.append(made("small", { text: "a bot plays on" }));
    else if (!one.online) chip.append(made("small", { text: "away" }), playOn(seat));
    chip.classList.toggle("away", !one.online);
    chip.classList.toggle("acting", view.acting === seat);
    if (view.acting === seat) chip.setAttribute("aria-current", "true");
    return chip;
  }));
}

function playOn(seat) {
  const button = made("button", { type: "button", text: "Let a bot play on" });
  button.onclick = () => send({ type: "replace", seat });
  return button;
}

function showLog() {
  const log = by("log");
  if (view.fresh) log.replaceChildren();
  for (const item of log.children) item.classList.remove("now");
  for (const line of view.news) log.append(made("li", { text: line, class: line.startsWith("You ") ? "now own" : "now" }));
  while (log.children.length > 500) log.firstChild.remove();
  log.scrollTop = log.scrollHeight;
}

function act(text) {
  if (waiting || !view.actions.some((action) => action.text === text)) return;
  waiting = true;
  banner("");
  openLinks(false);
  send({ type: "act", version: view.version, action: text });
  for (const button of document.querySelectorAll("#hand button, #actions button")) button.setAttribute("aria-disabled", "true");
}

function hint() {
  if (view?.actions.length) send({ type: "hint", version: view.version });
}

function showNaming(open) {
  by("naming").hidden = !open;
  by("rename").setAttribute("aria-expanded", String(open));
  if (!open) return;
  by("name").value = told.seats[told.seat].name;
  by("name").focus();
}

function rename(event) {
  event.preventDefault();
  localStorage.setItem("eights name", by("name").value.trim());
  send({ type: "rename", name: by("name").value.trim() });
  showNaming(false);
}

// Beside the table where there is room, else a sheet over it.
async function rules() {
  const panel = by("rules-panel");
  if (panel.open) return panel.close();
  if (matchMedia("(max-width: 860px)").matches) panel.showModal();
  else panel.show();
  by("rules-button").setAttribute("aria-expanded", "true");
  if (by("rules").childElementCount) return;
  try {
    by("rules").innerHTML = (await asked(`/api/tables/${table}/rules`)).rules;
    openElsewhere("rules");
  } catch (error) {
    banner(capital(error.message) + ".");
  }
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (event.repeat) return;
  const action = view?.actions.find((one) => one.key && one.key === event.key);
  if (action) act(action.text);
  else if (event.key === "h") hint();
  else if (event.key === "r") rules();
  else if (event.key === "n" && view?.over) send({ type: "again" });
  else return;
  event.preventDefault();
}
