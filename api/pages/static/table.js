// The table: taps and keys become lines of the outbox, pencil until they are saved; then the page is brought up to date.
import { askAmount } from "./amount.js";
import { readPage } from "./api.js";
import { askCards, cardsIn } from "./cards.js";
import { bodyOf, MEANINGS } from "./forms.js";
import { elsewhere } from "./keys.js";
import { minorUnits, notation, written } from "./money.js";
import { holder, openOutbox } from "./outbox.js";
import { draw, ink, save } from "./pencil.js";
import { guessed, nameOf } from "./turns.js";
import { hideWhy, sayWhy } from "./why.js";

const PATIENCE = 600;
/** Milliseconds after which an act that is not saved yet counts as waiting: then nobody judges the next. */

const place = () => document.querySelector("#place");
const { game } = place().dataset;
const outbox = place().dataset.records === undefined ? null : openOutbox(game, holder());
let named = null;
let since = 0;
let acted = "";

// What is shown of the outbox

/** "judged": nothing waits; "busy": an act is being saved; "ahead": acts wait, and the next is not judged; "asks": an act
 * was refused, and somebody decides what becomes of it. */
function state() {
  const lines = outbox?.lines ?? [];
  if (!lines.length) return "judged";
  if (lines[0].state === "refused") return "asks";
  return outbox.trouble || performance.now() - since > PATIENCE ? "ahead" : "busy";
}

function show() {
  if (!outbox) return;
  const now = state();
  draw(outbox.lines);
  if (outbox.lines.length) bottom();
  const [judged, unjudged] = ["#judged", "#unjudged"].map((id) => document.querySelector(id));
  if (!judged) return;
  judged.inert = now === "asks" || now === "busy";
  judged.hidden = now === "ahead";
  unjudged.hidden = now !== "ahead";
  place().classList.toggle("ahead", now === "ahead");
  if (now === "busy") setTimeout(show, PATIENCE + 50);
  const { turn, dealer } = place().dataset;
  const next = now === "ahead" ? (named ?? guessed(outbox.lines)) : turn;
  document.querySelector("#turn").textContent = nameOf(next || dealer);
  document.querySelector("#whose").value = next;
  for (const seat of document.querySelectorAll(".seat")) seat.classList.toggle("turns", seat.dataset.member === next);
}

// The page as it is now

const positionOf = (page) => Number(page.querySelector("main").dataset.after);
let loaded = positionOf(document);
let wanted = 0;
let loading = false;

/** Bring the page up to date with a position of the log; without one, with whatever has happened. While a dialog is open
 * nothing under it changes. */
async function refresh(position) {
  if (position === undefined) loaded = -1;
  wanted = Math.max(wanted, position ?? 0);
  if (loading) return;
  loading = true;
  while (loaded < wanted && !document.querySelector("dialog[open]")) {
    if (!(await load().catch(() => false))) break; // The sign in the frame says that the network is away.
  }
  loading = false;
}

/** Put the present page in the place of the one that is shown. Returns whether it was to be had. */
async function load() {
  const { ok, redirected, url, page: next } = await readPage(location.pathname);
  if (redirected) location.assign(url);
  if (!ok || document.querySelector("dialog[open]")) return false;
  const before = place().dataset.version;
  // A row that is busy cannot hold the focus: the button that was pressed has it again.
  const focused = document.activeElement?.id || acted;
  place().replaceWith(next.querySelector("#place"));
  document.title = next.title;
  loaded = positionOf(next);
  ink(loaded);
  if (place().dataset.version !== before) arrive();
  if (focused) (document.getElementById(focused) ?? document.querySelector("#act-second"))?.focus({ preventScroll: true });
  show();
  return true;
}

function arrive() {
  hideWhy();
  document.querySelector("#spoken").textContent = place().dataset.spoken;
  bottom();
}

