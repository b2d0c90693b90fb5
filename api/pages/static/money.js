// Amounts as a club writes them, from whole minor units and into them. The notation is "LSD", or how many decimals there are.

/** The minor units of an amount: 30 for "2s 6d", "2/6" or "30"; 125 for "1.25". null for what is no amount. */
export function minorUnits(text, notation) {
  const written = text.trim().replace(/\s+/g, " ");
  return notation === "LSD" ? pence(written) : decimal(written, Number(notation));
}

function pence(written) {
  const parts = /^(?:£ ?(\d+)(?: |$))?(?:(\d+) ?s\.?(?: |$|(?=\d)))?(?:(\d+) ?d\.?)?$/i.exec(written);
  if (parts && written) return whole((parts[1] ?? 0) * 240 + (parts[2] ?? 0) * 12 + Number(parts[3] ?? 0));
  const slashed = /^(?:£?(\d+)\/)?(\d+)\/(\d+|-)$/.exec(written);
  if (slashed) return whole((slashed[1] ?? 0) * 240 + slashed[2] * 12 + (slashed[3] === "-" ? 0 : Number(slashed[3])));
  return /^\d+$/.test(written) ? whole(Number(written)) : null;
}

function decimal(written, places) {
  const parts = /^(\d+)(?:[.,](\d+))?$/.exec(written);
  if (!parts || (parts[2] ?? "").length > places) return null;
  return whole(Number(parts[1] + (parts[2] ?? "").padEnd(places, "0")));
}

const whole = (amount) => (Number.isSafeInteger(amount) ? amount : null);

/** The notation of the page's club. */
export const notation = () => document.querySelector("[data-notation]").dataset.notation;

/** An amount of minor units as a club writes it. */
export function written(amount, notation) {
  const sign = amount < 0 ? "−" : "";
  const units = Math.abs(amount);
  if (notation !== "LSD") return sign + (units / 10 ** notation).toFixed(notation);
  const pounds = units >= 240 ? `£${Math.floor(units / 240)} ` : "";
  return `${sign}${pounds}${units >= 12 ? `${Math.floor(units / 12) % 20}s ` : ""}${units % 12}d`;
}
