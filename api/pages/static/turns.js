// Whose turn it is while lines wait that nobody has judged: a guess, which the scorekeeper may put right by tapping a seat.
const seats = () => [...document.querySelectorAll(".seat")];

/** The name of a member at this table. */
export const nameOf = (member) => document.querySelector(`.seat[data-member="${CSS.escape(member ?? "")}"]`)?.dataset.name ?? "";

/** The player whose turn it should be after these lines: as a rule the next to the left who is still in. */
export function guessed(lines) {
  const { turn, phase, anteMan, dealer } = document.querySelector("#place").dataset;
  const out = new Set(seats().filter((seat) => !("in" in seat.dataset)).map((seat) => seat.dataset.member));
  let [next, now] = [turn || dealer, phase];
  for (const { body } of lines) {
    if (body.action === "deal") [next, now] = [leftOf(anteMan, out), "say"];
    if (body.action === "pass" || body.action === "foul") out.add(body.player);
    if (body.action === "draw") now = "draw";
    if (ENDS_TURN.has(body.action) && !(body.action === "stake" && now === "draw")) next = leftOf(body.player, out);
  }
  return next;
}

const ENDS_TURN = new Set(["stake", "pass", "stand", "draw", "demand_show", "show"]);

function leftOf(member, out) {
  const order = seats().map((seat) => seat.dataset.member);
  const at = order.indexOf(member) + 1;
  return [...order.slice(at), ...order.slice(0, at)].find((other) => !out.has(other)) ?? member;
}
