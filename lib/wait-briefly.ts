/** With the other work for a page, well under the 200 ms after which it feels slow. */
const briefInMilliseconds = 100;

/** Waits up to 100 ms for running work, which continues either way. Never throws. */
export async function waitBriefly(inFlight: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise((resolve) => {
    timer = setTimeout(resolve, briefInMilliseconds);
  });
  await Promise.race([inFlight.catch(() => undefined), enough]);
  clearTimeout(timer);
}
