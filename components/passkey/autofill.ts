import type { PasskeyRequest } from '@/lib/auth/passkey/passkey-options';
import type { CallAnswer } from '@/lib/forms/action';
import { getPasskey, type UsedPasskey } from './webauthn';

/** A challenge is replaced this long before it expires, so that the user never picks a passkey for an expired one. */
const marginInMilliseconds = 20_000;
/** Bounds against a wrong browser clock: at least a minute, at most the lifetime of a challenge at Auth. */
const shortestLifeInMilliseconds = 60_000;
const longestLifeInMilliseconds = 300_000;
/** An open page requests at most this many challenges per offer. */
const mostChallenges = 3;

type AutofillOptions = {
  start: (signal: AbortSignal) => Promise<CallAnswer<PasskeyRequest>>;
  onPicked: (request: PasskeyRequest, credential: UsedPasskey) => void;
};

export type Autofill = {
  /** Offers passkeys unless an offer is running. Call it on each key press and touch. */
  offer: () => void;
  /** Aborts the offer: browsers refuse a second ceremony beside it. @returns its unused, valid challenge; it may still be in flight. */
  takeOver: () => Promise<PasskeyRequest | undefined>;
  /** Aborts the offer and any challenge request in flight. */
  stop: () => void;
};

type Held = { request: PasskeyRequest; goodUntil: number };
const none = Promise.resolve(undefined);

/** Offers this browser's passkeys in the email field's autofill list. Ignores all failures, because the user didn't ask for it. */
export function makeAutofill({ start, onPicked }: AutofillOptions): Autofill {
  /** Aborts the running offer. Stays set without passkeys or conditional mediation, so that later key presses send no requests. */
  let running: AbortController | undefined;
  let fetching: AbortController | undefined;
  let held: Promise<Held | undefined> = none;

  const fetchOne = async () => {
    fetching = new AbortController();
    const begun = await start(fetching.signal).catch(() => undefined);
    return begun?.ok ? { request: begun, goodUntil: Date.now() + lifeOf(begun) } : undefined;
  };
  const run = async ({ signal }: AbortController) => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    for (let count = 0; count < mostChallenges; count += 1) {
      await untilVisible();
      if (signal.aborted) return;
      // A challenge stays valid when the user closes the list without picking a passkey.
      if (!isGood(await held)) held = fetchOne();
      const challenge = await held;
      if (signal.aborted || !challenge) return;
      const lap = new AbortController();
      const end = () => lap.abort();
      signal.addEventListener('abort', end);
      const timer = setTimeout(end, challenge.goodUntil - Date.now());
      const used = await getPasskey(challenge.request.options, {
        mediation: 'conditional',
        signal: lap.signal,
      });
      clearTimeout(timer);
      if (signal.aborted) return;
      if (used.ok) {
        held = none;
        return onPicked(challenge.request, used.credential);
      }
      if (!lap.signal.aborted) break;
    }
    running = undefined;
  };
  const takeBack = () => {
    running?.abort();
    running = undefined;
    const left = held;
    held = none;
    return left;
  };

  return {
    offer: () => {
      if (running) return;
      running = new AbortController();
      run(running).catch(() => undefined);
    },
    takeOver: () => takeBack().then((left) => (isGood(left) ? left?.request : undefined)),
    stop: () => {
      takeBack();
      fetching?.abort();
    },
  };
}

function isGood(held: Held | undefined): boolean {
  return held !== undefined && held.goodUntil > Date.now();
}

function lifeOf({ expiresAt }: PasskeyRequest): number {
  const left = expiresAt * 1000 - Date.now();
  const life = Math.min(Math.max(left, shortestLifeInMilliseconds), longestLifeInMilliseconds);
  return life - marginInMilliseconds;
}

async function untilVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return;
  await new Promise((resolve) => {
    document.addEventListener('visibilitychange', resolve, { once: true });
  });
}
