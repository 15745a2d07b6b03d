import { readEndpoint } from './balance-endpoint';
import { type BalanceFeed, createBalanceFeed } from './balance-feed';
import { type BalanceState, noBalances, reduceBalances } from './balance-state';

/** Batches changes for this long (milliseconds) before rendering, because a server may send any number. */
const batchMilliseconds = 50;

let state: BalanceState = noBalances;
let feed: BalanceFeed | null = null;
const listeners = new Set<() => void>();
const shown = new Map<string, number>();
let isNotificationScheduled = false;
let isUpdateScheduled = false;

export const readBalances = (): BalanceState => state;

export const readNoteOwner = (): string | undefined => shown.keys().next().value;

export function listenToBalances(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps an address current until the returned function is called. All addresses share one socket. */
export function showBalance(address: string): () => void {
  shown.set(address, (shown.get(address) ?? 0) + 1);
  scheduleUpdate();
  return () => {
    const rest = (shown.get(address) ?? 1) - 1;
    if (rest > 0) shown.set(address, rest);
    else shown.delete(address);
    scheduleUpdate();
  };
}

/** Deferred by one task, because rows mount and unmount one by one. */
function scheduleUpdate(): void {
  if (isUpdateScheduled) return;
  isUpdateScheduled = true;
  setTimeout(() => {
    isUpdateScheduled = false;
    feed ??= startFeed();
    feed?.watch([...shown.keys()]);
    scheduleNotification();
  });
}

function startFeed(): BalanceFeed | null {
  const endpoint = readEndpoint();
  if (!endpoint) return null;
  const started = createBalanceFeed(
    endpoint.rpcUrl,
    {
      now: () => Date.now(),
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
      openSocket: () => new WebSocket(endpoint.webSocketUrl),
      fetch: (...request) => fetch(...request),
    },
    (event) => {
      state = reduceBalances(state, event);
      scheduleNotification();
    },
  );
  document.addEventListener('visibilitychange', () => started.setVisible(!document.hidden));
  window.addEventListener('online', () => started.retry());
  started.setVisible(!document.hidden);
  return started;
}

function scheduleNotification(): void {
  if (isNotificationScheduled) return;
  isNotificationScheduled = true;
  setTimeout(() => {
    isNotificationScheduled = false;
    for (const listener of listeners) listener();
  }, batchMilliseconds);
}
