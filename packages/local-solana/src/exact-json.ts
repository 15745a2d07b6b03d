declare global {
  interface JSON {
    /** `JSON.stringify` writes the text as it is. Node 22 and later. */
    rawJSON(text: string): object;
    /** Node 22 and later: `source` is how a number was written. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

/**
 * Parses JSON. A whole number that a JavaScript number can't hold becomes a bigint, because lamports go up to 2^64.
 * Throws a SyntaxError.
 */
export function readExactJson(text: string): unknown {
  return JSON.parse(text, (_key, value, { source = '' }) =>
    typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
      ? BigInt(source)
      : value,
  );
}

/** Writes JSON, a bigint as a number with all its digits. */
export function writeExactJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? JSON.rawJSON(String(part)) : part,
  );
}
