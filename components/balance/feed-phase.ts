/**
 * `failures` counts the sockets lost in a row.
 * - quiet: no page is visible
 * - connecting, live: by a socket
 * - waiting: before the next socket
 * - polling: without one
 */
export type FeedPhase =
  | { name: 'quiet' | 'polling' }
  | { name: 'connecting' | 'live' | 'waiting'; failures: number };

export type FeedEvent =
  /** Someone looks. */
  | 'woken'
  | 'hushed'
  /** The socket is open and hears of every wallet. */
  | 'subscribed'
  /** The socket has worked for a while, so earlier failures no longer count. */
  | 'proved-stable'
  /** It could not be opened, was closed, or talked nonsense. */
  | 'lost'
  | 'waited'
  /** Asked without a socket, the chain answers again after it did not. */
  | 'recovered';

/** After so many, polling begins. The number is that of JSON-RPC's usual socket clients. */
const mostReconnections = 5;

/** An event that means nothing in a phase leaves it as it is. */
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
      // One try, which ends here again when it fails.
      return event === 'recovered' ? { name: 'connecting', failures: mostReconnections } : phase;
  }
}

function afterLoss(failures: number): FeedPhase {
  return failures >= mostReconnections ? { name: 'polling' } : { name: 'waiting', failures: failures + 1 };
}
