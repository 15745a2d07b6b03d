import { createOneAtATime } from './one-at-a-time.ts';

test('work starts only once earlier work has ended, even if that waits or fails', async () => {
  const runAlone = createOneAtATime();
  const events: string[] = [];
  const work = (name: string, fails = false) =>
    runAlone(async () => {
      events.push(`${name} begins`);
      await new Promise((next) => setImmediate(next));
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([work('first'), work('second', true), work('third')]);
  expect(events).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
    'third begins',
    'third ends',
  ]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
