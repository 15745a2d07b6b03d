import type { Adapter } from '@solana/wallet-adapter-base';
import { type WalletErrorCode, walletErrors } from '@/lib/errors/wallet';
import type { CallAnswer } from '@/lib/forms/action';
import { toProblem } from '@/lib/problem';
import type { PreparedStatement } from '@/lib/proofs/prepare-statement';
import type { ProofMethod } from '@/lib/proofs/statement';
import { awaitAnswer } from './await-answer';
import type { SignInAnswer } from './sign-in-flow';
import { signStatement } from './sign-statement';
import type { SignedStatement } from './wallet-actions';

/** Longer than the server waits for its own backend, so that its words come first. */
const serverTimeoutInSeconds = 30;

/** The server's part. Each answers with what was made or a problem to show; rejects when it can't be reached. */
export type SignInActions = {
  issueStatement: (wanted: {
    address: string;
    method: ProofMethod;
  }) => Promise<CallAnswer<{ challenge: PreparedStatement & { id: string } }>>;
  submit: (
    signed: SignedStatement & { next: string | undefined },
  ) => Promise<CallAnswer<{ redirectTo: string }>>;
};

/**
 * Signs in, or confirms that it is somebody, with the account that is selected in a wallet: asks the server for a
 * statement, the wallet for a signature, and the server for what that opens. Tells how it goes and never throws. Once `signal` has fired, the wallet is not asked
 * and what it signed is not sent. A statement is good once: after a lost answer a new one is needed.
 */
export async function runSignIn(attempt: {
  adapter: Adapter;
  method: ProofMethod;
  next: string | undefined;
  actions: SignInActions;
  signal: AbortSignal;
  tell: (answer: SignInAnswer) => void;
  /** Called with where to go on to: a path of this site. */
  onAccepted: (redirectTo: string) => void;
}): Promise<void> {
  const { adapter, method, next, actions, signal, tell, onAccepted } = attempt;
  const address = adapter.publicKey?.toBase58();
  if (!address) return tell(failWith('wallet.disconnected'));
  const issued = await awaitAnswer(() => actions.issueStatement({ address, method }), {
    signal,
    timeoutInSeconds: serverTimeoutInSeconds,
  });
  if (issued.outcome === 'abandoned') return;
  if (issued.outcome !== 'answered') return tell(failWith('wallet.site_unreachable'));
  if (!issued.value.ok) return tell({ type: 'failed', problem: issued.value.problem });

  const { challenge } = issued.value;
  tell({ type: 'issued', statement: challenge });
  const answer = await signStatement(adapter, challenge, signal);
  if (answer.outcome === 'abandoned') return;
  if (answer.outcome === 'failed') return tell(failWith(answer.code));
  tell({ type: 'signed' });
  const checked = await awaitAnswer(() => actions.submit({ ...answer.signed, next }), {
    signal: new AbortController().signal,
    timeoutInSeconds: serverTimeoutInSeconds,
  });
  if (checked.outcome !== 'answered') return tell(failWith('wallet.site_unreachable'));
  if (!checked.value.ok) return tell({ type: 'failed', problem: checked.value.problem });
  onAccepted(checked.value.redirectTo);
}

export function failWith(code: WalletErrorCode): SignInAnswer {
  return { type: 'failed', problem: toProblem(code, walletErrors[code]) };
}
