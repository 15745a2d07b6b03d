import { AsyncResource } from 'node:async_hooks';

/** Runs one piece of work per turn of the event loop: else each request of a burst would seem to arrive after all earlier ones' work. */
export function takeTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const next = () => {
    const work = waiting.shift();
    if (waiting.length > 0) setImmediate(next);
    work?.();
  };
  return (work) => {
    // Runs in its own request's async context, whichever request scheduled the turn.
    const context = new AsyncResource('Turn');
    waiting.push(() => context.runInAsyncScope(work));
    if (waiting.length === 1) setImmediate(next);
  };
}
