// The keys of a page, which stand in its dialog #keys: `?` opens it.

/** Whether a key that was pressed belongs to a field, to a dialog, or to the browser. */
export function elsewhere(event) {
  const field = event.target.closest?.("input:not([type=range], [type=checkbox], [type=radio]), select, textarea");
  return event.ctrlKey || event.metaKey || event.altKey || Boolean(field) || Boolean(document.querySelector("dialog[open]"));
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || elsewhere(event)) return;
  event.preventDefault();
  document.querySelector("#keys").showModal();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-opens=keys]")) document.querySelector("#keys").showModal();
});
