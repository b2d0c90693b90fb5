// Forms that are sent to the API as JSON: <form data-sends="/v1/…" data-onward="/games/{id}?at_least={position}">.
//
// A field's name is its place in the body: "player", "articles.kitty.amount", "agreed_by[]" for one of a list, or
// "insert.0.after" for a part of its first. data-as says what its text means: "number", "flag", "cards" (how many, or
// which), "money" (as the club writes it), "moment" (a time of this device), "nothing" (null), or by
// default "text". A field that is left empty is left out. Fields of one name that have data-joined make one text together.
// Where the form has data-version, nothing is recorded if the record has gone on since.
// After it is recorded the reader is led onward, to an address whose {…} are fields of the answer. Before that a script
// may take over, on the form's event "recorded" with the answer, or "refused" with the problem: it prevents the default.
import { newKey, record, sentence } from "./api.js";
import { minorUnits, notation } from "./money.js";

/** What the text of a field means, by its data-as. A page may add meanings of its own. */
export const MEANINGS = {
  text: (text) => text.trim(),
  number: (text) => (/^-?\d+$/.test(text.trim()) ? Number(text) : text),
  flag: (text) => text === "true",
  money: (text) => minorUnits(text, notation()) ?? text,
  moment: (text) => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString()),
  nothing: () => null,
  cards: (text) => (/^\d+$/.test(text.trim()) ? Number(text) : text.trim().split(/[\s,]+/)),
};

/** The body that the fields of a form make. */
export function bodyOf(form, submitter) {
  const body = {};
  const fields = [...form.elements].filter((field) => field.name && !field.matches(":disabled") && field.type !== "submit");
  if (submitter?.name) fields.push(submitter);
  for (const field of fields) {
    if ((field.type === "checkbox" || field.type === "radio") && !field.checked) continue;
    if (field.value.trim() === "") continue;
    put(body, field, MEANINGS[field.dataset.as ?? "text"](field.value));
  }
  return body;
}

function put(body, { name, dataset }, value) {
  const path = name.replace("[]", "").split(".");
  const last = path.pop();
  const within = path.reduce((part, step, n) => (part[step] ??= /^\d+$/.test(path[n + 1] ?? last) ? [] : {}), body);
  if (name.endsWith("[]")) (within[last] ??= []).push(value);
  else if ("joined" in dataset) within[last] = (within[last] ?? "") + value;
  else within[last] = value;
}

/** The key of a form's present body: sent twice, the same body is recorded once. */
const keys = new WeakMap();
function keyOf(form, body) {
  const text = JSON.stringify(body);
  if (keys.get(form)?.text !== text) keys.set(form, { text, key: newKey() });
  return keys.get(form).key;
}

function onward(form, answer) {
  location.assign(form.dataset.onward.replace(/\{(\w+)\}/g, (_, name) => answer.body[name]));
}

/** What is wrong with each field, by its name: `articles.kitty.amount`, `players.2`. */
function errorsIn(what, name = "") {
  if (typeof what === "string" || Array.isArray(what)) return [[name, [what].flat().join(" ")]];
  return Object.entries(what ?? {}).flatMap(([inner, deeper]) => errorsIn(deeper, name ? `${name}.${inner}` : inner));
}

/** The place in a form that a reader sees for a field of the body, or for that of which it is a part. */
function placeOf(form, name) {
  const places = [...form.querySelectorAll("input, select, textarea, [data-field]")].filter((place) => place.type !== "hidden");
  for (let part = name; part; part = part.replace(/(^|\.)[^.]*$/, "")) {
    const place = places.find((field) => [field.name, field.dataset.field].some((given) => given === part || given === `${part}[]`));
    if (place) return place;
  }
  return null;
}

function markAt(place, text) {
  const note = document.createElement("p");
  note.className = "refusal at-field";
  note.id = `refusal-${Math.random().toString(36).slice(2)}`;
  note.setAttribute("role", "alert");
  note.textContent = text;
  (place.closest("[data-field]") ?? place.closest("div, fieldset") ?? place).append(note);
  place.setAttribute("aria-describedby", note.id);
  if ("name" in place && place.matches("input, select, textarea")) place.setAttribute("aria-invalid", "true");
  for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

/** Say what was refused: at the field that is wrong, and what belongs to no field at the end of the form. */
export function refuse(form, problem) {
  const unplaced = [];
  const places = [];
  for (const [name, text] of errorsIn(problem?.errors)) {
    const place = placeOf(form, name);
    if (place) places.push(place);
    if (place) markAt(place, text);
    else unplaced.push(`${name}: ${text}`);
  }
  places[0]?.focus();
  if (places.length && !unplaced.length) return;
  let end = form.querySelector(".refusal:not(.at-field)");
  if (!end) {
    end = document.createElement("p");
    end.className = "refusal";
    end.setAttribute("role", "alert");
    form.append(end);
  }
  end.textContent = unplaced.length ? unplaced.join("; ") : sentence(problem);
}

/** Take away what an earlier refusal said. */
function clear(form) {
  for (const note of form.querySelectorAll(".at-field")) note.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  form.querySelector(".refusal")?.replaceChildren();
}

const tell = (form, what, detail) => form.dispatchEvent(new CustomEvent(what, { detail, bubbles: true, cancelable: true }));

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.sends) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  clear(form);
  const body = bodyOf(form, event.submitter);
  const headers = form.dataset.version ? { "If-Match": `"${form.dataset.version}"` } : {};
  try {
    const answer = await record(form.dataset.sends, body, keyOf(form, body), headers);
    if (answer.ok && tell(form, "recorded", answer.body)) onward(form, answer);
    if (!answer.ok && tell(form, "refused", answer.body)) refuse(form, answer.body);
  } catch {
    refuse(form, { detail: "the service does not answer: nothing is lost; send it again when it does" });
  }
  form.ariaBusy = "false";
});
