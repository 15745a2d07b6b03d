export type Answer<Value> =
  | { outcome: 'answered'; value: Value }
  | { outcome: 'threw'; error: unknown }
  | { outcome: 'timed-out' }
  | { outcome: 'abandoned' };

/** Waits for an answer until `signal` aborts or the time is up. Never rejects; drops later answers. */
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
    // Turns a synchronous throw into a rejection.
    Promise.resolve()
      .then(ask)
      .then(
        (value) => settle({ outcome: 'answered', value }),
        (error) => settle({ outcome: 'threw', error }),
      );
  });
}
