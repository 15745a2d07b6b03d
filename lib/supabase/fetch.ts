/** An answer of Auth takes well under a second; past this it is treated as unreachable. */
export const backendTimeoutInMilliseconds = 5_000;

/** `fetch` that gives up. Throws what `fetch` throws, a `TimeoutError` among it. */
export const fetchBackend: typeof fetch = (input, init) => {
  const timeout = AbortSignal.timeout(backendTimeoutInMilliseconds);
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout });
};
