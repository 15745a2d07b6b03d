/**
 * `failures` counts consecutive lost sockets.
 * - quiet: the page is hidden or watches no address
 * - connecting, live: uses a socket
 * - waiting: pauses before the next socket
 * - polling: reads without a socket
 */
export type FeedPhase =
  | { name: 'quiet' | 'polling' }
  | { name: 'connecting' | 'live' | 'waiting'; failures: number };

export type FeedEvent =
  /** The page is visible and watches an address. */
  | 'woken'
  | 'hushed'
  /** Every watched address has a subscription. */
  | 'subscribed'
  /** The socket has lasted 30 s, so earlier failures no longer count. */
  | 'proved-stable'
  /** The socket failed to open, timed out, closed, or sent invalid data. */
  | 'lost'
  | 'waited'
  /** A read succeeded after a failed one, or the network is back. */
  | 'recovered';

/** Polling begins after this many. The default of common JSON-RPC socket clients. */
const mostReconnections = 5;

/** Ignores events that don't apply to the phase. */
export function nextPhase(phase: FeedPhase, event: FeedEvent): FeedPhase {
  if (event === 'hushed') return { name: 'quiet' };
  switch (phase.name) {
    case 'quiet':
      return event === 'woken' ? { name: 'connecting', failures: 0 } : phase;
    case 'connecting':
      if (event === 'subscribed') return { name: 'live', failures: phase.failures };
      return event === 'lost' ? afterLoss(phase.failures) : phase;
    case 'live':
      if (event === 'proved-stable') return { name: 'live', failures: 0 };
      return event === 'lost' ? afterLoss(phase.failures) : phase;
    case 'waiting':
      return event === 'waited' ? { name: 'connecting', failures: phase.failures } : phase;
    case 'polling':
      // Allows a single attempt; another loss returns to polling.
      return event === 'recovered' ? { name: 'connecting', failures: mostReconnections } : phase;
  }
}

function afterLoss(failures: number): FeedPhase {
  return failures >= mostReconnections ? { name: 'polling' } : { name: 'waiting', failures: failures + 1 };
}
