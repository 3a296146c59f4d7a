// Short motions: a card travels from the player to the pile, and from the stock to the hand. Without them nothing is missing.
import { by, codeOf, face } from "./tools.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const LASTS = 260;
const EASING = "cubic-bezier(.2, .7, .3, 1)";

// Where things lie at this moment: your cards, by the text of the action that plays them, and the piles.
export function glance() {
  const places = new Map();
  for (const card of by("hand").children) places.set(card.dataset.text, card.getBoundingClientRect());
  return { places, piles: piles() };
}

// Each pile's upcard as drawn on the board, and the number of its cards.
function piles() {
  return [...document.querySelectorAll('#board [data-place^="pile"]')].map((pile) => {
    const card = pile.querySelector("use");
    const size = Number(pile.querySelector(":scope > text")?.textContent.match(/\d+$/)?.[0] ?? 0);
    return { card, href: card?.getAttribute("href"), size };
  });
}

// Shows the difference between two views; `then` is where things lay before.
export function move(before, view, seat, then) {
  if (CALM.matches || document.hidden || !before || view.fresh) return;
  const played = piles().find((pile, at) => pile.href && pile.size > (then.piles[at]?.size ?? 0));
  if (played && view.played_by !== null) {
    const from = view.played_by === seat ? ownPlace(then.places, played.href) : placeOf(view.played_by);
    travel(from, played.card.getBoundingClientRect(), face(null, document.getElementById(played.href.slice(1))));
  }
  const stock = document.querySelector('#board [data-place="stock"] use')?.getBoundingClientRect();
  view.sizes.forEach((size, other) => {
    if (other !== seat && size > before.sizes[other]) travel(stock, placeOf(other), back());
  });
  for (const card of document.querySelectorAll("#hand .drawn")) arrive(card, stock);
}

function ownPlace(places, href) {
  for (const [text, place] of places) if (href.endsWith(`-${codeOf(text)}`)) return place;
  return null;
}

// A player's place: the panel on the board, or the name above it where the board does not show players.
function placeOf(seat) {
  const [frame, panel] = [by("board"), document.querySelector(`#board [data-seat="${seat}"]`)].map((one) => one?.getBoundingClientRect());
  const seen = panel && panel.top >= frame.top - 4 && panel.left >= frame.left - 4 && panel.right <= frame.right + 4;
  return seen ? panel : by("chips").children[seat]?.getBoundingClientRect();
}

function back() {
  const symbol = document.querySelector("#board #back");
  return symbol && face(null, symbol);
}

function travel(from, to, drawn) {
  if (!from || !to || !drawn) return;
  const card = document.createElement("div");
  card.className = "travelling";
  card.append(drawn);
  document.body.append(card);
  card.style.width = `${to.width && to.width < 90 ? to.width : 46}px`;
  const size = card.getBoundingClientRect();
  const at = (rect) => `translate(${rect.left + rect.width / 2 - size.width / 2}px, ${rect.top + rect.height / 2 - size.height / 2}px)`;
  const motion = card.animate([{ transform: at(from), opacity: 0.4 }, { transform: at(to), opacity: 1 }], { duration: LASTS, easing: EASING });
  motion.onfinish = motion.oncancel = () => card.remove();
}

function arrive(card, stock) {
  if (!stock) return;
  const to = card.getBoundingClientRect();
  const [x, y] = [stock.left - to.left, stock.top - to.top];
  card.animate([{ transform: `translate(${x}px, ${y}px)`, opacity: 0.4 }, { transform: "none", opacity: 1 }], { duration: LASTS, easing: EASING });
}
