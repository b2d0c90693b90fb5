// Handing the pen over: first everything that is written here is saved. Then another may take it, and loses nothing.
import { keptLines } from "./kept.js";
import { holder } from "./outbox.js";

const unsent = () => keptLines((line) => line.holder === holder()).length;

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-hands-over]");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  const status = button.parentElement.querySelector("[role=status]");
  const say = () => (status.textContent = unsent() ? `${unsent()} to be sent first` : "All is saved: take the pen on the other tablet.");
  addEventListener("poolbook:kept", say);
  say();
});
