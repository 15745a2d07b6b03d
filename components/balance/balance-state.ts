import type { BalanceTrouble } from './fetch-balances.ts';

/** `asOf`: when the balance was last confirmed, in milliseconds since 1970. */
type KnownBalance = { lamports: bigint; asOf: number };

export type BalanceState = {
  balances: ReadonlyMap<string, KnownBalance>;
  /** Set after a failed read, when known balances may be out of date. */
  trouble: BalanceTrouble | null;
};

export type BalanceEvent =
  | { type: 'read'; lamports: ReadonlyMap<string, bigint>; at: number }
  | { type: 'changed'; address: string; lamports: bigint; at: number }
  | { type: 'failed'; trouble: BalanceTrouble };

export const noBalances: BalanceState = { balances: new Map(), trouble: null };

export function reduceBalances(state: BalanceState, event: BalanceEvent): BalanceState {
  switch (event.type) {
    case 'read': {
      const balances = new Map(state.balances);
      for (const [address, lamports] of event.lamports) balances.set(address, { lamports, asOf: event.at });
      return { balances, trouble: null };
    }
    case 'changed': {
      const known = { lamports: event.lamports, asOf: event.at };
      return { ...state, balances: new Map(state.balances).set(event.address, known) };
    }
    case 'failed':
      return { ...state, trouble: event.trouble };
  }
}
