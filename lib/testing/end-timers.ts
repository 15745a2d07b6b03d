/**
 * What the code under test has planned for later, like another try in a minute, ends with its test file. It would log
 * into the next one otherwise, which Jest takes for a failure.
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
