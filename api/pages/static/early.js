// What is sent before the scripts that send it have come is held, and sent when they are here. This script alone is
// loaded before the page is shown; the others are here when the document has been read to its end.
const held = new Map();

function hold(event) {
  if (event.target.hasAttribute("method")) return; // The browser sends it.
  event.preventDefault();
  event.stopImmediatePropagation();
  held.set(event.target, event.submitter);
}

addEventListener("submit", hold, { capture: true });
document.addEventListener("DOMContentLoaded", () => {
  removeEventListener("submit", hold, { capture: true });
  for (const [form, submitter] of held) form.requestSubmit(submitter);
});
