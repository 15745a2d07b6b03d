/** An answer of Auth takes well under a second; past this it is treated as unreachable. */
export const backendTimeoutInMilliseconds = 5_000;

/** `fetch` that gives up. Throws what `fetch` throws, a `TimeoutError` among it. */
export const fetchBackend: typeof fetch = (input, init) => {
  const timeout = AbortSignal.timeout(backendTimeoutInMilliseconds);
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout });
};

/**
 * For every client of the backend: one try that gives up. By itself the library would try a read again for half a
 * minute, with a person waiting who can try again better.
 */
export const oneTry = { global: { fetch: fetchBackend }, db: { retry: false } } as const;
