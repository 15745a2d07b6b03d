import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { type BalanceErrorCode, balanceErrors } from '@/lib/errors/balance';
import { balanceNoteId } from './balance-endpoint';
import { type BalanceEvent, type BalanceFeed, createBalanceFeed } from './balance-feed';
import type { BalanceTrouble } from './fetch-balances';
import { readEndpoint } from './read-endpoint';

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

const fractionDigits = 9;

/** Formats lamports as SOL with every digit, like `1,234.5`. From a decimal text, because a number would lose digits. */
export function writeSol(lamports: bigint, locale?: string): string {
  const digits = String(lamports).padStart(fractionDigits + 1, '0');
  const sol = `${digits.slice(0, -fractionDigits)}.${digits.slice(-fractionDigits)}` as `${number}`;
  return new Intl.NumberFormat(locale, { maximumFractionDigits: fractionDigits }).format(sol);
}

/** Formats a time in the reader's locale, like `12:04`, with the day unless it is today. */
export function writeMoment(at: number, now: number, locale?: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(locale, { ...day, hour: 'numeric', minute: '2-digit' }).format(at);
}

/** Batches changes for this long (milliseconds) before rendering, because a server may send any number. */
const batchMilliseconds = 50;

/** `asOf`: when the balance was last confirmed, in milliseconds since 1970. */
type KnownBalance = { lamports: bigint; asOf: number };

export type BalanceState = {
  balances: ReadonlyMap<string, KnownBalance>;
  /** Set after a failed read, when known balances may be out of date. */
  trouble: BalanceTrouble | null;
};

export const noBalances: BalanceState = { balances: new Map(), trouble: null };

let state: BalanceState = noBalances;
let feed: BalanceFeed | null = null;
const listeners = new Set<() => void>();
const shown = new Map<string, number>();
let isNotificationScheduled = false;
let isUpdateScheduled = false;

const readBalances = (): BalanceState => state;

const readNoteOwner = (): string | undefined => shown.keys().next().value;

function listenToBalances(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps an address current until the returned function is called. All addresses share one socket. */
function showBalance(address: string): () => void {
  shown.set(address, (shown.get(address) ?? 0) + 1);
  scheduleUpdate();
  return () => {
    const rest = (shown.get(address) ?? 1) - 1;
    if (rest > 0) shown.set(address, rest);
    else shown.delete(address);
    scheduleUpdate();
  };
}

/** Deferred by one task, because rows mount and unmount one by one. */
function scheduleUpdate(): void {
  if (isUpdateScheduled) return;
  isUpdateScheduled = true;
  setTimeout(() => {
    isUpdateScheduled = false;
    feed ??= startFeed();
    feed?.watch([...shown.keys()]);
    scheduleNotification();
  });
}

function startFeed(): BalanceFeed | null {
  const endpoint = readEndpoint();
  if (!endpoint) return null;
  const started = createBalanceFeed(
    endpoint.rpcUrl,
    {
      now: () => Date.now(),
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
      openSocket: () => new WebSocket(endpoint.webSocketUrl),
      fetch: (...request) => fetch(...request),
    },
    (event) => {
      state = reduceBalances(state, event);
      scheduleNotification();
    },
  );
  document.addEventListener('visibilitychange', () => started.setVisible(!document.hidden));
  window.addEventListener('online', () => started.retry());
  started.setVisible(!document.hidden);
  return started;
}

function scheduleNotification(): void {
  if (isNotificationScheduled) return;
  isNotificationScheduled = true;
  setTimeout(() => {
    isNotificationScheduled = false;
    for (const listener of listeners) listener();
  }, batchMilliseconds);
}

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
