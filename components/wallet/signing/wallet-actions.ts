import type { CallAnswer } from '@/lib/forms/action';
import type { FormState } from '@/lib/forms/form-state';
import type { IssuedChallenge } from '@/lib/proofs/issue-challenge';
import type { ProvenWallet } from '@/lib/proofs/prove-wallet';
import type { ProofMethod, ProofPurpose } from '@/lib/proofs/statement';
import type { Wallet } from '@/lib/wallets/list-wallets';

/** For which address a statement is asked, what its signature will do, and how it is signed. */
export type ProvingRequest = { address: string; purpose: ProofPurpose; method: ProofMethod };

/** A signature for a challenge. Bytes are base64. */
export type SignedStatement = { challengeId: string; signedBytes: string; signature: string };

/** The server's part in proving. Each answers with what was made or a problem to show; rejects when it can't be reached. */
export type ProvingActions = {
  issueChallenge: (request: ProvingRequest) => Promise<CallAnswer<{ challenge: IssuedChallenge }>>;
  proveWallet: (signed: SignedStatement) => Promise<CallAnswer<{ proven: ProvenWallet }>>;
};

export type FormAction = (previous: FormState, form: FormData) => Promise<FormState>;

/** What can be done with a proven wallet. Each form names it by `walletId`. */
export type ManagingActions = {
  label: FormAction;
  makePrimary: FormAction;
  publish: FormAction;
  remove: FormAction;
};

/** All that the page of wallets asks of the server. */
export type WalletActions = ProvingActions &
  ManagingActions & {
    /** The viewer's proven wallet with an address, on whatever page of the list it is. */
    findWallet: (wanted: { address: string }) => Promise<CallAnswer<{ wallet: Wallet | null }>>;
  };
