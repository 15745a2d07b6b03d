import { AsyncResource } from 'node:async_hooks';

/**
 * One piece of work for each turn of the event loop, so that whatever arrives meanwhile is taken in, and known to have come, before
 * the next. Requests of a burst would otherwise seem to come one by one, each as late as the work of all before it took.
 */
export function takeTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const next = () => {
    const work = waiting.shift();
    if (waiting.length > 0) setImmediate(next);
    work?.();
  };
  return (work) => {
    // Runs in its own request's context, no matter whose turn started the next.
    const context = new AsyncResource('Turn');
    waiting.push(() => context.runInAsyncScope(work));
    if (waiting.length === 1) setImmediate(next);
  };
}
