// The till: beside each button stands what it would change, asked of the service before it is pressed.
//
// A form is sent only when the figures beside its button are those of its present fields, and only for the version of
// the sitting from which they were made. Where another tablet has written meanwhile, they are asked for again: the same
// figures are sent at once, others are shown, and nothing is recorded until the button is pressed again.
import { readPage } from "./api.js";
import { bodyOf } from "./forms.js";

const PAUSE = 120;
const forms = [...document.querySelectorAll("form[data-line]")];
const shown = new WeakMap();
const asked = new WeakMap();
const figures = new WeakMap();

const textOf = (form) => JSON.stringify(bodyOf(form));
const isBlank = (body) => "red" in body && !body.red && !body.white && !body.blue && !body.odd;

/** Ask what a form would change, and write it beside its button. */
async function show(form) {
  const text = textOf(form);
  const request = Symbol();
  asked.set(form, request);
  shown.delete(form);
  const url = `${form.dataset.line}&body=${encodeURIComponent(text)}`;
  const line = await lineAt(url);
  if (asked.get(form) !== request) return;
  if (typeof line === "string") return write(form, null, line);
  form.dataset.version = line.dataset.version;
  if (!("refused" in line.dataset)) shown.set(form, text);
  return write(form, line);
}

/** The line that the service answers, or in words why there is none. */
async function lineAt(url) {
  try {
    const { redirected, page } = await readPage(url);
    if (redirected) return "Your session has ended, and nothing is recorded: sign in again, and come back.";
    return page.querySelector("[data-version]") ?? page.querySelector(".refusal").textContent;
  } catch {
    return "The service does not answer, and nothing is recorded: try again when it does.";
  }
}

function write(form, line, words = "") {
  const button = form.querySelector(".act-line button");
  const place = form.querySelector(".act-line output");
  if (line?.dataset.label) button.textContent = line.dataset.label;
  button.setAttribute("aria-disabled", String(!line?.dataset.label));
  place.replaceChildren(...(line ? document.importNode(line, true).childNodes : [words]));
  figures.set(form, place.textContent);
}

/** Say above the figures why nothing was sent. */
function note(form, words) {
  const place = document.createElement("p");
  place.className = "warn";
  place.textContent = words;
  form.querySelector(".act-line output").prepend(place);
}

const timers = new WeakMap();
function changed(form) {
  clearTimeout(timers.get(form));
  form.querySelector(".act-line button").setAttribute("aria-disabled", "true");
  if (form.dataset.line.includes("counter-sales") && isBlank(bodyOf(form))) {
    asked.set(form, null);
    shown.delete(form);
    return write(form, null, "Say how many counters of each colour are sold.");
  }
  timers.set(form, setTimeout(() => show(form), PAUSE));
}

document.addEventListener("input", (event) => {
  if (event.target.form?.dataset.line) changed(event.target.form);
});

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (!step) return;
  const field = step.parentElement.querySelector("input");
  field.value = Math.max(0, (Number.parseInt(field.value, 10) || 0) + Number(step.dataset.step));
  changed(field.form);
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches(".counters input")) event.target.select();
});

// Before forms.js hears of it.
document.addEventListener(
  "submit",
  async (event) => {
    const form = event.target;
    if (!form.dataset.line || shown.get(form) === textOf(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clearTimeout(timers.get(form));
    await show(form);
    if (shown.has(form)) note(form, "Look at the figures, and press again.");
  },
  { capture: true },
);

document.addEventListener("refused", async (event) => {
  const form = event.target;
  if (!form.dataset.line || !event.detail.type.endsWith("/stale")) return;
  event.preventDefault();
  const before = figures.get(form);
  await show(form);
  if (shown.has(form) && figures.get(form) === before) return form.requestSubmit();
  note(form, "Another tablet has written in this book meanwhile. These are the figures now; nothing is recorded until you press again.");
});

for (const form of forms) changed(form);
