// Seating a company: names are tapped in the order of the seats. The seats are fields of the form beside them.
const form = document.querySelector("#sitting");
const list = form.querySelector("#seats");
const members = document.querySelector("#members");
let seats = [];

const buttonOf = (member) => members.querySelector(`[data-member="${member}"]`);
const nameOf = (member) => buttonOf(member).textContent;

function hidden(name, value) {
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = name;
  field.value = value;
  return field;
}

function button(label, text, does) {
  const made = document.createElement("button");
  made.type = "button";
  made.ariaLabel = label;
  made.textContent = text;
  made.addEventListener("click", does);
  return made;
}

function seat(member, at) {
  const item = document.createElement("li");
  const name = document.createElement("span");
  name.className = "name";
  name.textContent = nameOf(member);
  const earlier = button(`${nameOf(member)} one seat earlier`, "↑", () => move(member, at));
  earlier.disabled = at === 0;
  item.append(name, earlier, button(`${nameOf(member)} is not seated`, "✕", () => choose(member)), hidden("players[]", member));
  if (form.querySelector("#agreed").checked) item.append(hidden("agreed_by[]", member));
  return item;
}

function draw(words) {
  for (const button of members.children) button.ariaPressed = String(seats.includes(button.dataset.member));
  list.replaceChildren(...seats.map(seat));
  form.querySelector("#no-seats").hidden = seats.length > 0;
  form.querySelector("#agreeing").textContent = seats.length ? `: ${seats.map(nameOf).join(", ")}` : "";
  if (words) form.querySelector("#spoken").textContent = words;
}

function choose(member) {
  const seated = seats.includes(member);
  seats = seated ? seats.filter((other) => other !== member) : [...seats, member];
  draw(seated ? `${nameOf(member)} is not seated.` : `${nameOf(member)} has seat ${seats.length}.`);
}

function move(member, at) {
  seats.splice(at, 1);
  seats.splice(at - 1, 0, member);
  draw(`${nameOf(member)} has seat ${at}.`);
  list.children[at - 1].querySelector("button:enabled").focus();
}

document.addEventListener("click", ({ target }) => {
  if (target.dataset.member) choose(target.dataset.member);
  if (!target.dataset.seats) return;
  seats = target.dataset.seats.split(" ");
  draw(`${seats.length} are seated.`);
});

form.querySelector("#agreed").addEventListener("change", () => draw());

// A member who has just been added is seated.
document.querySelector("#newcomer")?.addEventListener("recorded", (event) => {
  event.preventDefault();
  const added = document.createElement("button");
  added.type = "button";
  added.dataset.member = event.detail.id;
  added.textContent = event.detail.name;
  members.append(added);
  choose(event.detail.id);
  event.target.reset();
  event.target.querySelector("input").focus();
});

draw();
