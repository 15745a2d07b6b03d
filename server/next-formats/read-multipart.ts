export type Part = { name: string; content: Buffer; isFile: boolean };

/** The characters of browsers' boundaries. RFC 2046 allows others, which Node's own reader refuses. */
const contentTypes = /^multipart\/form-data; *boundary=("?)([\w'+.-]{1,70})\1$/;
/** Browsers' headers. Next.js misreads backslashes, fails at control characters, and decodes a field in whatever encoding it names. */
const partHeaders =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  /^Content-Disposition: form-data; name="([^"\\\x00-\x1f\x7f]+)"(; filename="[^"\\\x00-\x1f\x7f]*"(\r\nContent-Type: [^\x00-\x1f\x7f]*)?)?$/i;
/** The site's forms need about a hundred. Next.js fails at 16 kB. */
const longestHeadersInBytes = 4096;

/** Reads a form as browsers send it (RFC 7578), so that both of Next.js's readers, which disagree about others, can. Null for the rest. */
export function readMultipart(body: Buffer, contentType: string): Part[] | null {
  const boundary = contentTypes.exec(contentType)?.[2];
  if (boundary === undefined) return null;
  const delimiter = `\r\n--${boundary}`;
  // The first delimiter has no line break before it.
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
    // Without a closing delimiter, `end` is -1, and the headers extend past it.
    if (!rest.startsWith('\r\n') || headersEnd < 0 || headersEnd + 4 > end) return null;
    // Node's own reader searches for the bare boundary, and fails if a field contains it.
    if (text.indexOf(boundary, at) !== end + delimiter.length - boundary.length) return null;
    if (headersEnd - at > longestHeadersInBytes) return null;
    const [, name, file] = partHeaders.exec(text.toString('utf8', at + 2, headersEnd)) ?? [];
    if (name === undefined) return null;
    parts.push({ name, content: text.subarray(headersEnd + 4, end), isFile: file !== undefined });
    at = end;
  }
}
