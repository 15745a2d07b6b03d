declare global {
  /** One for a process. Tests throw it away to start as a new process would. */
  var countersign: Map<string, unknown> | undefined;
}

/**
 * One value for the whole process. The middleware, pages and actions are bundled apart, so each has modules of its own.
 * @param make called once a process. Its value must be plain data: another bundle doesn't recognize a class or an
 * error.
 */
export function shareInProcess<Value>(name: string, make: () => Value): Value {
  globalThis.countersign ??= new Map();
  const shared = globalThis.countersign;
  if (!shared.has(name)) shared.set(name, make());
  return shared.get(name) as Value;
}
