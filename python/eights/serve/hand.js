// Your hand, and buttons for whatever else you may do. However many cards there are, all of them are visible.
import { by, capital, face, made } from "./tools.js";

const NARROW = 640;
// Pixels of a card that must be seen, so that a finger can choose it, and those of a card behind another row.
const LEAST = 26;
const BEHIND = 40;

// Shows the cards and the other actions; `choose` is called with the text of an action.
export function showChoices(view, { waiting, hinted, drawn }, choose) {
  const possible = new Map(view.actions.map((action) => [action.text, action]));
  const inHand = new Set(view.hand.map((card) => card.text));
  const keyed = new Set();
  const marked = new Map(drawn);
  by("hand").className = possible.size ? "" : "idle";
  by("hand").replaceChildren(...view.hand.map((card) => {
    const action = possible.get(card.text);
    const button = choice(card.text, hinted, choose);
    button.classList.add("card");
    button.disabled = waiting || !action;
    const isDrawn = (marked.get(card.text) ?? 0) > 0;
    if (isDrawn) marked.set(card.text, marked.get(card.text) - 1);
    button.classList.toggle("drawn", isDrawn);
    button.classList.toggle("may", Boolean(action));
    button.setAttribute("aria-label", (action ?? card).label + (isDrawn ? ", just drawn" : "") + (action?.key ? `, key ${action.key}` : ""));
    button.title = (action ?? card).label;
    button.append(face(card.text));
    if (action?.key && !keyed.has(action.key)) button.append(made("kbd", { text: action.key, "aria-hidden": "true" }));
    keyed.add(action?.key);
    return button;
  }));
  const others = view.actions.filter((action) => !inHand.has(action.text));
  by("actions").replaceChildren(...others.map((action) => {
    const button = choice(action.text, hinted, choose);
    button.disabled = waiting;
    button.append(capital(action.label));
    if (action.key) button.append(" ", made("kbd", { text: action.key }));
    return button;
  }));
  layOut();
}

function choice(text, hinted, choose) {
  const button = made("button", { type: "button" });
  button.classList.toggle("hinted", text === hinted);
  button.dataset.text = text;
  button.onclick = () => choose(text);
  return button;
}

// The number of cards in a row, and how much of each is seen.
export function layOut() {
  const hand = by("hand");
  const cards = hand.childElementCount;
  if (!cards) return;
  const narrow = innerWidth <= NARROW;
  const card = narrow || innerHeight < 700 ? 54 : cards > 24 ? 60 : 70;
  const gap = 8;
  const room = hand.clientWidth - 12;
  let rows = 1;
  const step = () => Math.min(card + gap, Math.floor((room - card) / Math.max(1, Math.ceil(cards / rows) - 1)));
  while (step() < LEAST && rows < 4) rows += 1;
  const set = { columns: Math.ceil(cards / rows), card: `${card}px`, step: `${step()}px`, row: `${rows > 1 ? BEHIND : Math.round(card * 1.4)}px`, last: `${Math.round(card * 1.4)}px` };
  for (const [name, value] of Object.entries(set)) hand.style.setProperty(`--${name}`, value);
}

// The cards of a view that the one before it has not, each with how many there are.
export function drawnSince(before, view) {
  const count = (hand) => hand.reduce((counts, { text }) => counts.set(text, (counts.get(text) ?? 0) + 1), new Map());
  const had = count(before.hand);
  return new Map([...count(view.hand)].map(([text, number]) => [text, number - (had.get(text) ?? 0)]).filter(([, more]) => more > 0));
}
