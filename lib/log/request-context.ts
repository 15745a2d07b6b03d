import { AsyncLocalStorage } from 'node:async_hooks';
import { shareInProcess } from '../share-in-process.ts';

/** The id of the request that is being answered, for whatever its answer writes into the log. */
const ids = shareInProcess('request-context', () => new AsyncLocalStorage<string>());

export function runInRequest<Result>(requestId: string | undefined, work: () => Result): Result {
  return requestId === undefined ? work() : ids.run(requestId, work);
}

/** Undefined outside of any request: at start, and in what timers do. */
export function currentRequestId(): string | undefined {
  return ids.getStore();
}
