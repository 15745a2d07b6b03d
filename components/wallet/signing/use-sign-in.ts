import type { Adapter } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { ProofMethod } from '@/lib/proofs/statement';
import { listSigningMethods } from '../connect/signing-methods';
import { failWith, runSignIn, type SignInActions } from './run-sign-in';
import { hiddenSignInFlow, reduceSignInFlow, type SignInAnswer, type SignInFlow } from './sign-in-flow';

export type SignIn = {
  flow: SignInFlow;
  /** The wallet that was connected for it. */
  adapter: Adapter | null;
  /** The ways it can sign, best first. */
  methods: ProofMethod[];
  /** Shows what signing with this wallet means. */
  offer: (adapter: Adapter) => void;
  start: (method: ProofMethod) => void;
  close: () => void;
};

/** Drives signing in, or confirming, with a connected wallet. One attempt at a time: a new one ends the one before. */
export function useSignIn(actions: SignInActions, next: string | undefined): SignIn {
  const { publicKey } = useWallet();
  const [flow, dispatch] = useReducer(reduceSignInFlow, hiddenSignInFlow);
  const [adapter, setAdapter] = useState<Adapter | null>(null);
  const attempts = useRef(0);
  const running = useRef<AbortController>(null);

  const offer = useCallback((connected: Adapter) => {
    setAdapter(connected);
    dispatch({ type: 'offered' });
  }, []);

  const start = useCallback(
    (method: ProofMethod) => {
      if (!adapter) return;
      running.current?.abort();
      running.current = new AbortController();
      attempts.current += 1;
      const attempt = attempts.current;
      dispatch({ type: 'started', attempt, method });
      runSignIn({
        ...{ adapter, method, next, actions, signal: running.current.signal },
        tell: (answer: SignInAnswer) => dispatch({ ...answer, attempt }),
        // A whole page: nothing of the signed-out one may stay.
        onAccepted: (redirectTo) => window.location.assign(redirectTo),
      });
    },
    [adapter, actions, next],
  );

  const close = useCallback(() => {
    running.current?.abort();
    dispatch({ type: 'closed' });
  }, []);

  // The wallet is open on a statement for one account: another one, or none, ends that.
  const wanted = flow.status === 'asking' ? flow.statement.address : null;
  const address = publicKey?.toBase58();
  const { attempt } = flow;
  useEffect(() => {
    if (!wanted || wanted === address) return;
    running.current?.abort();
    dispatch({ ...failWith(address ? 'wallet.other_account' : 'wallet.disconnected'), attempt });
  }, [wanted, address, attempt]);

  useEffect(() => () => running.current?.abort(), []);

  return { flow, adapter, methods: adapter ? listSigningMethods(adapter) : [], offer, start, close };
}
