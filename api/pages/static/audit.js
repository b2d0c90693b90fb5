// The audit: everything verified at a button, and one hand unsealed, which is shown here and nowhere else.
import { ask, newKey, record, sentence } from "./api.js";

const RANKS = { T: "10", J: "knave", Q: "queen", K: "king", A: "ace" };
const SUITS = { h: "hearts", d: "diamonds", s: "spades", c: "clubs" };

async function verify(place) {
  const [button, progress, words, checked, notices] = ["button", "progress", "[data-progress]", "[data-checked]", "[data-notices]"].map((part) => place.querySelector(part));
  if (button.ariaDisabled === "true") return;
  button.ariaDisabled = "true";
  progress.hidden = false;
  checked.hidden = true;
  words.className = "small";
  words.textContent = "Verifying …";
  const begun = performance.now();
  const ticking = setInterval(() => { words.textContent = `Verifying for ${Math.round((performance.now() - begun) / 1000)} seconds …`; }, 5000);
  let answer = null;
  try {
    answer = await ask("POST", place.dataset.verify, { body: {} });
  } catch { /* The service does not answer, which is said below. */ }
  clearInterval(ticking);
  progress.hidden = true;
  button.ariaDisabled = "false";
  if (!answer) words.textContent = "The service does not answer. Verifying changes nothing: try it again.";
  else if (!answer.ok) words.textContent = sentence(answer.body);
  else result(answer.body, words, checked, notices);
  if (!answer?.ok) words.className = "refusal";
}

function result(report, words, checked, notices) {
  words.className = report.ok ? "ok" : "refusal";
  words.textContent = report.ok ? "All is well: everything agrees with what was recorded." : `A difference: ${report.first_difference.sentence}`;
  const facts = Object.entries(report.checked).map(([name, count]) => [name.replaceAll("_", " "), count.toLocaleString("en-GB")]);
  checked.replaceChildren(...facts.map(([term, text]) => {
    const pair = document.createElement("div");
    pair.append(Object.assign(document.createElement("dt"), { textContent: term }), Object.assign(document.createElement("dd"), { textContent: text }));
    return pair;
  }));
  checked.hidden = false;
  const often = (notice) => (notice.times > 1 ? ` (${notice.times} times)` : "");
  notices.replaceChildren(...(report.notices ?? []).map((notice) => Object.assign(document.createElement("p"), { className: "warn", textContent: `Notice: ${notice.sentence}${often(notice)}` })));
}

/** A card as the templates draw it. */
function drawn(code) {
  const [rank, suit] = code;
  const card = document.querySelector("template[data-card]").content.firstElementChild.cloneNode(true);
  const [text, shape] = card.querySelectorAll("text, use");
  card.setAttribute("aria-label", code === "Jo" ? "the joker" : `${RANKS[rank] ?? rank} of ${SUITS[suit]}`);
  text.textContent = code === "Jo" ? "Jo" : rank === "T" ? "10" : rank;
  if (code === "Jo") shape.remove();
  else shape.setAttribute("href", `#suit-${suit}`);
  for (const part of [text, shape]) part.setAttribute("class", "hd".includes(suit) ? "red" : "black");
  return card;
}

const HELD = { original: "dealt", discards: "thrown away", drawn: "drawn", cards: "the hand he had last" };

function show(place, hand) {
  if (!Object.keys(HELD).some((part) => hand[part]?.length)) {
    place.textContent = "No card of this hand was recorded.";
    return;
  }
  const lines = Object.entries(HELD).map(([part, label]) => {
    const line = Object.assign(document.createElement("p"), { className: "held" });
    const cards = Object.assign(document.createElement("span"), { className: "hand" });
    cards.append(...(hand[part] ?? []).map(drawn));
    line.append(Object.assign(document.createElement("small"), { textContent: label }), hand[part]?.length ? cards : "not recorded");
    return line;
  });
  place.replaceChildren(...lines);
}

const refuse = (place, why) => place.replaceChildren(Object.assign(document.createElement("p"), { className: "refusal", textContent: why }));

const keys = new Map();

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.unseals) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  const body = Object.fromEntries(new FormData(form));
  const place = document.querySelector("[data-hand]");
  const text = JSON.stringify(body);
  if (!keys.has(text)) keys.set(text, newKey());
  place.textContent = "Unsealing …";
  try {
    const answer = await record(form.dataset.unseals, body, keys.get(text));
    if (answer.ok) show(place, answer.body);
    else refuse(place, sentence(answer.body));
  } catch {
    refuse(place, "The service does not answer. Ask again: it is recorded once.");
  }
  form.ariaBusy = "false";
});

document.addEventListener("click", (event) => {
  const place = event.target.closest("[data-verify]");
  if (place && event.target.matches("button")) verify(place);
});
