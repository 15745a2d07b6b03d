declare global {
  /** One per process. Tests delete it to simulate a new process. */
  var countersign: Map<string, unknown> | undefined;
}

/**
 * Shares one value in the whole process. Next.js bundles middleware, pages and actions separately, so each has its own modules.
 * @param make called once per process. Must return plain data: another bundle doesn't recognize class instances or errors.
 */
export function shareInProcess<Value>(name: string, make: () => Value): Value {
  globalThis.countersign ??= new Map();
  const shared = globalThis.countersign;
  if (!shared.has(name)) shared.set(name, make());
  return shared.get(name) as Value;
}
