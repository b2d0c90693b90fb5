// The lines under the record that the service does not have yet: in pencil, until they are ink.
import { sentence } from "./api.js";

let saved = [];

/** A line is saved at a position of the log, which the page does not show in ink yet. */
export function save(line, position) {
  saved.push({ ...line, state: "sending", position });
}

/** What was saved up to a position stands in ink now. */
export function ink(position) {
  saved = saved.filter((line) => line.position > position);
}

/** Draw the lines of the outbox. */
export function draw(lines) {
  const list = document.querySelector("#pencil");
  if (!list) return;
  const focused = document.activeElement?.closest?.("#pencil button")?.dataset.line;
  list.replaceChildren(...[...saved, ...lines].map(shown));
  const refused = list.querySelector(".refused [data-line=drop]");
  if (refused) (focused ? list.querySelector(`[data-line=${focused}]`) : refused)?.focus();
}

function shown(line) {
  const item = part("li", { className: line.state === "refused" ? "refused" : "" });
  item.dataset.key = line.key;
  const text = part("span", { className: "sentence", textContent: line.sentence });
  item.append(part("span", { className: "step", textContent: "✎" }), text, part("span", { className: "law" }));
  if (line.state === "refused") {
    const problem = part("span", { className: "refusal", textContent: sentence(line.problem) });
    problem.setAttribute("role", "alert");
    text.append(part("br"), problem, part("br"), ...choices(line));
  } else if (line.state === "waiting" && !line.tried) {
    item.lastChild.append(button("drop", "✕", `Leave out: ${line.sentence}`));
  }
  return item;
}

/** What may be done with a line that was refused. */
function choices({ path, body }) {
  const made = [button("drop", "Leave it out")];
  if (!path.endsWith("/actions")) return [...made, button("again", "Send it again")];
  if (["stake", "show"].includes(body.action)) made.push(button("change", "Change it…"));
  if (["stake", "pass"].includes(body.action) && !body.irregular) made.push(button("irregular", "It happened all the same"));
  return [...made, button("again", "Send it again")];
}

function button(does, text, label) {
  const made = part("button", { type: "button", className: "quiet", textContent: text });
  made.dataset.line = does;
  if (label) made.setAttribute("aria-label", label);
  return made;
}

const part = (name, properties = {}) => Object.assign(document.createElement(name), properties);
