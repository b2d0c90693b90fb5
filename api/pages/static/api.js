// How scripts speak to the API: by the session's cookie and its word, with a key by which a repeat is known.

/** The answer of the API: its status, its body (a problem document where it is refused), and its headers. */
export async function ask(method, path, { body, headers = {}, signal } = {}) {
  const given = { Accept: "application/json", ...headers };
  if (method !== "GET") given["Poolbook-Session"] = document.querySelector("meta[name=session]").content;
  if (body !== undefined) given["Content-Type"] = "application/json";
  const answer = await fetch(path, { method, headers: given, body: body === undefined ? undefined : JSON.stringify(body), signal });
  const text = await answer.text();
  return { ok: answer.ok, status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
}

/** Record something under a key. Sent again under the same key, it is recorded once. */
export const record = (path, body, key, headers = {}) =>
  ask("POST", path, { body, headers: { "Idempotency-Key": key, ...headers } });

/** A page of this service: whether it came as it was asked for, where it led, and its document. */
export async function readPage(url) {
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  const { ok, redirected } = answer;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { ok: ok && !redirected, redirected, url: answer.url, page };
}

/** A new key: 128 bits of chance. (Browsers have `randomUUID` for secure addresses only.) */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What a problem document says, as one sentence with the law where it names one. */
export function sentence(problem) {
  const said = problem?.detail ?? problem?.title ?? "the service cannot be understood: try again";
  return problem?.law ? `${said} (law ${problem.law})` : said;
}
