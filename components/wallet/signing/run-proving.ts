import type { Adapter } from '@solana/wallet-adapter-base';
import { type WalletErrorCode, walletErrors } from '@/lib/errors/wallet';
import { type Problem, toProblem } from '@/lib/problem';
import type { ProvenWallet } from '@/lib/proofs/prove-wallet';
import { awaitAnswer } from './await-answer';
import type { ProvingAnswer, SentStatement } from './proving-flow';
import { signStatement } from './sign-statement';
import type { ProvingActions, ProvingRequest } from './wallet-actions';

/** Longer than the server waits for its own backend, so that its words come first. */
const serverTimeoutInSeconds = 30;

type Proving = {
  actions: ProvingActions;
  /** Hears every step. */
  tell: (answer: ProvingAnswer) => void;
  /** Called once when the wallet is proven, even when nobody looks at the dialog any more. */
  onProven: (address: string, proven: ProvenWallet) => void;
};

/**
 * Proves a wallet: asks the server for a statement, the wallet for a signature, and the server to check it. Tells how
 * it goes and never throws. Once `signal` has fired, the wallet is not asked and what it signed is not sent; what
 * was sent by then can't be called back.
 */
export async function runProving(
  proving: Proving & { adapter: Adapter; request: ProvingRequest; signal: AbortSignal },
): Promise<void> {
  const { adapter, request, actions, signal, tell } = proving;
  const issued = await awaitAnswer(() => actions.issueChallenge(request), {
    signal,
    timeoutInSeconds: serverTimeoutInSeconds,
  });
  if (issued.outcome === 'abandoned') return;
  if (issued.outcome !== 'answered') return tell(failWith('wallet.site_unreachable'));
  if (!issued.value.ok) return tell({ type: 'failed', problem: issued.value.problem });

  const { challenge } = issued.value;
  tell({ type: 'issued', challenge });
  const answer = await signStatement(adapter, challenge, signal);
  if (answer.outcome === 'abandoned') return;
  if (answer.outcome === 'failed') return tell(failWith(answer.code));
  const sent = { challenge, signed: answer.signed };
  tell({ type: 'signed', ...sent });
  await sendSigned(proving, sent);
}

/** Sends what was signed. The very same sent twice is stored once, and answered with what was stored. */
export async function sendSigned({ actions, tell, onProven }: Proving, sent: SentStatement): Promise<void> {
  const checked = await awaitAnswer(() => actions.proveWallet(sent.signed), {
    signal: new AbortController().signal,
    timeoutInSeconds: serverTimeoutInSeconds,
  });
  if (checked.outcome !== 'answered') return tell({ ...failWith('wallet.answer_lost'), unsure: sent });
  if (!checked.value.ok) {
    const { problem } = checked.value;
    return tell({ type: 'failed', problem, ...(isUnsure(problem) && { unsure: sent }) });
  }
  tell({ type: 'proven' });
  onProven(sent.challenge.address, checked.value.proven);
}

/** The server could not finish: it may have stored the proof, or may not even have begun. */
function isUnsure({ code }: Problem): boolean {
  return code === 'backend.unavailable' || code === 'request.unexpected';
}

export function failWith(code: WalletErrorCode): { type: 'failed'; problem: Problem } {
  return { type: 'failed', problem: toProblem(code, walletErrors[code]) };
}
