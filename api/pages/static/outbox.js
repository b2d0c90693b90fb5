// The outbox of a game: lines are kept in the browser until the service has them, and are sent in order, one at a time.
//
// A line has a key of its own from the beginning, so it is recorded once, however often it is sent. A lost network or a
// service that is away stops nothing: the line is sent again later. A refused line stops the outbox until somebody
// decides: `again()` sends it once more, `drop(key)` leaves it out. A key belongs to the token under which it was
// written, so lines of another holder are never sent by themselves: they are `others`, until `adopt(key)` makes a line
// with a new key of one, or `drop(key)` leaves it out.
import { ask, newKey } from "./api.js";
import { forget, keep, keptLines } from "./kept.js";

const PATIENCE = 20_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;
const AGAIN_LATER = new Set([408, 409, 425, 429, 502, 503, 504]);

/** The event "change" says that its `lines`, `others` or `trouble` have changed. */
class Outbox extends EventTarget {
  /** Called with a line and the API's answer, once the line is recorded. */
  onsaved = null;
  /** Why nothing is sent: null, "away" (the service does not answer), "signed-out", or "another" (has signed in). */
  trouble = null;

  #running = false;
  #sending = null;
  #pause = FIRST_PAUSE;
  #wake = () => {};

  constructor(game, holder) {
    super();
    this.game = game;
    this.holder = holder;
    addEventListener("poolbook:kept", () => this.#changed());
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    this.#run();
  }

  /** The lines that the service does not have yet: {key, path, body, sentence, state, problem, tried}. `state` is
   * "waiting", "sending" or "refused"; `problem` is the document that refused it; `tried`: it has been sent, and may
   * have arrived. */
  get lines() {
    const lines = keptLines((line) => line.game === this.game && line.holder === this.holder);
    return lines.map((line) => (line.key === this.#sending ? { ...line, state: "sending" } : line));
  }

  /** The lines of this game that were written under another token. */
  get others() {
    return keptLines((line) => line.game === this.game && line.holder !== this.holder);
  }

  /** Keep a line and send it when its turn comes. Returns its key. */
  add(path, body, sentence) {
    const { game, holder } = this;
    const last = this.lines.at(-1)?.n ?? 0;
    const line = { key: newKey(), game, holder, n: Math.max(Date.now(), last + 1), path, body, sentence };
    keep({ ...line, state: "waiting", problem: null, tried: false });
    return line.key;
  }

  /** Leave a line out. Returns false while it is being sent. */
  drop(key) {
    if (key === this.#sending) return false;
    forget(key);
    return true;
  }

  /** Send at once what waits, a refused line too. */
  again() {
    for (const line of this.lines) if (line.state === "refused") keep({ ...line, state: "waiting", problem: null });
    this.#hurry();
    this.#changed();
  }

  /** Write a line of another holder as a new one of this holder's, last of all. */
  adopt(key) {
    const line = this.others.find((other) => other.key === key);
    if (!line) return;
    this.add(line.path, line.body, line.sentence);
    this.drop(key);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
    this.#run();
  }

  #hurry() {
    this.trouble = null;
    this.#pause = FIRST_PAUSE;
    this.#wake();
    this.#run();
  }

  #next() {
    const [line] = this.lines;
    const halted = this.trouble === "signed-out" || this.trouble === "another";
    return !halted && line?.state !== "refused" ? line : undefined;
  }

  async #run() {
    if (this.#running) return;
    this.#running = true;
    while (this.#next()) {
      const pause = await alone(`poolbook outbox ${this.game}`, () => this.#send());
      if (pause) await this.#rest(pause);
    }
    this.#running = false;
  }

  /** Send the first line. Returns the milliseconds to wait before the next. */
  async #send() {
    const line = this.#next();
    if (!line) return 0;
    this.#sending = line.key;
    keep({ ...line, state: "waiting", tried: true });
    const answer = await post(line);
    this.#sending = null;
    if (answer?.status === 401 || answer?.status === 403) return this.#askWhose(line, answer);
    if (!answer || AGAIN_LATER.has(answer.status)) return this.#later(answer);
    this.trouble = null;
    this.#pause = FIRST_PAUSE;
    if (answer.ok) {
      forget(line.key);
      this.onsaved?.(line, answer);
    } else {
      keep({ ...line, state: "refused", problem: answer.body, tried: true });
    }
    return 0;
  }

  #later(answer) {
    this.trouble = "away";
    const pause = Math.max(this.#pause, 1000 * Number(answer?.headers.get("Retry-After") ?? 0));
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    this.#changed();
    return pause * (0.8 + 0.4 * Math.random());
  }

  /** A session was refused: it has run out, another has signed in, it has a new word, or its role does not suffice. */
  async #askWhose(line, answer) {
    const word = document.querySelector("meta[name=session]");
    const session = await get("/session");
    if (!session?.ok) return this.#later(session);
    if (session.body.holder !== this.holder) {
      this.trouble = session.body.holder === null ? "signed-out" : "another";
    } else if (session.body.word !== word.content) {
      word.content = session.body.word;
    } else {
      keep({ ...line, state: "refused", problem: answer.body, tried: true });
    }
    this.#changed();
    return 0;
  }

  #rest(pause) {
    return new Promise((done) => {
      this.#wake = done;
      setTimeout(done, pause);
    });
  }
}

/** The answer of the API; null where there was none that can be read. */
async function send(method, path, options) {
  const broken = new AbortController();
  const timer = setTimeout(() => broken.abort(), PATIENCE);
  try {
    return await ask(method, path, { ...options, signal: broken.signal });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

const post = (line) => send("POST", line.path, { body: line.body, headers: { "Idempotency-Key": line.key } });
const get = (path) => send("GET", path, {});

/** Run something while no other tab runs it. Browsers have locks for secure addresses only; without them two tabs may
 * send a line twice, which its key makes harmless. */
const alone = (name, run) => (navigator.locks ? navigator.locks.request(name, run) : run());

const opened = new Map();

/** The outbox of a game for the holder of a token, one for all scripts of a page. */
export function openOutbox(game, holder) {
  if (!opened.has(game)) opened.set(game, new Outbox(game, holder));
  return opened.get(game);
}

/** The holder of the token with which this page was asked for; null where nobody is signed in. */
export const holder = () => document.querySelector("meta[name=holder]")?.content ?? null;
