import { shareInProcess } from '../share-in-process.ts';

/** Set by the server once the process was asked to end; `/api/health` then tells balancers to send nobody here. */
export const shutdown = shareInProcess('shutdown', () => ({ hasBegun: false }));
