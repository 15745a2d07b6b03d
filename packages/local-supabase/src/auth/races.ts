import { setImmediate, setTimeout } from 'node:timers/promises';
import type { RaceName } from '../core/settings.ts';
import type { ConsumedToken } from './token-kinds.ts';

export interface RaceEntry<Thing> {
  /** Shares the value with requests that began earlier. */
  share(key: string, thing: Thing): void;
  /** The value that another request shared after this one began; undefined if the race is off. */
  readShared(key: string): Thing | undefined;
}

interface Race<Thing> {
  /** If the race is on, waits until all concurrent requests have begun. */
  begin(): Promise<RaceEntry<Thing>>;
}

const momentMs = 500;
let requestCount = 0;

/** Waits until no other request has called this for a moment, so that all concurrent requests read the old rows. */
export async function waitForConcurrentRequests(): Promise<void> {
  requestCount += 1;
  for (let seen = 0; seen !== requestCount; ) {
    seen = requestCount;
    await setTimeout(momentMs);
    // Lets the event loop read requests that arrived while the process was busy.
    await setImmediate();
    await setImmediate();
  }
}

function createRace<Thing>(isOn: boolean): Race<Thing> {
  const things = new Map<string, { thing: Thing; at: number }>();
  let moment = 0;
  return {
    begin: async () => {
      const begunAt = moment++;
      if (isOn) await waitForConcurrentRequests();
      return {
        share: (key, thing) => {
          if (isOn) things.set(key, { thing, at: moment++ });
        },
        readShared: (key) => {
          const known = things.get(key);
          return known && known.at > begunAt ? known.thing : undefined;
        },
      };
    },
  };
}

export interface Races {
  /** Tokens that another request has just consumed. */
  mailedLinks: Race<ConsumedToken>;
  /** Challenges that another code has just solved. */
  factorCodes: Race<true>;
  /** Wallets for which another request has just created an account. */
  walletAccounts: Race<true>;
  /** Whether concurrent removals of a factor all find it. */
  removesFactorsTwice: boolean;
  /** Whether a write replaces metadata with the value read when the request began. */
  losesMetadata: boolean;
  /** Refresh tokens in use; concurrent requests with the same token are refused. */
  refreshing: Set<string>;
  refusesRefreshes: boolean;
}

export function createRaces(on: readonly RaceName[]): Races {
  return {
    mailedLinks: createRace(on.includes('mailed-links')),
    factorCodes: createRace(on.includes('factor-codes')),
    walletAccounts: createRace(on.includes('wallet-accounts')),
    removesFactorsTwice: on.includes('factor-removals'),
    losesMetadata: on.includes('metadata'),
    refreshing: new Set(),
    refusesRefreshes: on.includes('refreshes'),
  };
}
