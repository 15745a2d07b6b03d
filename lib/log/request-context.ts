import { AsyncLocalStorage } from 'node:async_hooks';
import { shareInProcess } from '../share-in-process.ts';

/** The request that is being answered, for whatever its answer writes into the log. `cameAt` is by `performance.now()`. */
type RequestContext = { id: string | undefined; cameAt: number };
const requests = shareInProcess('request-context', () => new AsyncLocalStorage<RequestContext>());

/** Call it as soon as all of a request is here: nothing that its sender does later changes when it came. */
export function runInRequest<Result>(id: string | undefined, work: () => Result): Result {
  return requests.run({ id, cameAt: performance.now() }, work);
}

/** Undefined at start and in timers, which belong to no request. */
export function currentRequestId(): string | undefined {
  return requests.getStore()?.id;
}

/** How long ago the request came, in milliseconds, since it may have waited for others. 0 outside a request. */
export function currentRequestAge(): number {
  const request = requests.getStore();
  return request ? performance.now() - request.cameAt : 0;
}
