// The slip: what was paid instead must add up to what the laws award, and the foot shows it while it is being written.
import { minorUnits, written } from "./money.js";

document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-adds-up-to]");
  if (!form) return;
  const { notation } = form.dataset;
  const amounts = [...form.querySelectorAll("[data-as=money]")].map(({ value }) => (value.trim() ? minorUnits(value, notation) : 0));
  const sum = amounts.includes(null) ? NaN : amounts.reduce((total, amount) => total + amount, 0);
  const over = sum - Number(form.dataset.addsUpTo);
  const balance = form.querySelector("[data-balance]");
  form.querySelector("[data-foot]").textContent = Number.isNaN(sum) ? "?" : written(sum, notation);
  if (Number.isNaN(sum)) balance.textContent = "One of these is no amount.";
  else if (over) balance.textContent = over > 0 ? `${written(over, notation)} too much.` : `${written(-over, notation)} too little.`;
  else balance.textContent = "It adds up to what the laws award.";
  balance.classList.toggle("refusal", over !== 0);
  form.querySelector("[data-pays]").ariaDisabled = String(over !== 0);
});

document.addEventListener(
  "submit",
  (event) => {
    if (event.target.querySelector("[data-pays]")?.ariaDisabled !== "true") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
