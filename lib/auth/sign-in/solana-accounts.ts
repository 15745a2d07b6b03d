import 'server-only';
import { z } from 'zod';
import { askNowAndThen } from '../../ask-now-and-then.ts';
import { logWarning } from '../../log/log.ts';
import { fetchAuth } from '../../supabase/fetch-auth.ts';

/** A project is asked this seldom, because the question counts towards its limit of 30 an address in five minutes. */
const answerLifeInMilliseconds = 5 * 60_000;
/** Patience, and the pause afterwards. The page of sign-in works without an answer. */
const patienceInMilliseconds = 1500;
const outagePauseInMilliseconds = 30_000;

const accounts = askNowAndThen('wallet accounts', { open: true }, tryGrant);

const Refusal = z.object({ code: z.string() });

/**
 * Whether the project lets wallets create accounts. Its settings don't say so, so Auth is asked to sign in nobody and
 * answers in a certain way only if wallets are on. Without an answer, the last one holds; unknown counts as open, and
 * the grant itself refuses in time.
 */
export async function areWalletAccountsOpen(): Promise<boolean> {
  return (await accounts.read()).open;
}

/** The same, stale-while-revalidate: returns the last known answer, or the first one if it comes at once. */
export async function peekWalletAccounts(): Promise<boolean> {
  return (await accounts.peek(({ askAgainAt }) => askAgainAt === 0)).open;
}

async function tryGrant(): Promise<void> {
  try {
    const response = await fetchAuth('/token?grant_type=web3', {
      method: 'POST',
      body: { chain: 'solana', message: '', signature: '' },
      signal: AbortSignal.timeout(patienceInMilliseconds),
    });
    const refusal = Refusal.safeParse(await response.json());
    if (response.status === 400 || response.status === 422) {
      return know(refusal.data?.code !== 'web3_provider_disabled', answerLifeInMilliseconds);
    }
  } catch (error) {
    logWarning(
      'backend.settings_unreadable',
      `Asking whether wallets may sign in failed: ${error instanceof Error ? error.name : 'unknown'}`,
    );
  }
  know(accounts.known().open, outagePauseInMilliseconds);
}

/** For a refusal that came while it was thought to be open. */
export function noteWalletAccountsClosed(): void {
  know(false, answerLifeInMilliseconds);
}

function know(open: boolean, forMilliseconds: number): void {
  Object.assign(accounts.known(), { open, askAgainAt: Date.now() + forMilliseconds });
}
