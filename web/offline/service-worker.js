// Answers for the host of the page from the files that were stored when this version was installed. A version is
// used as a whole: it is complete before it starts, and goes when the next one starts.

/** What this version is made of; `web/build` fills both in. */
const VERSION = "";
/** @type {string[]} */
const FILES = [];

const HOME = new URL("./", location.href).pathname;
// All pages of a host share its caches; a path has no spaces.
const PREFIX = `tejun:${HOME} `;
const NAME = PREFIX + VERSION;
/** What the names of caches began with before they had the path. */
const SHARED = "tejun ";
const worker = /** @type {any} */ (globalThis);

async function store() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

/** Whether a cache is of another version of this page. @param {string} name */
async function isOld(name) {
  // To open one would make it again where another worker has just deleted it.
  if (name.startsWith(SHARED)) return !!(await caches.match(`${HOME}index.html`, { cacheName: name }));
  return name.startsWith(PREFIX) && name !== NAME;
}

async function clear() {
  const clearOne = async (/** @type {string} */ name) => (await isOld(name)) && caches.delete(name);
  await Promise.all((await caches.keys()).map(clearOne));
}

/** @param {Request} request */
async function answer(request) {
  const { pathname } = new URL(request.url);
  const file = pathname === HOME ? `${HOME}index.html` : pathname;
  return (await caches.match(file, { cacheName: NAME })) ?? fetch(request);
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
