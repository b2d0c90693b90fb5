// Amounts of minor units as the club writes them, and back: `2s 6d`, or `1.25`.
const club = () => document.querySelector("[data-currency]").dataset;

/** An amount as it is written. */
export function written(amount) {
  const { currency, decimals } = club();
  if (currency !== "LSD") return inDecimals(amount, Number(decimals));
  const pounds = amount >= 240 ? `£${Math.floor(amount / 240)} ` : "";
  const shillings = amount >= 12 ? `${Math.floor(amount / 12) % 20}s ` : "";
  return `${pounds}${shillings}${amount % 12}d`;
}

function inDecimals(amount, places) {
  if (!places) return String(amount);
  const digits = String(amount).padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The minor units that a text names; null where it names none. Pence may stand alone, or as `1s 6d`, or `1/6`. */
export function read(text) {
  const { currency, decimals } = club();
  const given = text.trim().toLowerCase();
  if (currency !== "LSD") return readDecimals(given, Number(decimals));
  const parts = /^(?:£?(\d+)\s*[£l]?\s+)?(?:(\d+)\s*(?:s\.?|\/)\s*)?(?:(\d+)\s*d?\.?)?$/.exec(given) ?? [];
  return parts[2] || parts[3] ? 240 * Number(parts[1] ?? 0) + 12 * Number(parts[2] ?? 0) + Number(parts[3] ?? 0) : null;
}

function readDecimals(text, places) {
  const parts = /^(\d+)(?:[.,](\d+))?$/.exec(text);
  if (!parts || (parts[2] ?? "").length > places) return null;
  return Number(parts[1] + (parts[2] ?? "").padEnd(places, "0"));
}
