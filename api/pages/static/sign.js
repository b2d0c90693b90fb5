// The sign in the frame of every page: how many lines are kept here, why they are not sent, and what may be done. It
// opens the outbox of every game that has lines in this browser, so that they are sent whatever page is shown.
import { sentence } from "./api.js";
import { forget, keptLines } from "./kept.js";
import { holder, openOutbox } from "./outbox.js";
import { forgetPages, keepPage } from "./offline.js";
import "./pen.js";

const sign = document.querySelector("#sign");
const me = holder();
const records = "records" in sign.dataset;
const outboxes = new Map();
let answers = navigator.onLine;
let leaving = null;

const mine = () => keptLines((line) => line.holder === me);
const others = () => keptLines((line) => line.holder !== me);
const count = (lines) => (lines.length === 1 ? "1 line" : `${lines.length} lines`);
const are = (lines) => (lines.length === 1 ? "is" : "are");

function openAll() {
  for (const { game } of keptLines()) {
    if (outboxes.has(game)) continue;
    const outbox = openOutbox(game, me);
    outbox.addEventListener("change", show);
    outboxes.set(game, outbox);
  }
}

const troubles = () => new Set([...outboxes.values()].map((outbox) => outbox.trouble));

/** What the sign says in a few words; nothing where all is well. */
function summary() {
  const lines = mine();
  if (lines.some((line) => line.state === "refused")) return "A line was refused";
  if (troubles().has("signed-out")) return `You are signed out; ${count(lines)} ${are(lines)} kept here`;
  if (troubles().has("another")) return `Another has signed in; ${count(lines)} ${are(lines)} kept here`;
  if (lines.length && (!answers || troubles().has("away"))) return `${count(lines)} ${are(lines)} kept here and will be sent`;
  if (!answers) return "The service does not answer: what you see may be old, and nothing is lost";
  if (lines.length && leaving) return `${count(lines)} ${are(lines)} not sent yet`;
  const foreign = others();
  return foreign.length ? `${count(foreign)} of another sign-in ${are(foreign)} kept here` : "";
}

let shown = null;

function show() {
  openAll();
  if (!mine().length) leaving = null;
  const text = summary();
  const state = JSON.stringify([text, leaving, keptLines(), [...troubles()]]);
  if (state === shown) return;
  shown = state;
  sign.hidden = !text;
  sign.querySelector("summary").textContent = text;
  document.querySelector("#sign-says").textContent = text;
  sign.querySelector(".panel").replaceChildren(...panel());
  const refused = mine().filter((line) => line.state === "refused");
  sign.classList.toggle("asks", refused.length > 0 || leaving !== null);
  // At the table of its own game the refusal stands beside the line itself.
  if (refused.some((line) => line.game !== document.querySelector("[data-game]")?.dataset.game) || leaving) sign.open = true;
}

function panel() {
  const lines = mine();
  const parts = [];
  const refused = lines.find((line) => line.state === "refused");
  if (refused) parts.push(...ask(refused, lines));
  if (troubles().has("signed-out") || troubles().has("another")) parts.push(signIn());
  if (lines.length) parts.push(list(lines), element("p", "small", "They are kept in this browser, also when it is closed, and are sent in this order, each once."));
  if (leaving) parts.push(element("p", "warn", "They stay here until you sign in again with the same token."), row(button("Sign out all the same", leave)));
  const foreign = others();
  if (foreign.length) parts.push(element("h2", "", "Of another sign-in"), ...ofAnother(foreign));
  return parts;
}

/** A refused line stops those after it, until somebody decides. */
function ask(line, lines) {
  const outbox = outboxes.get(line.game);
  const rest = lines.filter((other) => other.game === line.game);
  const choices = [button("Send it again", () => outbox.again()), button("Leave it out", () => outbox.drop(line.key))];
  if (rest.length > 1) choices.push(button(`Leave out all ${rest.length}`, () => rest.forEach((other) => outbox.drop(other.key))));
  const left = rest.length > 1 ? " Those after it wait." : "";
  return [element("p", "refusal", `${line.sentence}: ${sentence(line.problem)}.${left}`), row(...choices)];
}

function signIn() {
  const link = element("a", "button next-act", "Sign in again");
  link.href = `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
  return row(link);
}

/** Lines that another has written here. What they say is for those who record; they are never sent by themselves. */
function ofAnother(lines) {
  if (!records) return [element("p", "small", "They are sent when he who wrote them signs in again with his token.")];
  const advice = "They were written under another token, and may have arrived under it: look at the record first.";
  const each = lines.map((line) => {
    const item = element("li", "", line.sentence);
    const outbox = outboxes.get(line.game);
    item.append(row(button("Send it as new", () => outbox.adopt(line.key)), button("Leave it out", () => forget(line.key))));
    return item;
  });
  const whole = element("ol", "kept-lines", "");
  whole.append(...each);
  return [element("p", "small", advice), whole];
}

function list(lines) {
  const whole = element("ol", "kept-lines", "");
  whole.append(...lines.map((line) => element("li", line.state, line.sentence)));
  return whole;
}

function element(name, kind, text) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
}

function button(text, act) {
  const made = element("button", "", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

function row(...parts) {
  const made = element("div", "choices", "");
  made.append(...parts);
  return made;
}

// Signing out: unsent lines stay, and he is told so; pages that are kept for a lost network go.

async function leave() {
  await forgetPages();
  leaving.submit();
}

document.querySelector("form.who")?.addEventListener("submit", (event) => {
  event.preventDefault();
  leaving = event.target;
  if (!mine().length) leave();
  else show();
});

addEventListener("poolbook:kept", show);
document.addEventListener("poolbook:service", (event) => {
  if (answers === event.detail) return;
  answers = event.detail;
  show();
});
addEventListener("offline", () => {
  answers = false;
  show();
});
addEventListener("online", () => {
  answers = true;
  for (const outbox of outboxes.values()) outbox.again();
  show();
});
show();
keepPage(me);
