import type { MobileWallet } from '@solana-mobile/mobile-wallet-adapter-protocol';
import type { MobileSession, OpenMobileSession } from './mobile-session.ts';
import type { MobileSteps } from './mobile-steps.ts';
import { MobileWalletError } from './mobile-wallet-error.ts';
import { requestTimeoutInSeconds } from './time-limits.ts';

type MobileRequests = {
  /** Calls the wallet app, in the open session or a new one. Settles within the time limit. A new request cancels the previous one. */
  ask: <Answer>(question: (wallet: MobileWallet) => Promise<Answer>) => Promise<Answer>;
  /** Cancels the open request and ends the session. */
  stop: () => void;
};

/**
 * Requests to one wallet app, one at a time.
 * @param options.begin the first call of each new session
 * @param options.keepsSession whether a session stays open for the next request. Use false for an app on the same phone,
 * which the system keeps running in the background only during a request.
 */
export function createMobileRequests(options: {
  open: OpenMobileSession;
  begin: (wallet: MobileWallet) => Promise<void>;
  keepsSession: boolean;
  steps: MobileSteps;
  timeoutInSeconds?: number;
}): MobileRequests {
  const { open, begin, keepsSession, steps, timeoutInSeconds = requestTimeoutInSeconds } = options;
  let session: MobileSession | null = null;
  let current = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  const endCurrent = (code: ConstructorParameters<typeof MobileWalletError>[0]) => {
    current.abort(new MobileWalletError(code));
    steps.hide();
  };
  const stop = () => {
    endCurrent('ERROR_ASSOCIATION_CANCELLED');
    session?.close();
    session = null;
  };

  const openOne = async (signal: AbortSignal) => {
    try {
      return await open(signal);
    } catch (error) {
      // Hiding a step on a timeout looks like a cancellation, so the signal's reason takes precedence.
      signal.throwIfAborted();
      throw error;
    } finally {
      steps.hide();
    }
  };

  const run = async <Answer>(
    question: (wallet: MobileWallet) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> => {
    signal.throwIfAborted();
    const isNew = session === null || session.ended.aborted;
    const used = session === null || isNew ? await openOne(signal) : session;
    session = used;
    let hasBegun = !isNew;
    try {
      return await untilAborted([signal, used.ended], async () => {
        if (isNew) await begin(used.wallet);
        hasBegun = true;
        return question(used.wallet);
      });
    } finally {
      // The next request can't use a session whose `begin` failed.
      if (!keepsSession || !hasBegun) used.close();
    }
  };

  return {
    ask: (question) => {
      endCurrent('ERROR_ASSOCIATION_CANCELLED');
      const request = new AbortController();
      current = request;
      const timer = setTimeout(() => {
        if (current === request) endCurrent('ERROR_SESSION_TIMEOUT');
        session?.close();
      }, timeoutInSeconds * 1000);
      const answer = last.then(() => run(question, request.signal));
      const settle = () => clearTimeout(timer);
      last = answer.then(settle, settle);
      return answer;
    },
    stop,
  };
}

/** Rejects with the reason of the first signal that fires, and then ignores the work's result. */
function untilAborted<Value>(signals: AbortSignal[], work: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    for (const signal of signals) {
      const fail = () => reject(signal.reason);
      if (signal.aborted) return fail();
      signal.addEventListener('abort', fail, { once: true });
    }
    work().then(resolve, reject);
  });
}
