import { setImmediate, setTimeout } from 'node:timers/promises';
import type { RaceName } from '../core/settings.ts';
import type { ConsumedToken } from './token-kinds.ts';

export interface Runner<Thing> {
  /** For requests that began before this moment. */
  remember(key: string, thing: Thing): void;
  /** What another request has remembered since this one began; undefined where the race is off. */
  recall(key: string): Thing | undefined;
}

interface Race<Thing> {
  /** Takes a moment where the race is on, so that all concurrent requests have begun before the first goes on. */
  begin(): Promise<Runner<Thing>>;
}

const momentMs = 500;
let waited = 0;

/**
 * Waits until nobody more has come for a moment: a transaction of Auth that reads outdated rows takes that long,
 * however busy the machine.
 */
export async function waitForOthers(): Promise<void> {
  waited += 1;
  for (let seen = 0; seen !== waited; ) {
    seen = waited;
    await setTimeout(momentMs);
    // Reads what arrived while this process was busy.
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
      if (isOn) await waitForOthers();
      return {
        remember: (key, thing) => {
          if (isOn) things.set(key, { thing, at: moment++ });
        },
        recall: (key) => {
          const known = things.get(key);
          return known && known.at > begunAt ? known.thing : undefined;
        },
      };
    },
  };
}

export interface Races {
  /** Mailed tokens that another request has just used up. */
  mailedLinks: Race<ConsumedToken>;
  /** Challenges that another code has just answered. */
  factorCodes: Race<true>;
  /** Wallets that another request has just made an account for. */
  walletAccounts: Race<true>;
  /** Whether each of concurrent removals of a factor has found it. */
  removesFactorsTwice: boolean;
  /** Whether an account's metadata is written as it was when the request began. */
  losesMetadata: boolean;
  /** Refresh tokens that are being traded, by those who come at the same time refused. */
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
