declare global {
  interface JSON {
    /** Makes `JSON.stringify` write `text` unchanged. */
    rawJSON(text: string): object;
    /** `source` is the number's original text. */
    parse(
      text: string,
      revive: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

/** Parses JSON, with integers beyond 2^53 as bigints, since lamports go up to 2^64. Throws SyntaxError. */
export function readExactJson(text: string): unknown {
  return JSON.parse(text, (_key, value, { source = '' }) =>
    /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? BigInt(source) : value,
  );
}

/** Writes a bigint as a number with all its digits. */
export function writeExactJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? JSON.rawJSON(String(part)) : part,
  );
}
