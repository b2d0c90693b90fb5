// Handing the pen over: first everything that is written here is saved. Then another may take it, and loses nothing.
import { keptLines } from "./kept.js";
import { holder } from "./outbox.js";

const dialog = document.createElement("dialog");
dialog.className = "hand-over";
dialog.innerHTML = "<p role=status></p><form method=dialog><button>Close</button></form>";
dialog.ariaLabel = "Handing the pen over";
document.body.append(dialog);

function say() {
  const unsent = keptLines((line) => line.holder === holder()).length;
  dialog.firstChild.textContent = unsent
    ? `${unsent} ${unsent === 1 ? "line is" : "lines are"} to be saved first.`
    : "All is saved. Take the pen on the other tablet.";
}

addEventListener("poolbook:kept", () => dialog.open && say());
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-hands-over]")) return;
  dialog.showModal();
  say();
});
