/** One field of a form that was sent as `multipart/form-data`. */
export type Part = { name: string; content: Buffer; isFile: boolean };

/** A browser makes its boundary of these. RFC 2046 allows more kinds, which Node's own reader refuses. */
const contentTypes = /^multipart\/form-data; *boundary=("?)([\w'+.-]{1,70})\1$/;
/**
 * A browser's headers of a field or file. Next.js's readers take a backslash for the beginning of something else, fail
 * at a control character, and read a field in whatever encoding it names.
 */
const partHeaders =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  /^Content-Disposition: form-data; name="([^"\\\x00-\x1f\x7f]+)"(; filename="[^"\\\x00-\x1f\x7f]*"(\r\nContent-Type: [^\x00-\x1f\x7f]*)?)?$/i;
/** Ours have a hundred. Next.js fails at 16 kB. */
const longestHeadersInBytes = 4096;

/**
 * Reads a form as browsers send it (RFC 7578). Stricter than the readers of Next.js behind it, which take each other's
 * mistakes for their own: what passes here they can read.
 * @returns null when it is anything else.
 */
export function readMultipart(body: Buffer, contentType: string): Part[] | null {
  const boundary = contentTypes.exec(contentType)?.[2];
  if (boundary === undefined) return null;
  const delimiter = `\r\n--${boundary}`;
  // The first one has no line before it.
  const text = Buffer.concat([Buffer.from('\r\n'), body]);
  const parts: Part[] = [];
  let at = text.indexOf(delimiter);
  if (at !== 0) return null;
  for (;;) {
    at += delimiter.length;
    const rest = text.toString('latin1', at, at + 4);
    if (rest === '--' || rest === '--\r\n') return at + rest.length === text.length ? parts : null;
    const end = text.indexOf(delimiter, at);
    const headersEnd = text.indexOf('\r\n\r\n', at);
    // With no end at all, which is -1, its headers go past it.
    if (!rest.startsWith('\r\n') || headersEnd < 0 || headersEnd + 4 > end) return null;
    // Node's own reader looks for the boundary without what is in front of it, and fails where it finds one in a field.
    if (text.indexOf(boundary, at) !== end + delimiter.length - boundary.length) return null;
    if (headersEnd - at > longestHeadersInBytes) return null;
    const [, name, file] = partHeaders.exec(text.toString('utf8', at + 2, headersEnd)) ?? [];
    if (name === undefined) return null;
    parts.push({ name, content: text.subarray(headersEnd + 4, end), isFile: file !== undefined });
    at = end;
  }
}
