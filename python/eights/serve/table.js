// Playing at a table: what the server shows of it, and what the person does.
import { asked, by, capital, made } from "./tools.js";

const LOST_FOR_GOOD = [4403, 4404, 4503];
const NARROW = matchMedia("(max-width: 640px)");
const CARD = /^play (.+)$/;
let table, secret, socket, told, view;
let pause = 500;
let waiting = false;
let hinted = null;

export function sit(name, key) {
  table = name;
  secret = key;
  by("table").hidden = by("tools").hidden = false;
  by("hint").onclick = hint;
  by("rules-button").onclick = rules;
  by("again").onclick = () => send({ type: "again" });
  by("record").onclick = () => download("record");
  by("parquet").onclick = () => download("parquet");
  document.addEventListener("keydown", pressed);
  NARROW.addEventListener("change", () => view && showBoard());
  invitations();
  connect();
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket`);
  socket.onopen = () => send({ type: "join", secret });
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    heard[message.type]?.(message);
  };
  socket.onclose = ({ code }) => {
    if (view) { waiting = true; showChoices(); }
    if (LOST_FOR_GOOD.includes(code)) return;
    banner("The connection is lost; trying again …");
    setTimeout(connect, pause);
    pause = Math.min(pause * 2, 8000);
  };
}

const send = (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));

function banner(text) {
  by("banner").textContent = text;
  by("banner").hidden = !text;
}

const heard = {
  joined(message) {
    told = message;
    pause = 500;
    banner("");
    by("title").textContent = `${told.title}${told.match ? ", a match" : ""}`;
    document.title = `${told.title} · seat ${told.seat}`;
  },
  presence(message) {
    told.online = message.online;
    showChips();
  },
  view(message) {
    const focused = document.activeElement?.dataset?.text;
    view = message;
    waiting = false;
    hinted = null;
    banner("");
    showBoard();
    showChips();
    showStatus();
    showLog();
    showResult();
    showChoices();
    if (focused) (document.querySelector(`[data-text="${CSS.escape(focused)}"]:enabled`) ?? document.querySelector("#actions button:enabled, #hand button:enabled"))?.focus();
  },
  hint(message) {
    if (message.version !== view.version) return;
    hinted = message.action;
    by("status").textContent = `A search would ${message.label}.`;
    showChoices();
  },
  refused(message) {
    waiting = false;
    banner(capital(message.message) + ".");
    if (view) showChoices();
  },
};

function showBoard() {
  by("board").innerHTML = view.board;
  const svg = by("board").querySelector("svg");
  // The hand and the sentence below the table are part of the page; on a phone the seats are, too.
  svg.setAttribute("viewBox", NARROW.matches ? "258 136 284 166" : "0 28 800 376");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  if (!view.actions.some((action) => action.text === "draw")) return;
  // The stock can be clicked where one may draw; by keyboard there is the button.
  const stock = [...svg.querySelectorAll("text")].find((one) => one.textContent.startsWith("stock"));
  if (!stock) return;
  const place = document.createElementNS(svg.namespaceURI, "rect");
  const [x, y] = ["x", "y"].map((name) => Number(stock.getAttribute(name)));
  for (const [name, value] of Object.entries({ x: x - 33, y: y - 100, width: 66, height: 108, class: "stock" })) place.setAttribute(name, value);
  place.onclick = () => act("draw");
  svg.append(place);
}

function showChips() {
  if (!told || !view) return;
  by("chips").replaceChildren(...told.seats.map((who, seat) => {
    const name = seat === told.seat ? "you" : who;
    const cards = view.sizes[seat] === 1 ? "1 card" : `${view.sizes[seat]} cards`;
    const away = told.online && !told.online[seat];
    const state = [view.acting === seat && "acting", away && "away"].filter(Boolean).join(" ");
    const text = ` ${name} · ${cards}${told.match ? ` · ${view.scores[seat]} points` : ""}${away ? " · away" : ""}`;
    const chip = made("li", { class: state }, made("b", { text: `seat ${seat}` }), text);
    if (view.acting === seat) chip.setAttribute("aria-current", "true");
    return chip;
  }));
}

function showStatus() {
  by("status").textContent = view.status;
  by("status").className = view.actions.length ? "yours" : "";
}

function showLog() {
  const log = by("log");
  if (view.fresh) log.replaceChildren();
  for (const item of log.children) item.classList.remove("now");
  for (const line of view.news) log.append(made("li", { text: line, class: line.startsWith("You ") ? "now own" : "now" }));
  while (log.children.length > 500) log.firstChild.remove();
  log.scrollTop = log.scrollHeight;
}

function showResult() {
  by("result").hidden = !view.over;
  by("hint").disabled = !view.actions.length;
  if (!view.over) return;
  const names = view.winners.map((seat) => (seat === told.seat ? "you" : `seat ${seat}`));
  const who = capital(names.join(" and "));
  by("outcome").textContent = !names.length ? "Nobody wins." : names.length > 1 ? `${who} share the win.` : names[0] === "you" ? "You win!" : `${who} wins.`;
  by("points").textContent = "Points: " + view.scores.map((score, seat) => `${seat === told.seat ? "you" : `seat ${seat}`} ${score}`).join(", ");
}

// The own cards, and buttons for whatever else may be done.
function showChoices() {
  const possible = new Map(view.actions.map((action) => [action.text, action]));
  const inHand = new Set(view.hand.map((card) => card.text));
  const keyed = new Set();
  by("hand").className = possible.size ? "" : "idle";
  by("hand").replaceChildren(...view.hand.map((card) => {
    const action = possible.get(card.text);
    const button = choice(card.text, "card");
    button.disabled = waiting || !action;
    button.setAttribute("aria-label", (action ?? card).label + (action?.key ? `, key ${action.key}` : ""));
    button.title = (action ?? card).label;
    button.append(face(card));
    if (action) button.classList.add("may");
    if (action?.key && !keyed.has(action.key)) button.append(made("kbd", { text: action.key, "aria-hidden": "true" }));
    keyed.add(action?.key);
    return button;
  }));
  const others = view.actions.filter((action) => !inHand.has(action.text));
  by("actions").replaceChildren(...others.map((action) => {
    const button = choice(action.text, "");
    button.disabled = waiting;
    button.append(capital(action.label));
    if (action.key) button.append(" ", made("kbd", { text: action.key }));
    return button;
  }));
}

function choice(text, kind) {
  const button = made("button", { type: "button", class: text === hinted ? `${kind} hinted` : kind });
  button.dataset.text = text;
  button.onclick = () => act(text);
  return button;
}

// A card as the board draws it: the board's own symbol of that card.
function face(card) {
  const code = card.text.match(CARD)[1];
  const symbol = document.querySelector(`#board symbol[id$="-${code}"]`);
  if (!symbol) return made("span", { class: "name", text: code });
  const drawn = document.createElementNS(symbol.namespaceURI, "svg");
  drawn.setAttribute("viewBox", "0 0 60 84");
  drawn.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(symbol.namespaceURI, "use");
  use.setAttribute("href", `#${symbol.id}`);
  use.setAttribute("width", "60");
  use.setAttribute("height", "84");
  drawn.append(use);
  return drawn;
}

