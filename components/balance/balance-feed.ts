import { type BalanceSocket, openBalanceSocket, type SocketLike } from './balance-socket.ts';
import { type BalanceTrouble, type FetchedBalances, fetchBalances } from './fetch-balances.ts';

/** The browser features that the feed uses, which tests replace. Times are in milliseconds. */
export type FeedEnvironment = {
  now(): number;
  /** Runs a callback later. @returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  openSocket(): SocketLike;
  fetch: typeof fetch;
};

export type BalanceFeed = {
  /** Watches exactly these addresses. An empty list pauses the feed. */
  watch(addresses: readonly string[]): void;
  setVisible(isVisible: boolean): void;
  /** Reads and reconnects immediately, for when the network is back. */
  retry(): void;
};

export type BalanceEvent =
  | { type: 'read'; lamports: ReadonlyMap<string, bigint>; at: number }
  | { type: 'changed'; address: string; lamports: bigint; at: number }
  | { type: 'failed'; trouble: BalanceTrouble };

const reconnectDelay = 1000;
/** Timeout for opening a socket, and for one read. */
const timeoutInMilliseconds = 10_000;
/** A socket this old resets the count of failures. Sockets of a server that closes every second never reach it. */
const stableAfter = 30_000;
/** While live, balances are read again at this interval, because a dead socket looks like a silent one. */
const rereadWhileLive = 60_000;
const pollInterval = 15_000;
/** The pause after a rate limit without a Retry-After. */
const rateLimitPause = 60_000;
const longestPause = 300_000;

/** Keeps balances current over a socket, or by polling. Sends nothing while the page is hidden. */
export function createBalanceFeed(
  rpcUrl: string,
  { now, after, openSocket, fetch }: FeedEnvironment,
  dispatch: (event: BalanceEvent) => void,
): BalanceFeed {
  let phase: FeedPhase = { name: 'idle' };
  let addresses: readonly string[] = [];
  let isVisible = true;
  let socket: BalanceSocket | null = null;
  const cancelPhaseTimers: (() => void)[] = [];
  let cancelRead: () => void = () => undefined;
  let isFailing = false;
  let notBefore = 0;
  /** The slot of each change since the current read began, because the read may return an older balance. */
  const changedSlots = new Map<string, number>();

  const advance = (event: FeedEvent) => {
    const next = nextPhase(phase, event);
    if (next === phase) return;
    const isSameSocket = phase.name === 'live' && next.name === 'live';
    const isOpened = phase.name === 'connecting' && next.name === 'live';
    phase = next;
    if (isSameSocket) return;
    for (const cancel of cancelPhaseTimers.splice(0)) cancel();
    if (!isOpened) {
      socket?.close();
      socket = null;
    }
    enterPhase();
  };
  const later = (milliseconds: number, run: () => void) => cancelPhaseTimers.push(after(milliseconds, run));

  const enterPhase = () => {
    if (phase.name === 'idle') cancelRead();
    if (phase.name === 'connecting') connect();
    if (phase.name === 'live') {
      read();
      later(stableAfter, () => advance('stable'));
    }
    if (phase.name === 'waiting') later(reconnectDelay, () => advance('reconnect-due'));
    if (phase.name === 'polling') read();
  };

  const connect = () => {
    later(timeoutInMilliseconds, () => advance('lost'));
    try {
      socket = openBalanceSocket(openSocket, addresses, {
        onSubscribed: () => advance('subscribed'),
        onChange: (address, lamports, slot) => {
          changedSlots.set(address, slot);
          dispatch({ type: 'changed', address, lamports, at: now() });
        },
        onLost: () => advance('lost'),
      });
    } catch {
      // Deferred, because the phase is still being entered.
      later(0, () => advance('lost'));
    }
  };

  /** Reads now, or once a rate limit's pause has passed. Replaces a running read. */
  const read = () => {
    cancelRead();
    const pause = notBefore - now();
    if (pause > 0) {
      const cancelPause = after(pause, read);
      cancelRead = cancelPause;
      return;
    }
    const controller = new AbortController();
    const cancelTimeout = after(timeoutInMilliseconds, () => controller.abort());
    let isWanted = true;
    cancelRead = () => {
      isWanted = false;
      cancelTimeout();
      controller.abort();
    };
    changedSlots.clear();
    fetchBalances({ rpcUrl, addresses: [...addresses], fetch, signal: controller.signal }).then((answer) => {
      if (!isWanted) return;
      cancelTimeout();
      handleRead(answer);
    });
  };

  const handleRead = (answer: FetchedBalances) => {
    const wasFailing = isFailing;
    isFailing = !answer.ok;
    if (answer.ok) {
      const current = [...answer.lamports].filter(
        ([address, { slot }]) => slot >= (changedSlots.get(address) ?? 0),
      );
      const lamports = new Map(current.map(([address, balance]) => [address, balance.lamports]));
      dispatch({ type: 'read', lamports, at: now() });
    } else {
      const seconds = answer.retryAfterSeconds;
      const pause = seconds === null ? rateLimitPause : Math.min(seconds * 1000, longestPause);
      if (answer.trouble === 'rate_limited') notBefore = now() + pause;
      dispatch({ type: 'failed', trouble: answer.trouble });
    }
    const isLive = phase.name === 'live' && answer.ok;
    cancelRead = after(isLive ? rereadWhileLive : pollInterval, read);
    if (answer.ok && wasFailing) advance('recovered');
  };

  const pauseOrResume = () => {
    if (!isVisible || addresses.length === 0) return advance('paused');
    if (phase.name !== 'idle') return;
    read();
    advance('resumed');
  };

  return {
    watch: (next) => {
      const isMore = next.some((address) => !addresses.includes(address));
      const wasIdle = phase.name === 'idle';
      addresses = next;
      pauseOrResume();
      // A connecting socket subscribes to all addresses, and an empty list has just closed it.
      if (wasIdle || next.length === 0) return;
      socket?.watch(next);
      if (isMore) read();
    },
    setVisible: (next) => {
      isVisible = next;
      pauseOrResume();
    },
    retry: () => {
      if (phase.name === 'idle') return;
      read();
      advance('recovered');
    },
  };
}

