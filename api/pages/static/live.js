// What happens in the club, as it happens. A page follows the club's events by a stream, and brings itself up to date
// with those that concern it. Where the service has no stream to give, it is asked every second whether anything is new.
//
// The stream is read by `fetch`: an EventSource would not say why it is refused, nor pass on events of every name. Only
// a page that can be seen follows: a browser has few connections, and would spend them on tabs in the background.
const PAUSE = 1_000;
const ASKED_TIMES = 20;
/** How often it is asked before a stream is tried again. */
const SILENCE = 40_000;
/** Milliseconds after which a stream that sent not even a heartbeat counts as broken. */

/** Follow a club's events after a position, until the function that is returned is called.
 *
 * `onChange` is given a list of events as the API streams them: {position, stream, topic, event, …}; or, where only the
 * new position is known, [{position}]. `onState` is given true when the service answers, and false when it is away. */
export function follow(club, after, onChange, onState = () => {}) {
  const address = `/v1/clubs/${club}/events`;
  let stopped = false;
  let controller = new AbortController();

  /** Read a stream to its end. Returns the status of the answer. */
  async function stream() {
    controller = new AbortController();
    const { signal } = controller;
    let timer = setTimeout(() => controller.abort(), SILENCE);
    try {
      const answer = await fetch(`${address}?follow=true&after=${after}`, { headers: { Accept: "application/x-ndjson" }, signal });
      if (!answer.ok) return answer.status;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return answer.status;
        clearTimeout(timer);
        timer = setTimeout(() => controller.abort(), SILENCE);
        onState(true);
        const lines = (text + value).split("\n");
        text = lines.pop();
        pass(lines.filter(Boolean).map((line) => JSON.parse(line)));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ask for the club's last position. Returns the status of the answer. */
  async function ask() {
    const answer = await fetch(address, { method: "HEAD" });
    const position = Number(answer.headers.get("Poolbook-Position"));
    if (answer.ok) onState(true);
    if (answer.ok && position !== after) pass([{ position }]);
    return answer.status;
  }

  function pass(events) {
    if (!events.length || stopped) return;
    after = events.at(-1).position;
    onChange(events);
  }

  async function run() {
    while (!stopped) {
      await visible();
      try {
        let status = await stream();
        for (let asked = 0; status >= 400 && status !== 401 && asked < ASKED_TIMES && !stopped && !document.hidden; asked++) {
          await wait(PAUSE);
          status = await ask();
          if (status < 400) status = 429; // It answers; a stream is tried again later.
        }
        if (status === 401) return;
      } catch {
        if (!stopped && !document.hidden) onState(false);
      }
      await wait(PAUSE);
    }
  }

  const leave = () => document.hidden && controller.abort();
  document.addEventListener("visibilitychange", leave);
  run();
  return () => {
    stopped = true;
    document.removeEventListener("visibilitychange", leave);
    controller.abort();
  };
}

const wait = (milliseconds) =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
    addEventListener("online", done, { once: true });
  });

async function visible() {
  while (document.hidden) await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
}