function act(text) {
  if (waiting || !view.actions.some((action) => action.text === text)) return;
  waiting = true;
  banner("");
  send({ type: "act", version: view.version, action: text });
  for (const button of document.querySelectorAll("#hand button, #actions button")) button.setAttribute("aria-disabled", "true");
}

function hint() {
  if (view?.actions.length) send({ type: "hint", version: view.version });
}

async function rules() {
  const panel = by("rules-panel");
  panel.hidden = !panel.hidden;
  by("rules-button").setAttribute("aria-expanded", String(!panel.hidden));
  if (panel.hidden || by("rules").childElementCount) return;
  try {
    by("rules").innerHTML = (await asked(`/api/tables/${table}/rules`)).rules;
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

// The secret goes in a header, so that it is in no address.
async function download(kind) {
  const answer = await fetch(`/api/tables/${table}/games/${view.game}/${kind}`, { headers: { Authorization: `Bearer ${secret}` } });
  if (!answer.ok) return banner(capital((await answer.json()).message) + ".");
  const [, name] = answer.headers.get("Content-Disposition").match(/filename="(.+)"/);
  const link = made("a", { href: URL.createObjectURL(await answer.blob()), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function invitations() {
  const seats = JSON.parse(localStorage.getItem(`eights ${table}`) ?? "[]").filter((one) => one.secret !== secret);
  if (!seats.length) return;
  by("invite").hidden = false;
  const toggle = () => {
    by("links").hidden = !by("links").hidden;
    by("invite").setAttribute("aria-expanded", String(!by("links").hidden));
  };
  by("invite").onclick = toggle;
  toggle();
  by("link-list").replaceChildren(...seats.map(({ seat, secret: key }) => {
    const link = `${location.origin}/table/${table}#${key}`;
    const field = made("input", { readOnly: true, "aria-label": `link for seat ${seat}` });
    field.value = link;
    field.onfocus = () => field.select();
    const copy = made("button", { type: "button", text: "Copy" });
    copy.onclick = async () => {
      field.select();
      // Outside of HTTPS and localhost browsers have no clipboard to write to.
      if (navigator.clipboard) await navigator.clipboard.writeText(link);
      else document.execCommand("copy");
      copy.textContent = "Copied";
    };
    return made("li", {}, made("span", { text: `seat ${seat}` }), field, copy);
  }));
}