/**
 * `failures` counts consecutive lost sockets.
 * - idle: the page is hidden or watches no address
 * - connecting, live: uses a socket
 * - waiting: pauses before the next socket
 * - polling: reads without a socket
 */
type FeedPhase = { name: 'idle' | 'polling' } | { name: 'connecting' | 'live' | 'waiting'; failures: number };

type FeedEvent =
  /** The page is visible and watches an address. */
  | 'resumed'
  | 'paused'
  /** Every watched address has a subscription. */
  | 'subscribed'
  /** The socket has lasted 30 s, so earlier failures no longer count. */
  | 'stable'
  /** The socket failed to open, timed out, closed, or sent invalid data. */
  | 'lost'
  | 'reconnect-due'
  /** A read succeeded after a failed one, or the network is back. */
  | 'recovered';

/** Polling begins after this many. The default of common JSON-RPC socket clients. */
const mostReconnections = 5;

/** Ignores events that don't apply to the phase. */
function nextPhase(phase: FeedPhase, event: FeedEvent): FeedPhase {
  if (event === 'paused') return { name: 'idle' };
  switch (phase.name) {
    case 'idle':
      return event === 'resumed' ? { name: 'connecting', failures: 0 } : phase;
    case 'connecting':
      if (event === 'subscribed') return { name: 'live', failures: phase.failures };
      return event === 'lost' ? afterLoss(phase.failures) : phase;
    case 'live':
      if (event === 'stable') return { name: 'live', failures: 0 };
      return event === 'lost' ? afterLoss(phase.failures) : phase;
    case 'waiting':
      return event === 'reconnect-due' ? { name: 'connecting', failures: phase.failures } : phase;
    case 'polling':
      // Allows a single attempt; another loss returns to polling.
      return event === 'recovered' ? { name: 'connecting', failures: mostReconnections } : phase;
  }
}

function afterLoss(failures: number): FeedPhase {
  return failures >= mostReconnections ? { name: 'polling' } : { name: 'waiting', failures: failures + 1 };
}
