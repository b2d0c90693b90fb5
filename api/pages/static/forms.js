// Forms that are sent to the API as JSON: <form data-sends="/v1/…" data-onward="/games/{id}?at_least={position}">.
//
// A field's name is its place in the body: "player", "articles.kitty.amount", or "agreed_by[]" for one of a list.
// data-as says what its text means: "number", "flag", or by default "text". A field that is left empty is left out.
// After it is recorded the reader is led onward, to an address whose {…} are fields of the answer.
import { newKey, record, sentence } from "./api.js";

/** What the text of a field means, by its data-as. A page may add meanings of its own. */
export const MEANINGS = {
  text: (text) => text.trim(),
  number: (text) => (/^-?\d+$/.test(text.trim()) ? Number(text) : text),
  flag: (text) => text === "true",
};

/** The body that the fields of a form make. */
export function bodyOf(form, submitter) {
  const body = {};
  const fields = [...form.elements].filter((field) => field.name && !field.disabled && field.type !== "submit");
  if (submitter?.name) fields.push(submitter);
  for (const field of fields) {
    if ((field.type === "checkbox" || field.type === "radio") && !field.checked) continue;
    if (field.value.trim() === "") continue;
    put(body, field.name, MEANINGS[field.dataset.as ?? "text"](field.value));
  }
  return body;
}

function put(body, name, value) {
  const path = name.replace("[]", "").split(".");
  const last = path.pop();
  const within = path.reduce((part, step) => (part[step] ??= {}), body);
  if (name.endsWith("[]")) (within[last] ??= []).push(value);
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

function refuse(form, problem) {
  let place = form.querySelector(".refusal");
  if (!place) {
    place = document.createElement("p");
    place.className = "refusal";
    place.setAttribute("role", "alert");
    form.append(place);
  }
  const errors = Object.entries(problem?.errors ?? {}).map(([name, what]) => `${name}: ${[what].flat().map(words).join(", ")}`);
  place.textContent = errors.length ? errors.join("; ") : sentence(problem);
}

const words = (what) => (typeof what === "string" ? what : Object.entries(what).map(([name, inner]) => `${name}: ${[inner].flat().map(words).join(", ")}`).join("; "));

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.sends) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  form.querySelector(".refusal")?.replaceChildren();
  const body = bodyOf(form, event.submitter);
  try {
    const answer = await record(form.dataset.sends, body, keyOf(form, body));
    if (answer.ok) onward(form, answer);
    else refuse(form, answer.body);
  } catch {
    refuse(form, { detail: "the service does not answer: nothing is lost; send it again when it does" });
  }
  form.ariaBusy = "false";
});
