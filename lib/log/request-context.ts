import { AsyncLocalStorage } from 'node:async_hooks';
import { shareInProcess } from '../share-in-process.ts';

/** The current request, for its log lines. `cameAt` is by `performance.now()`. */
type RequestContext = { id: string | undefined; cameAt: number };
const requests = shareInProcess('request-context', () => new AsyncLocalStorage<RequestContext>());

/** Call it once a request is complete, so that its age doesn't depend on how slowly it was sent. */
export function runInRequest<Result>(id: string | undefined, work: () => Result): Result {
  return requests.run({ id, cameAt: performance.now() }, work);
}

/** Undefined at startup and in timers, outside of any request. */
export function currentRequestId(): string | undefined {
  return requests.getStore()?.id;
}

/** The request's age in milliseconds, including any wait for other requests. 0 outside a request. */
export function currentRequestAge(): number {
  const request = requests.getStore();
  return request ? performance.now() - request.cameAt : 0;
}
