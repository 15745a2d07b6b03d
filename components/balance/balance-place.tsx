import type { ReactNode } from 'react';
import type { SolanaEndpoint } from '@/lib/solana-endpoint';
import { balanceNoteId, balancePlaceId, writeEndpoint } from './balance-endpoint';

type BalancePlaceProps = {
  endpoint: SolanaEndpoint | null;
  /** Running against the local backend, which should have a chain. */
  embedded: boolean;
  /** The chain that statements name, like `solana:mainnet`. */
  statementChain: string;
  children: ReactNode;
};

/** Goes around everything that shows balances: says where they come from, and holds what is said about all of them. */
export function BalancePlace({ endpoint, embedded, statementChain, children }: BalancePlaceProps) {
  return (
    <div id={balancePlaceId} className="group/balances" {...writeEndpoint(endpoint)}>
      {children}
      <div id={balanceNoteId} role="status" className="text-small text-muted not-empty:mt-6" />
      {embedded && !endpoint ? (
        <p className="mt-6 text-small text-muted">Balances are off: no chain runs on this machine.</p>
      ) : null}
      {endpoint?.isLocalChain && statementChain !== `solana:${endpoint.cluster}` ? (
        // Said once there is a balance to wonder about.
        <p className="mt-6 hidden text-small text-muted group-has-[[data-balance]]/balances:block">
          Balances come from a local test chain; proofs are for {statementChain.replace('solana:', '')}.
        </p>
      ) : null}
      <p className="mt-6 text-small text-muted">
        This site never asks for funds: nothing you sign here is a payment.
      </p>
    </div>
  );
}
