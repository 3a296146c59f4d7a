// The server behind the page. The site puts a file of the same exports in its place, whose engine runs in the browser.

// Other people can sit at the table by links; a finished game can be saved as training data.
export const offers = { links: true, parquet: true };

export const addressOf = (table, secret) => `/table/${table}#${secret}`;

// Where another table of the same game is made.
export const another = (ruleset) => `/?ruleset=${encodeURIComponent(ruleset)}`;

// The table in the address and the secret of a seat; nothing where a table is to be made.
export function here() {
  const [, table] = location.pathname.match(/^\/table\/([\w-]+)$/) ?? [];
  return table ? { table, secret: location.hash.slice(1) } : null;
}

// The ruleset that the address asks for.
export const wanted = async () => new URLSearchParams(location.search).get("ruleset");

// The answer to a request as data; what was refused is an error with the server's message.
export async function asked(path, body, secret) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  if (secret) options.headers = { ...options.headers, Authorization: `Bearer ${secret}` };
  const answer = await fetch(path, options);
  const data = await answer.json().catch(() => ({ message: "the server failed" }));
  if (!answer.ok) throw new Error(data.message);
  return data;
}

// Joins a table; `heard` is called with each message, `closed` with the code of the end. Returns how to say something.
export function join(table, secret, heard, closed) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket`);
  const send = (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
  socket.onopen = () => send({ type: "join", secret });
  socket.onmessage = (event) => heard(JSON.parse(event.data));
  socket.onclose = ({ code }) => closed(code);
  return send;
}

// The address of a finished game's replay.
export const replayOf = async (table, game, secret) => (await asked(`/api/tables/${table}/games/${game}/replay`, undefined, secret)).path;

// A finished game as a file: the record, or training data. The secret goes in a header, so that it is in no address.
export async function fileOf(kind, table, game, secret) {
  const answer = await fetch(`/api/tables/${table}/games/${game}/${kind}`, { headers: { Authorization: `Bearer ${secret}` } });
  if (!answer.ok) throw new Error((await answer.json()).message);
  const [, name] = answer.headers.get("Content-Disposition").match(/filename="(.+)"/);
  return { name, data: await answer.blob() };
}
