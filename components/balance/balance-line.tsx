import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { type BalanceErrorCode, balanceErrors } from '@/lib/errors/balance';
import { balanceNoteId, readEndpoint } from './balance-endpoint';
import { listenToBalances, readBalances, readNoteOwner, showBalance } from './balances';
import type { BalanceTrouble } from './fetch-balances';

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

const lamportsPerSol = 1_000_000_000n;
const fractionDigits = 9;

/** Formats lamports as SOL with every digit, like `1,234.5`. Formats whole and fraction apart, because numbers would lose digits. */
export function writeSol(lamports: bigint, locale?: string): string {
  const whole = new Intl.NumberFormat(locale).format(lamports / lamportsPerSol);
  const digits = String(lamports % lamportsPerSol)
    .padStart(fractionDigits, '0')
    .replace(/0+$/, '');
  if (!digits) return whole;
  const fraction = new Intl.NumberFormat(locale, { useGrouping: false, minimumIntegerDigits: digits.length });
  return whole + readDecimalSign(locale) + fraction.format(Number(digits));
}

function readDecimalSign(locale: string | undefined): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Formats a time in the reader's locale, like `12:04`, with the day unless it is today. */
export function writeMoment(at: number, now: number, locale?: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(locale, { ...day, hour: 'numeric', minute: '2-digit' }).format(at);
}
