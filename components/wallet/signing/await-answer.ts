export type Answer<Value> =
  | { outcome: 'answered'; value: Value }
  | { outcome: 'threw'; error: unknown }
  | { outcome: 'timed-out' }
  | { outcome: 'abandoned' };

/** Waits until `signal` fires or the time is over. Never throws, and drops an answer that comes later. */
export function awaitAnswer<Value>(
  ask: () => Promise<Value>,
  { signal, timeoutInSeconds }: { signal: AbortSignal; timeoutInSeconds: number },
): Promise<Answer<Value>> {
  if (signal.aborted) return Promise.resolve({ outcome: 'abandoned' });
  return new Promise((resolve) => {
    const settle = (answer: Answer<Value>) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
      resolve(answer);
    };
    const abandon = () => settle({ outcome: 'abandoned' });
    const timer = setTimeout(() => settle({ outcome: 'timed-out' }), timeoutInSeconds * 1000);
    signal.addEventListener('abort', abandon);
    // Inside a promise, so that what is thrown before there is one becomes a rejection.
    Promise.resolve()
      .then(ask)
      .then(
        (value) => settle({ outcome: 'answered', value }),
        (error) => settle({ outcome: 'threw', error }),
      );
  });
}
