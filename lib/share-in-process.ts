declare global {
  /** One per process. Tests delete it to simulate a new process. */
  var countersign: Map<string, unknown> | undefined;
}

/** Shares a value in the process, since Next.js bundles middleware, pages and actions separately. @param make must return plain data. */
export function shareInProcess<Value>(name: string, make: () => Value): Value {
  globalThis.countersign ??= new Map();
  const shared = globalThis.countersign;
  if (!shared.has(name)) shared.set(name, make());
  return shared.get(name) as Value;
}
