// The end of a game: who has won, the points, and all hands open.
import { fileOf, replayOf } from "./server.js";
import { banner, by, capital, counted, face, made } from "./tools.js";

export function showResult(view, told) {
  by("result").hidden = by("open").hidden = !view.over;
  by("table").classList.toggle("over", view.over);
  if (!view.over) return;
  // The symbols of all cards; the picture itself is not shown.
  by("open").innerHTML = view.open_board;
  const names = view.winners.map((seat) => (seat === told.seat ? "you" : told.seats[seat].name));
  const who = capital(names.length > 2 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join(" and "));
  by("outcome").textContent = !names.length ? "Nobody wins." : names.length > 1 ? `${who} share the win.` : names[0] === "you" ? "You win!" : `${who} wins.`;
  const head = made("tr", {}, ...["Player", "Points", "Cards left"].map((text) => made("th", { text, scope: "col" })));
  const order = view.scores.map((_, seat) => seat).sort((one, other) => rank(view, one) - rank(view, other));
  by("results").replaceChildren(made("thead", {}, head), made("tbody", {}, ...order.map((seat) => row(view, told, seat))));
}

// Winners come first, then whoever has fewer cards.
const rank = (view, seat) => (view.winners.includes(seat) ? 0 : 1000) + view.hands[seat].length;

function row(view, told, seat) {
  const name = told.seats[seat].name + (seat === told.seat ? " (you)" : "");
  const cards = view.hands[seat].map((card) => made("span", { class: "small-card", title: card.label, role: "img", "aria-label": card.label }, face(card.text)));
  const line = made("tr", { class: view.winners.includes(seat) ? "won" : "" });
  line.append(made("th", { text: name, scope: "row" }), made("td", { text: String(view.scores[seat]) }));
  line.append(made("td", {}, made("span", { text: counted(cards.length, "card") }), made("div", { class: "open-hand" }, ...cards)));
  return line;
}

// The address of the replay is asked for once a game; without it there is no link.
export async function offerReplay(view, table, secret) {
  by("replay").hidden = true;
  try {
    by("replay").href = await replayOf(table, view.game, secret);
    by("replay").hidden = false;
  } catch (error) {
    banner(capital(error.message) + ".");
  }
}

export async function download(kind, view, table, secret) {
  try {
    const { name, data } = await fileOf(kind, table, view.game, secret);
    const link = made("a", { href: URL.createObjectURL(data), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  } catch (error) {
    banner(capital(error.message) + ".");
  }
}
