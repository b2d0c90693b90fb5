// The service worker: the network first; while it is away, the page that was kept, and the files that pages load.
//
// A page is kept only if the service marks it so (the table of a running game), and one page at a time. Nothing of the
// API is kept. Signing in or out forgets the page, so that nobody is shown what another may see.
const PAGES = "poolbook pages";
const FILES = "poolbook files";
const MARK = "Poolbook-Kept";
const PATIENCE = 4_000;
/** Milliseconds after which a page that is kept is shown, though the network has not failed yet. */

let readers = 1;
/** Counts who have read here: what was asked for one reader and comes after he left is not kept. */

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

/** A page that came before the worker asks to be kept, with the files that it has loaded. */
addEventListener("message", (event) => {
  const { page, files } = event.data;
  const asPage = new Request(page, { headers: { Accept: "text/html" } });
  // The page last: one that is kept has its scripts and styles.
  event.waitUntil(Promise.all(files.map((name) => file(new Request(name)))).then(() => fetched(asPage)));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || url.pathname.startsWith("/v1/")) return;
  if (/^\/sign-(in|out)/.test(url.pathname)) event.respondWith(anotherReader(request));
  else if (request.method !== "GET") return;
  else if (url.pathname.startsWith("/page/")) event.respondWith(file(request));
  else if (/^\/(games|sittings|clubs)\//.test(url.pathname)) event.respondWith(page(event));
});

/** Signing in or out: what is kept, and what is still under way, is of no use to the next reader. */
async function anotherReader(request) {
  await forgetPages();
  const answer = await fetch(request);
  await forgetPages();
  return answer;
}

function forgetPages() {
  readers += 1;
  return caches.delete(PAGES);
}

async function file(request) {
  const cache = await caches.open(FILES);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

async function page(event) {
  const { request } = event;
  const kept = request.mode === "navigate" ? await keptPage(request) : undefined;
  const answering = fetched(request);
  event.waitUntil(answering.catch(() => {}));
  if (!kept) return answering;
  const answered = answering.then((answer) => (answer.status < 502 ? answer : kept)).catch(() => kept);
  return Promise.race([answered, new Promise((done) => setTimeout(done, PATIENCE, kept))]);
}

/** The page that is kept, if there is one. Asked so, a cache that was deleted at a sign-out is not made again. */
const keptPage = (request) => caches.match(request, { cacheName: PAGES, ignoreSearch: true, ignoreVary: true });

/** The answer of the network. A page that is marked is kept in the place of any other. */
async function fetched(request) {
  const reader = readers;
  const answer = await fetch(request);
  if (reader === readers && answer.ok && !answer.redirected && answer.headers.has(MARK)) {
    const cache = await caches.open(PAGES);
    for (const other of await cache.keys()) await cache.delete(other);
    await cache.put(request, answer.clone());
  }
  return answer;
}
