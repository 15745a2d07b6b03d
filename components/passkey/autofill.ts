import type { PasskeyRequest } from '../../lib/auth/passkey/ceremony';
import type { CallAnswer } from '../../lib/forms/action';
import { getPasskey, type UsedPasskey } from './ceremony';

/** A challenge is replaced this long before it runs out, so that nobody picks a passkey in vain. */
const marginInMilliseconds = 20_000;
/** Bounds for a clock that is wrong: at least a minute, and at most as long as Auth keeps a challenge. */
const shortestLifeInMilliseconds = 60_000;
const longestLifeInMilliseconds = 300_000;
/** A page that is left open goes on asking for no longer than that: the first, and two after it. */
const mostChallenges = 3;

type AutofillOptions = {
  start: (signal: AbortSignal) => Promise<CallAnswer<PasskeyRequest>>;
  onPicked: (request: PasskeyRequest, credential: UsedPasskey) => void;
};

export type Autofill = {
  /** Offers them, where they aren't offered already: for each key and touch. */
  offer: () => void;
  /**
   * Takes them out of the list again: before another ceremony, which the browser would refuse beside this one.
   * @returns the challenge that nobody has used, if there is one that is good for a while. It may still be under way.
   */
  takeOver: () => Promise<PasskeyRequest | undefined>;
  /** Takes them out, and gives up the challenge, also one that is under way. */
  stop: () => void;
};

type Held = { request: PasskeyRequest; goodUntil: number };
const none = Promise.resolve(undefined);

/** Offers this browser's passkeys in the list at the email. Whatever goes wrong it says nothing: nobody asked for it. */
export function makeAutofill({ start, onPicked }: AutofillOptions): Autofill {
  /** Withdraws the running offer. Also set where there is nothing to offer, so that no further key asks. */
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
      // A challenge stays good when someone closes the list without picking a passkey.
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
