/**
 * An error in one line. Parts that come from an address or the site are quoted, in printable ASCII, so that they can't forge a line
 * of the log.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return quote(error);
  const { message, code } = (error.cause ?? {}) as Error & { code?: string };
  return join(quote(error.message), code ?? (message && quote(message)));
}

/** An error of the app's own code, with its frames, in one line. */
export function describeThrown(error: unknown): string {
  if (!(error instanceof Error)) return describeError(error);
  const frames = error.stack?.match(/^\s+at .+$/gm)?.map((frame) => frame.trim());
  return join(quoteCode(error.name), describeError(error), frames && quote(frames.join(' '), 2000));
}

export const join = (...parts: unknown[]) => parts.filter(Boolean).join(' ');

/** Credentials are in the message if a runtime refuses a header. */
export function quote(text: unknown, longest = 300): string {
  const safe = String(text).replace(/(basic|bearer) [^"']+/gi, '$1 …');
  return `"${safe
    .replace(/[^\x20-\x7e]/g, '?')
    .replaceAll('"', "'")
    .slice(0, longest)}"`;
}

export const quoteCode = (code: unknown) => (/^\w{1,40}$/.test(String(code)) ? String(code) : quote(code));
