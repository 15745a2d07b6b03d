import 'server-only';
import { z } from 'zod';
import { cachedQuery } from '../../cached-query.ts';
import { logWarning } from '../../log/log.ts';
import { fetchAuth } from '../../supabase/fetch-auth.ts';

/** Auth limits such requests to 30 an address in five minutes. */
const answerLifeInMilliseconds = 5 * 60_000;
/** The time to wait for an answer. Sign-in works without one. */
const timeoutInMilliseconds = 1500;
const outagePauseInMilliseconds = 30_000;

const accounts = cachedQuery('wallet accounts', { open: true }, tryGrant);

const Refusal = z.object({ code: z.string() });

/** Whether wallets may create accounts: an empty grant's code, since settings omit it. Without an answer as before, at first yes. */
export async function areWalletAccountsOpen(): Promise<boolean> {
  return (await accounts.read()).open;
}

/** Stale-while-revalidate: returns the last known answer, or waits for the first one as long as a page may. */
export async function peekWalletAccounts(): Promise<boolean> {
  return (await accounts.peek(({ refreshAt }) => refreshAt === 0)).open;
}

async function tryGrant(): Promise<void> {
  try {
    const response = await fetchAuth('/token?grant_type=web3', {
      method: 'POST',
      body: { chain: 'solana', message: '', signature: '' },
      signal: AbortSignal.timeout(timeoutInMilliseconds),
    });
    const refusal = Refusal.safeParse(await response.json());
    if (response.status === 400 || response.status === 422) {
      return storeAnswer(refusal.data?.code !== 'web3_provider_disabled', answerLifeInMilliseconds);
    }
  } catch (error) {
    logWarning(
      'backend.settings_unreadable',
      `Auth did not say whether wallets may sign in: ${error instanceof Error ? error.name : 'unknown'}`,
    );
  }
  storeAnswer(accounts.known().open, outagePauseInMilliseconds);
}

export function noteWalletAccountsClosed(): void {
  storeAnswer(false, answerLifeInMilliseconds);
}

function storeAnswer(open: boolean, forMilliseconds: number): void {
  Object.assign(accounts.known(), { open, refreshAt: Date.now() + forMilliseconds });
}
