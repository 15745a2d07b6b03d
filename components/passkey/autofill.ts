import type { PasskeyRequest } from '../../lib/auth/passkey/ceremony';
import type { CallAnswer } from '../../lib/forms/action';
import { getPasskey, type UsedPasskey } from './ceremony';

/** A challenge is replaced this long before it runs out, so that nobody picks a passkey in vain. */
const marginInMilliseconds = 20_000;
/** For a clock that is wrong: a challenge is kept for a minute at least, and for as long as Auth keeps one at most. */
const shortestLifeInMilliseconds = 60_000;
const longestLifeInMilliseconds = 300_000;
/** A page that is left open goes on asking for no longer than that: the first, and two after it. */
const mostChallenges = 3;
const none = Promise.resolve(undefined);

type AutofillOptions = {
  /** Fetches a challenge. */
  start: () => Promise<CallAnswer<PasskeyRequest>>;
  /** Somebody has picked one. */
  onPicked: (request: PasskeyRequest, credential: UsedPasskey) => void;
};

export type Autofill = {
  /**
   * Takes the passkeys out of the list again: before another ceremony, which the browser would refuse beside this one.
   * @returns the challenge that nobody has used, if there is one that is good for a while. It may still be under way.
   */
  stop: () => Promise<PasskeyRequest | undefined>;
};

/**
 * Offers the passkeys of this browser in the list that opens at the e-mail. Whatever goes wrong it says nothing: there is
 * nobody who asked for it.
 */
export function startAutofill({ start, onPicked }: AutofillOptions): Autofill {
  let isStopped = false;
  let pending: AbortController | undefined;
  let held: Promise<PasskeyRequest | undefined> = none;

  const fetchOne = async () => {
    const begun = await start().catch(() => undefined);
    return begun?.ok ? begun : undefined;
  };
  const offer = async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    for (let count = 0; count < mostChallenges; count += 1) {
      await untilVisible();
      if (isStopped) return;
      held = fetchOne();
      const request = await held;
      if (isStopped || !request) return;
      pending = new AbortController();
      const { signal } = pending;
      const timer = setTimeout(() => pending?.abort(), lifeOf(request) - marginInMilliseconds);
      const used = await getPasskey(request.options, { mediation: 'conditional', signal });
      clearTimeout(timer);
      if (isStopped) return;
      held = none;
      if (used.ok) return onPicked(request, used.credential);
      if (!signal.aborted) return;
    }
  };
  void offer().catch(() => undefined);

  return {
    stop: () => {
      isStopped = true;
      pending?.abort();
      const unused = held;
      held = none;
      return unused;
    },
  };
}

function lifeOf({ expiresAt }: PasskeyRequest): number {
  const left = expiresAt * 1000 - Date.now();
  return Math.min(Math.max(left, shortestLifeInMilliseconds), longestLifeInMilliseconds);
}

async function untilVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return;
  await new Promise((resolve) => {
    document.addEventListener('visibilitychange', resolve, { once: true });
  });
}
