// Answers for the host of the page from the files that were stored when this version was installed. A version is
// used as a whole: it is complete before it starts, and goes when the next one starts.

/** What this version is made of; `web/build` fills both in. */
const VERSION = "";
/** @type {string[]} */
const FILES = [];

const PREFIX = "tejun ";
const NAME = PREFIX + VERSION;
const HOME = new URL("./", location.href).pathname;
const worker = /** @type {any} */ (globalThis);

async function store() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

async function clear() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function answer(request) {
  const { pathname } = new URL(request.url);
  const cache = await caches.open(NAME);
  return (await cache.match(pathname === HOME ? `${HOME}index.html` : pathname)) ?? fetch(request);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(store()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(clear()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin)
    event.respondWith(answer(request));
});
