// Cards by rank, then suit. A rank stays chosen, so three kings are four taps; a keyboard types `KhKdKs`.
const sheet = document.querySelector("#cards");
const SUITS = { h: "hearts", d: "diamonds", s: "spades", c: "clubs" };
let lists = [];
let here = 0;
let rank = null;
let done = () => {};

/** The cards that a text names, such as `Kh 10d Jo`. */
export const cardsIn = (text) =>
  [...text.matchAll(/(?:(10|[2-9tjqka])([shdc]))|jo/gi)].map(([whole, rank, suit]) =>
    rank ? `${rank === "10" ? "T" : rank.toUpperCase()}${suit.toLowerCase()}` : "Jo",
  );

/** Ask for cards: the lists {name, label, least, most}, one after another. The cards by the names of their lists, or null
 * where the sheet is closed. With the joker in one of them, the card it stands for is asked too, as `joker_as`. */
export function askCards({ title, confirm = "Record", wanted, joker = false }) {
  lists = wanted.map((list) => ({ ...list, cards: [...(list.cards ?? [])] }));
  here = 0;
  rank = null;
  sheet.querySelector("#cards-title").textContent = title;
  sheet.querySelector("#cards-done").textContent = confirm;
  sheet.querySelector("[data-joker]").hidden = !joker;
  draw();
  sheet.showModal();
  sheet.querySelector("[data-rank]").focus({ preventScroll: true });
  return new Promise((resolve) => (done = resolve));
}

const all = () => lists.flatMap((list) => list.cards);

function take(card) {
  const list = lists[here];
  if (list.cards.includes(card) || list.cards.length >= list.most) return;
  list.cards.push(card);
  if (card === "Jo" && list.name === "cards" && list.stands && !lists.some((other) => other.name === "joker_as")) {
    lists.push({ name: "joker_as", label: "The joker as", least: 1, most: 1, cards: [] });
  }
  if (list.cards.length === list.most && here + 1 < lists.length) here += 1;
  draw();
}

function back() {
  while (here > 0 && !lists[here].cards.length) here -= 1;
  const card = lists[here].cards.pop();
  if (card === "Jo") lists = lists.filter((list) => list.name !== "joker_as");
  draw();
}

const complete = () => lists.every((list) => list.cards.length >= list.least);

function finish() {
  if (!complete()) return;
  done(Object.fromEntries(lists.map((list) => [list.name, list.cards])));
  sheet.close();
}

function draw() {
  sheet.querySelector("#cards-lists").replaceChildren(...lists.map(listShown));
  for (const key of sheet.querySelectorAll("[data-rank]")) key.setAttribute("aria-pressed", String(key.dataset.rank === rank));
  for (const key of sheet.querySelectorAll("[data-suit]")) key.setAttribute("aria-disabled", String(!rank || all().includes(rank + key.dataset.suit)));
  sheet.querySelector("#cards-done").setAttribute("aria-disabled", String(!complete()));
}

function listShown(list, n) {
  const line = document.createElement("button");
  line.type = "button";
  line.className = "cards-list";
  line.setAttribute("role", "radio");
  line.setAttribute("aria-checked", String(n === here));
  line.dataset.list = n;
  const label = document.createElement("span");
  label.className = "small";
  label.textContent = list.label;
  const hand = document.createElement("span");
  hand.className = "hand";
  hand.replaceChildren(...list.cards.map(cardShown), ...Array.from({ length: list.most - list.cards.length }, cardShown));
  line.append(label, hand);
  return line;
}

/** A card, or the place of one, as the pages draw them (`parts.html`). */
function cardShown(card) {
  const make = (name, attributes, parent) => {
    const part = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    parent?.append(part);
    return part;
  };
  const svg = make("svg", { viewBox: "0 0 50 70" });
  make("rect", { x: 0.5, y: 0.5, width: 49, height: 69, rx: 6 }, svg);
  if (typeof card !== "string") {
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("class", "missing");
    return svg;
  }
  const colour = "hd".includes(card[1]) ? "red" : "black";
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", card === "Jo" ? "joker" : `${card[0]} of ${SUITS[card[1]]}`);
  const text = make("text", { class: card === "Jo" ? "black" : colour, x: 25, y: card === "Jo" ? 46 : 31 }, svg);
  text.textContent = card === "Jo" ? "Jo" : card[0] === "T" ? "10" : card[0];
  if (card !== "Jo") make("use", { class: colour, href: `#suit-${card[1]}`, x: 12, y: 37, width: 26, height: 26 }, svg);
  return svg;
}

function press(rankChosen) {
  rank = rankChosen;
  draw();
}

sheet.addEventListener("click", (event) => {
  const { rank: ranked, suit, list, joker, back: backwards } = event.target.closest("button")?.dataset ?? {};
  if (ranked) press(ranked);
  else if (suit && rank) take(rank + suit);
  else if (joker !== undefined) take("Jo");
  else if (backwards !== undefined) back();
  else if (event.target.closest("#cards-done")) finish();
  else if (list !== undefined) {
    here = Number(list);
    draw();
    sheet.querySelectorAll(".cards-list")[here].focus();
  }
});

sheet.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  const ranked = key === "1" || key === "0" ? "T" : key.toUpperCase();
  if (key === "backspace") back();
  else if (key in SUITS && rank) take(rank + key);
  else if ("23456789TJQKA".includes(ranked) && ranked.length === 1) press(ranked);
  else if (key === "o" && rank === "J" && !sheet.querySelector("[data-joker]").hidden) take("Jo");
  else if (key === "enter" && complete() && !event.target.closest("[data-list], .close")) finish();
  else return;
  event.preventDefault();
});
sheet.addEventListener("close", () => done(null));
