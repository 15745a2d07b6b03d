export function joinBytes(...parts: ArrayLike<number>[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Not in constant time, so not for secrets. */
export function isEqualBytes(some: Uint8Array, others: Uint8Array): boolean {
  return some.length === others.length && some.every((byte, index) => byte === others[index]);
}
