import { readEndpoint } from './balance-endpoint';
import { type BalanceFeed, createBalanceFeed } from './balance-feed';
import { type BalanceState, nothingKnown, reduceBalances } from './balance-state';

/** Batches changes for this long (milliseconds) before rendering, because a server may send any number. */
const gatherFor = 50;

let state: BalanceState = nothingKnown;
let feed: BalanceFeed | null = null;
const listeners = new Set<() => void>();
const shown = new Map<string, number>();
let isGathering = false;
let isCounting = false;

export const readBalances = (): BalanceState => state;

export const readSpeaker = (): string | undefined => shown.keys().next().value;

export function listenToBalances(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps an address current until the returned function is called. All addresses share one socket. */
export function showBalance(address: string): () => void {
  shown.set(address, (shown.get(address) ?? 0) + 1);
  recount();
  return () => {
    const rest = (shown.get(address) ?? 1) - 1;
    if (rest > 0) shown.set(address, rest);
    else shown.delete(address);
    recount();
  };
}

/** Deferred by one task, because rows mount and unmount one by one. */
function recount(): void {
  if (isCounting) return;
  isCounting = true;
  setTimeout(() => {
    isCounting = false;
    feed ??= startFeed();
    feed?.watch([...shown.keys()]);
    draw();
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
      draw();
    },
  );
  document.addEventListener('visibilitychange', () => started.setVisible(!document.hidden));
  window.addEventListener('online', () => started.retry());
  started.setVisible(!document.hidden);
  return started;
}

function draw(): void {
  if (isGathering) return;
  isGathering = true;
  setTimeout(() => {
    isGathering = false;
    for (const listener of listeners) listener();
  }, gatherFor);
}
