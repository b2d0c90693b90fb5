// A token that has just been issued is shown this once. Nothing of it is kept on this device.
document.querySelector("#issue").addEventListener("recorded", (event) => {
  event.preventDefault();
  const place = document.querySelector("#issued");
  place.querySelector("code").textContent = event.detail.token ?? "was shown already: revoke it, and issue another";
  place.hidden = false;
  event.target.reset();
  event.target.hidden = true;
});
