// Why not? A button that is not lit says it when it is held, tapped, right-clicked, or asked by a key: the law, what the
// law says, and the figure that fails. The reasons stand in the page, from the rules that would refuse the act.
const HOLD = 500;
let held = null;

const panel = () => document.querySelector("#why");
const grey = (target) => target.closest?.("button.act[aria-disabled=true]");

/** Say why the act of a button that is not lit is refused. */
export function sayWhy(button) {
  const reason = document.getElementById(button.getAttribute("aria-describedby"));
  if (!reason) return;
  panel().replaceChildren(...reason.cloneNode(true).childNodes);
  if (!panel().matches(":popover-open")) panel().showPopover();
  document.querySelector("#spoken").textContent = panel().textContent;
}

export const hideWhy = () => panel()?.hidePopover();

document.addEventListener("pointerdown", (event) => {
  const button = grey(event.target);
  if (button) held = setTimeout(() => sayWhy(button), HOLD);
  else if (!event.target.closest("#why")) hideWhy();
});
document.addEventListener("keydown", (event) => event.key === "Escape" && hideWhy());
for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, () => clearTimeout(held), true);

document.addEventListener("contextmenu", (event) => {
  const button = grey(event.target);
  if (!button) return;
  event.preventDefault();
  sayWhy(button);
});
