declare global {
  interface JSON {
    /** `JSON.stringify` writes the text as it is. */
    rawJSON(text: string): object;
    /** `source` is a number as it was written. */
    parse(
      text: string,
      revive: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

/** Parses JSON, whole numbers beyond 2^53 as bigints: lamports go up to 2^64. Throws a SyntaxError. */
export function readExactJson(text: string): unknown {
  return JSON.parse(text, (_key, value, { source = '' }) =>
    /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? BigInt(source) : value,
  );
}

/** Writes JSON, a bigint as a number with all its digits. */
export function writeExactJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? JSON.rawJSON(String(part)) : part,
  );
}
