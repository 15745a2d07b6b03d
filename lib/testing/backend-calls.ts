type Handle = (url: string, send: () => Promise<Response>, method: string) => Promise<Response>;

/** Replaces `fetch` until the returned function is called. */
function handleCalls(handle: Handle): () => void {
  if (jest.isMockFunction(globalThis.fetch))
    throw new Error('`fetch` already has a spy, which this would replace.');
  const real = globalThis.fetch;
  const spy = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) =>
      handle(
        input instanceof Request ? input.url : String(input),
        () => real(input, init),
        init?.method ?? 'GET',
      ),
    );
  return () => spy.mockRestore();
}

const lost = () => Promise.reject(new TypeError('fetch failed'));

/** Makes all calls to this path fail without reaching the backend, until `fix` is called. */
export function breakCall(path: RegExp): { fix: () => void } {
  return { fix: handleCalls((url, send) => (path.test(url) ? lost() : send())) };
}

/** The backend handles calls to this path, but their responses are lost, until `fix` is called. */
export function loseAnswer(path: RegExp): { fix: () => void } {
  return { fix: handleCalls((url, send) => (path.test(url) ? send().then(lost) : send())) };
}

/** Runs just before the next call to this path reaches the backend. */
export function beforeCall(path: RegExp, happen: () => Promise<unknown>): { hasCome: () => boolean } {
  let hasCome = false;
  const end = handleCalls(async (url, send) => {
    if (!path.test(url)) return send();
    end();
    hasCome = true;
    await happen();
    return send();
  });
  return { hasCome: () => hasCome };
}

/** Records every call to the backend until `end` is called, such as `POST /auth/v1/passkeys`. */
export function noteCalls(): { calls: string[]; end: () => void } {
  const calls: string[] = [];
  const end = handleCalls((url, send, method) => {
    calls.push(`${method} ${new URL(url).pathname}`);
    return send();
  });
  return { calls, end };
}
