// Keys and buttons of the replay. Each step is a page of its own, with its own address: this fetches the page of the
// step and puts its content in the place of the present one, so that nothing flashes while a game plays by itself.
import { readPage } from "./api.js";
import { isInUse } from "./fresh.js";
import { elsewhere } from "./keys.js";

const PAUSE = 1200;
let playing = null;
let asked = 0;
let heading = null;

const place = () => document.querySelector("#place");
const address = (rel) => place()?.querySelector(`a[rel~="${rel}"]`)?.href;

async function go(url, { push = true, quiet = false } = {}) {
  const mine = ++asked;
  heading = url;
  const answer = await readPage(url).catch(() => null);
  if (!answer?.ok) {
    heading = null;
    if (!quiet) location.assign(url); // The browser says what went wrong better than this script could.
    return;
  }
  if (mine !== asked) return; // A later step has been asked for meanwhile.
  heading = null;
  const next = answer.page;
  const focused = document.activeElement?.id;
  document.querySelector("#place").replaceWith(next.querySelector("#place"));
  document.title = next.title;
  if (push) history.pushState(null, "", url);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  document.querySelector("#spoken").textContent = next.querySelector("#spoken").textContent;
  arrive();
}

function arrive() {
  for (const record of document.querySelectorAll(".record")) {
    const here = record.querySelector(".here");
    if (here) record.scrollTop = here.offsetTop - record.clientHeight / 2;
  }
  const button = document.querySelector("#play");
  if (button) {
    button.hidden = false;
    button.textContent = playing ? "Pause" : "Play";
  }
}

function stop() {
  clearTimeout(playing);
  playing = null;
  arrive();
}

async function advance() {
  const url = address("next");
  if (!url) return stop();
  await go(url);
  if (playing) playing = setTimeout(advance, PAUSE);
}

async function play() {
  if (playing) return stop();
  playing = setTimeout(() => {}, 0);
  if (!address("next")) await go(document.querySelector("#first").href);
  playing = setTimeout(advance, PAUSE / 2);
  arrive();
}

const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (elsewhere(event)) return;
  if (event.key === " " && !event.target.matches("a, button, input, summary")) {
    event.preventDefault();
    play();
  } else if (event.key in KEYS) {
    event.preventDefault();
    const url = address(KEYS[event.key]);
    if (playing) stop();
    if (url) go(url);
  }
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) return play();
  const link = event.target.closest("#place a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if (playing) stop();
  go(link.href);
});

document.addEventListener("change", (event) => {
  if (!event.target.matches("#slider")) return;
  const url = new URL(location.href);
  url.searchParams.set("step", event.target.value);
  go(url.href);
});

// The game goes on: who looks at its last step is shown the next; who looks at another, or is on his way there, is not.
document.addEventListener("poolbook:change", (event) => {
  event.preventDefault();
  if (isInUse(place())) return;
  const url = new URL(heading ?? location.href);
  if (!heading && !playing && !address("next")) url.searchParams.delete("step");
  go(url.href, { push: false, quiet: true }).then(() => history.replaceState(null, "", url.href));
});

addEventListener("popstate", () => go(location.href, { push: false }));
arrive();
