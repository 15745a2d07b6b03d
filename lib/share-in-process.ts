declare global {
  /** One for a process. Tests throw it away to start as a new process would. */
  var countersign: Map<string, unknown> | undefined;
}

/**
 * One value for the whole process. The middleware, the pages and the actions are bundled apart, each with modules of
 * its own, so what a module remembers the others don't know.
 * @param make called once a process, by the first that asks. Its value must be plain data: a class or an error of one
 * bundle is a stranger in another.
 */
export function shareInProcess<Value>(name: string, make: () => Value): Value {
  globalThis.countersign ??= new Map();
  const shared = globalThis.countersign;
  if (!shared.has(name)) shared.set(name, make());
  return shared.get(name) as Value;
}
