// The slip: what was paid instead must add up to what the laws award, with the sources of the difference; the foot
// shows it while it is being written. A fund may have been paid out of, or have been left more than the laws give it.
import { MEANINGS } from "./forms.js";
import { minorUnits, notation, written } from "./money.js";

MEANINGS.kept = (text) => {
  const amount = minorUnits(text, notation());
  return amount === null ? text : -amount;
};

const amountIn = ({ value, dataset }) => {
  if (!value.trim()) return 0;
  const amount = minorUnits(value, notation());
  return amount === null ? NaN : dataset.as === "kept" ? -amount : amount;
};
const total = (fields, worth) => fields.reduce((sum, field) => sum + worth(field), 0);

/** Show whether what was paid adds up; only then can it be recorded. */
function balance(form) {
  const fields = [...form.querySelectorAll("[data-as=money], [data-as=kept]")];
  const sources = fields.filter((field) => "source" in field.dataset);
  const paid = total(fields.filter((field) => !("source" in field.dataset)), amountIn);
  const come = Number(form.dataset.addsUpTo) + total(sources, (field) => Number(field.dataset.counts) * amountIn(field));
  const over = paid - come;
  const named = sources.some((field) => field.value.trim());
  const note = form.querySelector("[data-balance]");
  form.querySelector("[data-foot]").textContent = Number.isNaN(paid) ? "?" : written(paid, notation());
  if (Number.isNaN(over)) note.textContent = "One of these is no amount.";
  else if (over) {
    const unexplained = over > 0 ? "too much: say below where it came from." : "too little: say below where it went.";
    note.textContent = `${written(Math.abs(over), notation())} ${named ? `too ${over > 0 ? "much" : "little"}, by what is said below.` : unexplained}`;
  }
  else note.textContent = named ? "It adds up, with where the difference came from." : "It adds up to what the laws award.";
  note.classList.toggle("refusal", over !== 0);
  form.querySelector("[data-pays]").ariaDisabled = String(over !== 0);
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-adds-up-to]");
  if (!form) return;
  const { direction } = event.target.dataset;
  if (direction) form.querySelector(`#${direction}`).dataset.as = event.target.value;
  balance(form);
});

for (const form of document.querySelectorAll("[data-adds-up-to]")) balance(form);

document.addEventListener(
  "submit",
  (event) => {
    if (event.target.querySelector("[data-pays]")?.ariaDisabled !== "true") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
