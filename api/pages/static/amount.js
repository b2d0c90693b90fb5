// The amount pad: an amount by one tap where few are lawful, in counters, or typed.
import { minorUnits, notation, written } from "./money.js";

const MOST_KEYS = 21;
const pad = document.querySelector("#pad");
const field = document.querySelector("#pad-amount");
let bounds = {};
let done = () => {};

/** The amount that is chosen; null where the pad is closed. Without bounds any amount may be, for nobody judges it yet. */
export function askAmount({ title, least, most, amount }) {
  bounds = { least, most };
  pad.querySelector("#pad-title").textContent = title;
  pad.querySelector("#pad-range").textContent =
    least === undefined ? "Any amount: it is not judged until it is sent." : `From ${written(least, notation())} to ${written(most, notation())}.`;
  pad.querySelector("#pad-amounts").replaceChildren(...amounts(least, most).map(key));
  put(amount ?? null);
  pad.showModal();
  // A field that has the focus would bring up the keys of the screen.
  const first = matchMedia("(pointer: coarse)").matches ? pad.querySelector("button.act") : field;
  first.focus({ preventScroll: true });
  return new Promise((resolve) => (done = resolve));
}

/** The amounts that have a key: all that are lawful where they are few, else every so many counters, and the most. */
function amounts(least, most) {
  if (least === undefined) return [];
  const counters = Object.values(JSON.parse(pad.dataset.values)).sort((one, other) => one - other);
  const step = [1, ...counters].find((worth) => (most - least) / worth < MOST_KEYS) ?? Math.ceil((most - least) / MOST_KEYS);
  const keys = [];
  for (let amount = least; amount < most; amount += step) keys.push(amount);
  return [...keys, most];
}

function key(amount) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "act";
  button.dataset.amount = amount;
  button.textContent = written(amount, notation());
  return button;
}

function put(amount) {
  field.value = amount === null ? "" : written(amount, notation());
  judge();
}

/** Say on the button what it stakes, and whether the amount can be. */
function judge() {
  const amount = minorUnits(field.value, notation());
  const within = amount !== null && amount >= (bounds.least ?? 1) && amount <= (bounds.most ?? Infinity);
  const button = pad.querySelector("#pad-stake");
  button.textContent = amount === null ? "Stake" : `Stake ${written(amount, notation())}`;
  button.setAttribute("aria-disabled", String(!within));
  return within ? amount : null;
}

function choose(amount) {
  done(amount);
  pad.close();
}

pad.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.amount) choose(Number(button.dataset.amount));
  else if (button.dataset.adds) put((minorUnits(field.value, notation()) ?? 0) + Number(button.dataset.adds));
  else if ("clears" in button.dataset) put(null);
});
pad.querySelector("#pad-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const amount = judge();
  if (amount !== null) choose(amount);
});
field.addEventListener("input", judge);
field.addEventListener("focus", () => field.select());
pad.addEventListener("close", () => done(null));
