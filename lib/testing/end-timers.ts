/** Clears the tested code's timers after each test file: they would log into the next, which Jest counts as a failure. */
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
