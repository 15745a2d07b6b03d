/** The most that an account can hold: 64 bits. */
const largestBalance = 2n ** 64n - 1n;

/**
 * Parses JSON with exact lamports, which go up to 2^64: each becomes text first, since a JavaScript number ends
 * at 2^53. Throws a SyntaxError.
 */
export function readJsonWithLamports(text: string): unknown {
  return JSON.parse(text.replace(/("lamports"\s*:\s*)(\d+)(?=\s*[,}])/g, '$1"$2"'));
}

/** Reads the result of `readJsonWithLamports`; null if it is no account. */
export function readLamports(account: unknown): bigint | null {
  const lamports = readProperty(account, 'lamports');
  if (typeof lamports !== 'string' || !/^\d{1,20}$/.test(lamports)) return null;
  const exact = BigInt(lamports);
  return exact <= largestBalance ? exact : null;
}

/** A property of whatever came from outside; undefined where there is none. */
export function readProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function readSlot(answer: unknown): number | null {
  const slot = readProperty(readProperty(answer, 'context'), 'slot');
  return typeof slot === 'number' && Number.isSafeInteger(slot) && slot >= 0 ? slot : null;
}
