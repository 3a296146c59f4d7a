// What all parts of the page use.
export const by = (id) => document.getElementById(id);

// An element with text and attributes; text is never read as markup.
export function made(kind, { text, ...attributes } = {}, ...children) {
  const element = document.createElement(kind);
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) {
    if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

// Lets the links of a part of the page open in a tab of their own.
export function openElsewhere(id) {
  for (const link of by(id).querySelectorAll("a[href]")) Object.assign(link, { target: "_blank", rel: "noreferrer" });
}

// Says something above the page; `lost` offers the way home.
export function banner(text, lost = false) {
  by("said").textContent = text;
  by("banner").hidden = !text;
  by("leave").hidden = !lost;
}

// The letters of the card that an action plays.
export const codeOf = (text) => text.replace(/^play /, "");

// A card as the board draws it: the board's own symbol of the card that an action plays.
export function face(text, symbol = symbolOf(text)) {
  if (!symbol) return made("span", { class: "name", text: codeOf(text) });
  const drawn = document.createElementNS(symbol.namespaceURI, "svg");
  drawn.setAttribute("viewBox", "0 0 60 84");
  drawn.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(symbol.namespaceURI, "use");
  for (const [name, value] of Object.entries({ href: `#${symbol.id}`, width: "60", height: "84" })) use.setAttribute(name, value);
  drawn.append(use);
  return drawn;
}

function symbolOf(text) {
  const code = CSS.escape(codeOf(text));
  return document.querySelector(`#board symbol[id$="-${code}"], #open symbol[id$="-${code}"]`);
}
