import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { type BalanceErrorCode, balanceErrors } from '@/lib/errors/balance';
import { balanceNoteId, readEndpoint } from './balance-endpoint';
import { listenToBalances, readBalances, readNoteOwner, showBalance } from './balances';
import type { BalanceTrouble } from './fetch-balances';
import { writeMoment, writeSol } from './write-balance';

export function BalanceLine({ address }: { address: string }) {
  const state = useSyncExternalStore(listenToBalances, readBalances);
  const isNoteOwner = useSyncExternalStore(listenToBalances, readNoteOwner) === address;
  useEffect(() => showBalance(address), [address]);
  const endpoint = readEndpoint();
  const note = isNoteOwner ? document.getElementById(balanceNoteId) : null;
  const known = state.balances.get(address);
  return (
    <>
      {known ? (
        <>
          <span className="sr-only">Balance: </span>
          <span data-balance="" className="tabular-nums">
            {writeSol(known.lamports)} SOL
          </span>
          {endpoint && endpoint.cluster !== 'mainnet' ? ` on ${endpoint.cluster}` : null}
          {state.trouble ? (
            <span className="whitespace-nowrap"> as of {writeMoment(known.asOf, Date.now())}</span>
          ) : null}
        </>
      ) : state.trouble ? (
        'Balance unknown'
      ) : null}
      {note && state.trouble ? createPortal(<BalanceNote trouble={state.trouble} />, note) : null}
    </>
  );
}

const codes: Record<BalanceTrouble, BalanceErrorCode> = {
  rate_limited: 'balance.rate_limited',
  refused: 'balance.refused',
  unreachable: 'balance.unreachable',
  unreadable: 'balance.unreadable',
};

/** Why balances are out of date. Not an alert, because no action on the page depends on them. */
function BalanceNote({ trouble }: { trouble: BalanceTrouble }) {
  const { title, hint } = balanceErrors[codes[trouble]];
  return (
    <p data-code={codes[trouble]}>
      {title} {hint}
    </p>
  );
}
