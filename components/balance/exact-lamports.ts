/** Lamports are unsigned 64-bit integers. */
const largestBalance = 2n ** 64n - 1n;

/** Parses JSON with lamports as strings, because they can exceed 2^53, the limit of exact numbers. Throws a SyntaxError. */
export function readJsonWithLamports(text: string): unknown {
  return JSON.parse(text.replace(/("lamports"\s*:\s*)(\d+)(?=\s*[,}])/g, '$1"$2"'));
}

/** Reads lamports from JSON parsed by `readJsonWithLamports`; null if invalid. */
export function readLamports(account: unknown): bigint | null {
  const lamports = readProperty(account, 'lamports');
  if (typeof lamports !== 'string' || !/^\d{1,20}$/.test(lamports)) return null;
  const exact = BigInt(lamports);
  return exact <= largestBalance ? exact : null;
}

/** A property of an untrusted value; undefined if absent. */
export function readProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function readSlot(answer: unknown): number | null {
  const slot = readProperty(readProperty(answer, 'context'), 'slot');
  return typeof slot === 'number' && Number.isSafeInteger(slot) && slot >= 0 ? slot : null;
}
