/** Together with the other work for a page, well under the 200 ms after which a page feels slow. */
const briefInMilliseconds = 100;

/** Waits briefly for running work, which continues by itself. Never throws. */
export async function waitBriefly(underWay: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise((resolve) => {
    timer = setTimeout(resolve, briefInMilliseconds);
  });
  await Promise.race([underWay.catch(() => undefined), enough]);
  clearTimeout(timer);
}
