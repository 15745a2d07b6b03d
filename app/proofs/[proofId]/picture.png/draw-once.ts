/** A picture takes a processor some 200 ms, so one is drawn at a time, and no more than these wait for it. */
const longestQueue = 20;
/** Each is some 40 kB. */
const mostKept = 100;

const kept = new Map<string, Promise<ArrayBuffer>>();
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Draws what a key names once, and keeps it while there is room.
 * @returns null when too many pictures wait to be drawn.
 */
export function drawOnce(key: string, draw: () => Promise<ArrayBuffer>): Promise<ArrayBuffer> | null {
  const found = kept.get(key);
  if (found) return found;
  if (waiting >= longestQueue) return null;
  waiting += 1;
  const drawn = last.then(draw).finally(() => {
    waiting -= 1;
  });
  last = drawn.catch(() => kept.delete(key));
  kept.set(key, drawn);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return drawn;
}
