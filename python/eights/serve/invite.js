// Links for the other seats, which only the browser that made the table has.
import { addressOf, offers } from "./server.js";
import { by, made } from "./tools.js";

const HERE = /^(localhost|127\..*|\[::1\])$/;
let links = [];

export function invitations(table, secret) {
  links = JSON.parse(localStorage.getItem(`eights ${table}`) ?? "[]").filter((one) => one.secret !== secret);
  if (!links.length || !offers.links) return;
  by("invite").hidden = false;
  by("invite").onclick = () => openLinks(by("links").hidden);
  openLinks(true);
  if (HERE.test(location.hostname)) {
    by("unreachable").hidden = false;
    by("unreachable").textContent = `Only this computer can open links to ${location.hostname}. For others, start the server with "eights serve --host 0.0.0.0" and make the table at the address that it prints.`;
  }
  by("link-list").replaceChildren(...links.map(({ seat, secret: key }) => row(seat, location.origin + addressOf(table, key))));
}

// The links are of no use once everybody is there.
export function closeIfComplete(seats) {
  if (links.length && links.every(({ seat }) => seats[seat].online)) openLinks(false);
}

export function openLinks(open) {
  by("links").hidden = !open;
  by("invite").setAttribute("aria-expanded", String(open));
}

function row(seat, link) {
  const name = `Player ${seat + 1}`;
  const field = made("input", { readOnly: true, "aria-label": `link for ${name}` });
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
  return made("li", {}, made("span", { text: name }), field, copy);
}