function bottom() {
  const lines = document.querySelector(".lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
}

// Acts

/** Write an act down. It is a pencil line at once. */
function send(body, says, path = "actions") {
  if (!outbox.lines.length) since = performance.now();
  named = null;
  acted = document.activeElement?.id ?? "";
  hideWhy();
  outbox.add(`/v1/games/${game}/${path}`, body, says);
}

/** Whose act it is: the one the button names, or while nothing is judged the one that was tapped or is next. */
const actor = (button) => (button.closest("#unjudged") ? (named ?? guessed(outbox.lines)) : (JSON.parse(button.dataset.body ?? "{}").player ?? button.dataset.player));

/** What the pad and the cards are opened for: each gives the body of an act and its sentence, or null. */
const ASKS = {
  async stake(player, { least, most, amount } = {}) {
    const title = `${nameOf(player)} stakes`;
    const chosen = await askAmount({ title, least: least && Number(least), most: most && Number(most), amount });
    return chosen && [{ action: "stake", player, amount: chosen }, `${title} ${written(chosen, notation())}`];
  },
  async show(player) {
    const title = `${nameOf(player)} shows`;
    const chosen = await askCards({ title, confirm: "Shown", wanted: shown(), joker: "joker" in place().dataset });
    if (!chosen) return null;
    const { cards = [], original = [], joker_as: [joker] = [] } = chosen;
    const openers = original.length ? `${cards.length ? ", with openers" : ""} ${original.join(" ")}` : "";
    const body = { action: "show", player, cards, ...(original.length && { original }), ...(joker && { joker_as: joker }) };
    return [body, `${title} ${cards.join(" ")}${openers}`];
  },
  async draw(player) {
    const wanted = [
      { name: "discard", label: "Throws away", least: 0, most: 5 },
      { name: "cards", label: "Takes, where it is known", least: 0, most: 5 },
    ];
    const chosen = await askCards({ title: `${nameOf(player)} draws`, wanted, joker: "joker" in place().dataset });
    if (!chosen) return null;
    const { discard, cards } = chosen;
    const body = { action: "draw", player, discard: discard.length ? discard : cards.length, ...(cards.length && { cards }) };
    return [body, `${nameOf(player)} draws ${discard.length || cards.length}`];
  },
};

/** What a hand that is shown has to name: five cards, and of the opener of a jack-pot the openers that he was dealt. */
function shown() {
  const hand = { name: "cards", label: "Five cards", least: 5, most: 5, stands: true };
  const openers = { name: "original", label: "Openers, of the hand first dealt", least: 0, most: 5 };
  return { "": [hand], too: [hand, openers], only: [{ ...openers, least: 2 }] }[place().dataset.proves];
}

async function open(asks, player, given) {
  const act = await ASKS[asks](player, given);
  if (act) send(...act);
}

function tap(button) {
  if (button.getAttribute("aria-disabled") === "true") return sayWhy(button);
  const { opens, body, says } = button.dataset;
  if (ASKS[opens]) return open(opens, actor(button), button.dataset);
  if (opens) return document.getElementById(opens).showModal();
  const player = actor(button);
  const act = JSON.parse(body);
  button.closest("dialog")?.close();
  send(act.action === "deal" ? act : { ...act, player }, says.replace("{player}", nameOf(player)));
}

Object.assign(MEANINGS, {
  card: (text) => cardsIn(text)[0] ?? text,
  cards: (text) => cardsIn(text),
});

function submit(form, submitter) {
  const shownIn = (field) => field.selectedOptions?.[0].textContent ?? (field.dataset.as === "money" ? written(minorUnits(field.value, notation()) ?? 0, notation()) : field.value);
  const says = form.dataset.says.replace(/\{(\w+)\}/g, (_, name) => shownIn(form.elements[name]));
  const body = bodyOf(form, submitter);
  form.closest("dialog").close();
  form.reset();
  send(body, says, form.dataset.path);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  // The second click of a double click is no act: the turn has gone on since.
  if (button?.matches("#place .act, .strike") && event.detail < 2) return tap(button);
  const seat = event.target.closest(".ahead .seat");
  if (seat && "in" in seat.dataset) {
    named = seat.dataset.member;
    return show();
  }
  const field = event.target.closest("input[data-picks]");
  if (field && event.detail) return pick(field);
  const key = button?.closest("#pencil li")?.dataset.key;
  const line = outbox?.lines.find((other) => other.key === key);
  if (line) LINE[button.dataset.line](line);
});

async function pick(field) {
  const most = Number(field.dataset.picks);
  const cards = cardsIn(field.value);
  const title = field.labels[0].textContent;
  const chosen = await askCards({ title, wanted: [{ name: "cards", label: title, least: 0, most, cards }], joker: "joker" in place().dataset });
  if (chosen) field.value = chosen.cards.join(" ");
}

/** What may be done with a line that was refused, or has not been sent. */
const LINE = {
  drop(line) {
    outbox.drop(line.key);
    refresh();
  },
  again: () => outbox.again(),
  irregular: (line) => instead(line, { ...line.body, irregular: true }, line.sentence),
  async change(line) {
    const act = await ASKS[line.body.action](line.body.player, { amount: line.body.amount });
    if (act) instead(line, ...act);
  },
};

/** Put an act in the place of a line that was refused; those that wait follow it. The new lines are kept before the old
 * ones go, so that nothing is lost in between. */
function instead(line, body, says) {
  const rest = outbox.lines.slice(1);
  since = performance.now();
  outbox.add(line.path, body, says);
  for (const other of rest) outbox.add(other.path, other.body, other.sentence);
  for (const other of rest) outbox.drop(other.key);
  outbox.drop(line.key);
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("#whose")) return;
  named = event.target.value;
  show();
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches(".act-form")) return;
  event.preventDefault();
  if (event.submitter?.getAttribute("aria-disabled") !== "true") submit(event.target, event.submitter);
});

document.addEventListener("keydown", (event) => {
  if (elsewhere(event) || event.repeat || !outbox) return;
  const keys = [...document.querySelectorAll(`#place [data-key="${CSS.escape(event.key.toLowerCase())}"]`)];
  const button = keys.find((key) => key.checkVisibility() && !key.closest("[inert]"));
  if (button) {
    event.preventDefault();
    tap(button);
  } else if (event.key === "w" && document.activeElement.matches(".act[aria-disabled=true]")) {
    sayWhy(document.activeElement);
  }
});

document.addEventListener("close", () => refresh(), true);
addEventListener("pageshow", (event) => event.persisted && refresh());
addEventListener("online", () => refresh());
document.addEventListener("poolbook:change", (event) => {
  event.preventDefault();
  refresh(event.detail.at(-1).position);
});
if (outbox) {
  outbox.addEventListener("change", show);
  outbox.onsaved = (line, answer) => {
    const { position } = answer.body;
    if (position > loaded) save(line, position);
    refresh(position);
  };
}
bottom();
show();
