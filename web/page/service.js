// Keeps the files of this version, so that the page works without a network. `tools/site_play.py` fills in the two lines.
const VERSION = "@@{version}";
const FILES = @@{files};

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
});

addEventListener("activate", (event) => {
  const old = async () => Promise.all((await caches.keys()).filter((name) => name.startsWith("eights ") && name !== VERSION).map((name) => caches.delete(name)));
  event.waitUntil(old().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request)));
});
