// Pages that bring themselves up to date: <main data-follows="<club>" data-after="<position>" data-concerns="<id> …">.
//
// When something happens in one of the streams that a page names (or anywhere in the club, where it names none), the
// page is fetched again, and each part of it that is marked data-part and has changed is put in the place of the old
// one. A page with a script of its own listens to the event "poolbook:change" instead, and prevents its default.
import { readPage } from "./api.js";
import { follow } from "./live.js";

const page = document.querySelector("main[data-follows]");
const concerns = page?.dataset.concerns?.split(" ") ?? [];
const IN_USE = "form[data-touched], form[aria-busy=true], form .refusal:not(:empty)";
/** A form that somebody writes in, that is being sent, or that says why it was refused, is left where it is. */
let wanted = 0;
let fetched = 0;
let fetching = false;

export const isInUse = (part) => part.querySelector(IN_USE) !== null;
document.addEventListener("input", (event) => event.target.form?.setAttribute("data-touched", ""));

/** Fetch this page as of the position `wanted`, until none newer is wanted meanwhile. */
async function refresh() {
  if (fetching) return;
  fetching = true;
  while (fetched < wanted) {
    const position = wanted;
    const url = new URL(location.href);
    url.searchParams.set("at_least", position);
    const answer = await readPage(url).catch(() => null);
    if (answer?.redirected) break; // He is signed in no longer.
    if (!answer?.ok) {
      await new Promise((done) => setTimeout(done, 1_000)); // The network is away, or the read tables are behind.
      continue;
    }
    put(answer.page);
    fetched = position;
  }
  fetching = false;
}

/** Open in a new part what somebody has opened in the old one; each fold is known by its summary. */
function keepOpen(part, other) {
  const summary = (fold) => fold.querySelector("summary")?.textContent;
  const opened = new Set(Array.from(part.querySelectorAll("details[open]"), summary));
  for (const fold of other.querySelectorAll("details")) if (opened.has(summary(fold))) fold.open = true;
}

/** Put the parts of another version of this page in the place of those that differ. */
function put(next) {
  for (const part of document.querySelectorAll("[data-part]")) {
    const other = next.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!other || other.isEqualNode(part) || isInUse(part)) continue;
    keepOpen(part, other);
    const focused = part.contains(document.activeElement) ? document.activeElement.id : null;
    part.replaceWith(other);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }
}

function changed(events) {
  const ours = events.filter((event) => !event.stream || !concerns.length || concerns.includes(event.stream));
  if (!ours.length) return;
  wanted = ours.at(-1).position;
  if (document.dispatchEvent(new CustomEvent("poolbook:change", { cancelable: true, detail: ours }))) refresh();
}

let answered = true;

/** Note whether the service answers. When it does again, the page may have missed what it could not fetch. */
function hear(answers) {
  if (answers === answered) return;
  answered = answers;
  document.dispatchEvent(new CustomEvent("poolbook:service", { detail: answers }));
  if (answers && wanted) changed([{ position: wanted }]);
}

if (page) follow(page.dataset.follows, Number(page.dataset.after), changed, hear);
