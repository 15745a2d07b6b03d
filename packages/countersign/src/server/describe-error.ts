/**
 * An error in one line. Parts that come from an address or the site are quoted, in printable ASCII, so that they can't forge a line
 * of the log.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return quote(error);
  const { message, code } = (error.cause ?? {}) as Error & { code?: string };
  return join(quote(error.message), code ?? (message && quote(message)));
}

export const join = (...parts: unknown[]) => parts.filter(Boolean).join(' ');

/** Credentials are in the message if a runtime refuses a header. */
export function quote(text: unknown): string {
  const safe = String(text).replace(/(basic|bearer) [^"']+/gi, '$1 …');
  return `"${safe
    .replace(/[^\x20-\x7e]/g, '?')
    .replaceAll('"', "'")
    .slice(0, 300)}"`;
}

export const quoteCode = (code: unknown) => (/^\w{1,40}$/.test(String(code)) ? String(code) : quote(code));
