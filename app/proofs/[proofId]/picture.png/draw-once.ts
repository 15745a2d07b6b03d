import { setTimeout as wait } from 'node:timers/promises';

/** A picture takes a processor some 200 ms, so one is drawn at a time, and no more than these wait for it. */
const longestQueue = 20;
/** Rests this many times as long after each picture, so that pictures take a fifth of a processor at most. */
const restFactor = 4;
/** A drawing that takes longer hangs, and the next one begins. */
const longestDrawingInMilliseconds = 30_000;
/** Each is some 40 kB. */
const mostKept = 100;

/** The one that was asked for least recently is first. */
const kept = new Map<string, Promise<ArrayBuffer>>();
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Draws what a key names once, and keeps it while there is room. Null when too many pictures wait to be drawn. */
export function drawOnce(key: string, draw: () => Promise<ArrayBuffer>): Promise<ArrayBuffer> | null {
  const found = kept.get(key);
  if (found) {
    kept.delete(key);
    kept.set(key, found);
    return found;
  }
  if (waiting >= longestQueue) return null;
  waiting += 1;
  let tookInMilliseconds = 0;
  const drawn = last.then(async () => {
    const startedAt = performance.now();
    try {
      return await Promise.race([draw(), giveUp()]);
    } finally {
      waiting -= 1;
      tookInMilliseconds = performance.now() - startedAt;
    }
  });
  last = drawn
    .catch(() => kept.delete(key))
    .then(() => wait(restFactor * tookInMilliseconds, undefined, { ref: false }));
  kept.set(key, drawn);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return drawn;
}

async function giveUp(): Promise<never> {
  await wait(longestDrawingInMilliseconds, undefined, { ref: false });
  throw new Error('The picture took too long to draw.');
}
