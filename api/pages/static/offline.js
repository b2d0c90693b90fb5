// The table page of a running game loads again while the network is away: a service worker keeps it, with its scripts
// and styles. Browsers give service workers to secure addresses and to localhost only; without one all else works.
const PAGES = "poolbook pages";
const READER = "poolbook.reader";

/** Forget the pages that are kept for the reader: they are not for the next one. */
export async function forgetPages() {
  if ("caches" in window) await caches.delete(PAGES);
}

/** Start the worker, and have it keep this page where it is one to be kept. */
export async function keepPage(holder) {
  if (!navigator.serviceWorker) return;
  try {
    if (localStorage.getItem(READER) !== holder) await forgetPages();
    localStorage.setItem(READER, holder);
    await navigator.serviceWorker.register("/worker.js");
    if (!document.querySelector("[data-kept]")) return;
    if (await caches.match(location.href, { cacheName: PAGES, ignoreSearch: true, ignoreVary: true })) return;
    // This page came before the worker, which fetches it once more, with all that it loaded. A worker may take charge of
    // a page between its coming and this script, so that it has a controller does not tell.
    if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
    const files = loaded.filter((name) => new URL(name).pathname.startsWith("/page/"));
    (await navigator.serviceWorker.ready).active.postMessage({ page: location.href, files });
  } catch {
    // The browser forbids it, or the network is away: then nothing is kept.
  }
}
