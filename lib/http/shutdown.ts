import { shareInProcess } from '../share-in-process.ts';

/** Set once the process receives SIGTERM; `/api/health` then answers 503, so that load balancers stop sending requests. */
export const shutdown = shareInProcess('shutdown', () => ({ hasBegun: false }));
