/** Runs `work` once all earlier work has ended, even if it failed. Not re-entrant. */
export type OneAtATime = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createOneAtATime(): OneAtATime {
  let lastInLine: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = lastInLine.then(work, work);
    lastInLine = result;
    return result;
  };
}
