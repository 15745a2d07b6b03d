/**
 * Clears the timers of the tested code at the end of each test file. Otherwise they would log into the next one, which Jest
 * counts as a failure.
 */
const planned = new Set<NodeJS.Timeout>();
const plan = globalThis.setTimeout;

globalThis.setTimeout = Object.assign((...call: Parameters<typeof plan>) => {
  const timer = plan(...call);
  planned.add(timer);
  return timer;
}, plan);

afterAll(() => {
  for (const timer of planned) clearTimeout(timer);
});
