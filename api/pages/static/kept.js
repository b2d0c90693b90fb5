// Lines that the service does not have yet, kept in the browser's storage. Each is an item of its own, so that two tabs
// never overwrite what the other has written. A line knows its game, and the holder of the token under which it was
// written: {key, game, holder, n, path, body, sentence, state, problem, tried}. `n` gives the order of the lines.
const MARK = "poolbook.line.";

/** Lines that the storage would not take, because it is full or forbidden. They last as long as the page. */
const unstored = new Map();

/** Every line that is kept in this browser and that is wanted, in the order in which they were written. */
export function keptLines(wanted = () => true) {
  const lines = [...stored(), ...unstored.values()].filter(wanted);
  return lines.sort((one, other) => one.n - other.n || (one.key < other.key ? -1 : 1));
}

function* stored() {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(MARK)) yield JSON.parse(localStorage.getItem(name));
  } catch {
    // The browser forbids storage to this address.
  }
}

/** Keep a line, or what has become of it. */
export function keep(line) {
  try {
    localStorage.setItem(MARK + line.key, JSON.stringify(line));
    unstored.delete(line.key);
  } catch {
    unstored.set(line.key, line);
  }
  tell();
}

/** Keep a line no longer. */
export function forget(key) {
  unstored.delete(key);
  try {
    localStorage.removeItem(MARK + key);
  } catch {
    // What cannot be stored need not be removed.
  }
  tell();
}

/** Tell the scripts of this page that lines were kept or forgotten, by this tab or by another. */
const tell = () => dispatchEvent(new Event("poolbook:kept"));

addEventListener("storage", (event) => {
  if (event.key === null || event.key.startsWith(MARK)) tell();
});

addEventListener("beforeunload", (event) => {
  if (unstored.size) event.preventDefault(); // The browser asks whether to leave the page all the same.
});
