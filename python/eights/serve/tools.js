// What both halves of the page use.
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

// The answer to a request as data; what was refused is an error with the server's message.
export async function asked(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  const answer = await fetch(path, options);
  const data = await answer.json().catch(() => ({ message: "the server has failed" }));
  if (!answer.ok) throw new Error(data.message);
  return data;
}
