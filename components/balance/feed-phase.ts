/**
 * `failures` counts consecutive lost sockets.
 * - idle: the page is hidden or watches no address
 * - connecting, live: uses a socket
 * - waiting: pauses before the next socket
 * - polling: reads without a socket
 */
export type FeedPhase =
  | { name: 'idle' | 'polling' }
  | { name: 'connecting' | 'live' | 'waiting'; failures: number };

export type FeedEvent =
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
export function nextPhase(phase: FeedPhase, event: FeedEvent): FeedPhase {
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
