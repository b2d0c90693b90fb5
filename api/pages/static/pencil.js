// The lines under the record that the service does not have yet: in pencil, until they are ink.
import { sentence } from "./api.js";

/** Lines that are saved, and that the page does not show in ink yet. */
export const inked = [];

/** These lines stand in ink now. */
export function ink(lines) {
  for (const line of lines) inked.splice(inked.indexOf(line), 1);
}

const TROUBLE = {
  away: (lines) => `The service does not answer: ${lines} kept here and will be sent.`,
  "signed-out": (lines) => `You are no longer signed in: ${lines} kept here. Sign in again, in another tab if you like.`,
  another: (lines) => `Somebody else has signed in on this device: ${lines} kept here for whoever wrote them.`,
};

/** Draw the lines of the outbox, and say what is the matter. */
export function draw(lines, trouble) {
  const list = document.querySelector("#pencil");
  if (!list) return;
  const focused = document.activeElement?.closest?.("#pencil button")?.dataset.line;
  list.replaceChildren(...inked.map((line) => shown({ ...line, state: "sending" })), ...lines.map(shown));
  const refused = list.querySelector("[data-line=again]");
  if (refused) (focused ? list.querySelector(`[data-line=${focused}]`) : refused)?.focus();
  const note = document.querySelector("#note");
  note.hidden = !trouble || !lines.length;
  note.textContent = note.hidden ? "" : TROUBLE[trouble](lines.length === 1 ? "1 line is" : `${lines.length} lines are`);
}

function shown(line) {
  const item = part("li", { className: line.state === "refused" ? "refused" : "" });
  item.dataset.key = line.key;
  const text = part("span", { className: "sentence", textContent: line.sentence });
  item.append(part("span", { className: "step", textContent: "✎" }), text, part("span", { className: "law" }));
  if (line.state === "refused") {
    const problem = part("span", { className: "refusal", textContent: sentence(line.problem) });
    problem.setAttribute("role", "alert");
    text.append(part("br"), problem, part("br"), button("drop", "Leave it out"), button("again", "Send it again"));
  } else if (line.state === "waiting" && !line.tried) {
    item.lastChild.append(button("drop", "✕", `Leave out: ${line.sentence}`));
  }
  return item;
}

function button(does, text, label) {
  const made = part("button", { type: "button", className: "quiet", textContent: text });
  made.dataset.line = does;
  if (label) made.setAttribute("aria-label", label);
  return made;
}

const part = (name, properties = {}) => Object.assign(document.createElement(name), properties);
