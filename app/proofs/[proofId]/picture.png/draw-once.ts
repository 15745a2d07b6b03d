import { setTimeout as wait } from 'node:timers/promises';

/** A picture takes about 200 ms of CPU time, so one is drawn at a time, and at most this many wait. */
const longestQueue = 20;
/** Pauses for this many times a picture's duration, so that pictures take at most a fifth of a core. */
const restFactor = 4;
/** After this, the drawing counts as hung, and the next one begins. */
const longestDrawingInMilliseconds = 30_000;
/** Each takes about 40 kB. */
const mostKept = 100;

/** The least recently used picture is first. */
const kept = new Map<string, Promise<ArrayBuffer>>();
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Draws each key's picture once, and keeps it while there is space. Null if too many pictures are waiting. */
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
