// Corrections: the fields of the acts that are put in, and what would follow, which is asked before it is recorded.
import { ask, sentence } from "./api.js";
import { bodyOf } from "./forms.js";
import { written } from "./money.js";

/** Show the fields of the act that is chosen, and send no others. */
function chosen(select) {
  const row = select.closest("[data-put-in]");
  for (const part of row.querySelectorAll("[data-of-act]")) {
    part.hidden = !select.value;
    for (const field of part.querySelectorAll("input, select")) field.disabled = !select.value;
  }
  for (const fields of row.querySelectorAll("[data-fields-of]")) fields.hidden = fields.disabled = fields.dataset.fieldsOf !== select.value;
}

/** Add another act below the others, with names and ids of its own. */
function another(button) {
  const rows = button.closest(".put-ins").querySelectorAll("[data-put-in]");
  const row = rows[0].cloneNode(true);
  for (const marked of row.querySelectorAll("[id], [name], [for]")) {
    for (const mark of ["id", "name", "for"]) {
      if (marked.hasAttribute(mark)) marked.setAttribute(mark, marked.getAttribute(mark).replace("insert.0.", `insert.${rows.length}.`));
    }
  }
  for (const field of row.querySelectorAll("input")) {
    if (field.type === "checkbox") field.checked = false;
    else field.value = "";
  }
  rows[rows.length - 1].after(row);
  const select = row.querySelector("[data-act]");
  select.value = "";
  chosen(select);
  select.focus();
}

const slipsOf = (form) => {
  const { strike = [], insert = [] } = bodyOf(form);
  return { strike, insert: insert.filter(Boolean) };
};

async function whatWouldFollow(form) {
  const slips = slipsOf(form);
  if (!slips.strike.length && !slips.insert.length) return follows(form, "Nothing is chosen to be struck or put in.");
  follows(form, "Asking …");
  try {
    const answer = await ask("POST", `${form.dataset.mends}/what-if`, { body: slips });
    if (JSON.stringify(slipsOf(form)) !== JSON.stringify(slips)) return undefined; // It was changed meanwhile.
    if (answer.ok) return compare(form, answer.body);
    // An unfinished game has no settlement, and is corrected all the same.
    return follows(form, refusal(answer.body, form), { recordable: answer.body.code === "unfinished" && !("closed" in form.dataset) });
  } catch {
    return follows(form, "The service does not answer. Nothing is recorded; ask again when it does.");
  }
}

function refusal(problem, form) {
  if (problem.code === "unfinished" && "closed" in form.dataset) return "These acts do not end the game, and its sitting is closed: put in those that end it.";
  if (problem.code === "unfinished") return "These acts do not end the game, so there is no settlement yet; it may be recorded.";
  const where = problem.step ? ` At step ${problem.step}.` : "";
  return `It cannot stand so: ${problem.errors ? Object.values(problem.errors).flat().join("; ") : sentence(problem)}.${where}`;
}

function compare(form, settlement) {
  const { notation } = form.dataset;
  let differences = 0;
  const put = (row, then) => {
    const now = row.dataset.now === "" ? null : Number(row.dataset.now);
    const difference = now === null ? null : then - now;
    differences += difference ? 1 : 0;
    const cell = row.querySelector("[data-then]");
    cell.textContent = written(then, notation);
    cell.classList.toggle("won", "member" in row.dataset && then > 0);
    cell.classList.toggle("lost", then < 0);
    row.querySelector("[data-difference]").textContent = difference ? `${difference > 0 ? "+" : ""}${written(difference, notation)}` : "none";
    row.classList.toggle("differs", Boolean(difference));
  };
  for (const row of form.querySelectorAll("tr[data-member]")) put(row, settlement.results[row.dataset.member] ?? 0);
  put(form.querySelector("tr[data-carried]"), settlement.carried_out);
  if (!settlement.affected && "paid" in form.dataset) return follows(form, "The corrected pool may not hold what was paid out of it: say below what was paid.", { recordable: true, kept: true });
  if (!settlement.affected) return follows(form, "The sitting's book would not allow it: something that was bought back or paid since would no longer be possible.");
  const closed = "closed" in form.dataset ? " An adjusting entry settles it between those for whom it differs." : "";
  const places = differences === 1 ? "one place" : `${differences} places`;
  follows(form, differences ? `The settlement would differ in ${places}.${closed}` : "The settlement would be as it is.", { recordable: true, kept: true });
  return affected(form, settlement.affected);
}

/** Say of each later game whether it would still follow; of none where nothing was asked. */
function affected(form, games) {
  for (const line of form.querySelectorAll("[data-later]")) {
    if ("closed" in line.closest("form").dataset) {
      line.querySelector("[data-fares]").textContent = "stays as it was played";
      continue;
    }
    const amiss = games?.includes(line.dataset.later);
    line.classList.toggle("warn", Boolean(amiss));
    line.querySelector("[data-fares]").textContent = amiss ? "would no longer follow, and must be mended after it" : games ? "would stand as it is" : "was played after it";
  }
}

/** Say what would follow. What was shown of another record is taken away, and only what was asked can be recorded. */
function follows(form, words, { recordable = false, kept = false } = {}) {
  form.querySelector("[data-foreseen]").textContent = words;
  form.querySelector("[data-record]").ariaDisabled = String(!recordable);
  if (kept) return;
  for (const cell of form.querySelectorAll("[data-then], [data-difference]")) {
    cell.textContent = "–";
    cell.classList.remove("won", "lost");
  }
  for (const row of form.querySelectorAll(".compared .differs")) row.classList.remove("differs");
  affected(form, null);
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-act]")) chosen(event.target);
});

document.addEventListener("input", (event) => {
  const form = event.target.closest("form.correction");
  if (form && event.target.name !== "reason" && !/^(paid|from)\./.test(event.target.name)) follows(form, "Ask what would follow, and it can be recorded.");
});

document.addEventListener("click", (event) => {
  if (event.target.matches("[data-another]")) another(event.target);
  else if (event.target.matches("[data-ask]")) whatWouldFollow(event.target.form);
});

document.addEventListener(
  "submit",
  (event) => {
    const button = event.target.querySelector("[data-record]");
    if (button?.ariaDisabled !== "true") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    whatWouldFollow(event.target);
  },
  { capture: true },
);
