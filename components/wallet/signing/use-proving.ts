import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { ProvenWallet } from '@/lib/proofs/prove-wallet';
import type { ProofMethod } from '@/lib/proofs/statement';
import { listSigningMethods } from '../connect/signing-methods';
import { hiddenProvingFlow, type ProvingFlow, reduceProvingFlow, type SentStatement } from './proving-flow';
import { failWith, runProving, sendSigned } from './run-proving';
import type { ProvingActions, ProvingRequest } from './wallet-actions';

export type Proving = {
  flow: ProvingFlow;
  /** The ways the connected wallet can sign, best first. */
  methods: ProofMethod[];
  /** Begins with the best way the connected wallet has. Does nothing when none is connected. */
  prove: () => void;
  start: (request: ProvingRequest) => void;
  sendAgain: (sent: SentStatement) => void;
  close: () => void;
};

/** Drives the proving of the connected wallet. One attempt at a time: a new one ends the one before. */
export function useProving(
  actions: ProvingActions,
  onProven: (address: string, proven: ProvenWallet) => void,
): Proving {
  const { wallet, publicKey } = useWallet();
  const [flow, dispatch] = useReducer(reduceProvingFlow, hiddenProvingFlow);
  const attempts = useRef(0);
  const running = useRef<AbortController>(null);
  const adapter = wallet?.adapter;
  const address = publicKey?.toBase58();
  const methods = adapter ? listSigningMethods(adapter) : [];

  const begin = useCallback(() => {
    running.current?.abort();
    running.current = new AbortController();
    attempts.current += 1;
    return { attempt: attempts.current, signal: running.current.signal };
  }, []);

  const start = useCallback(
    (request: ProvingRequest) => {
      if (!adapter) return;
      const { attempt, signal } = begin();
      dispatch({ type: 'started', attempt, request });
      const tell: Parameters<typeof runProving>[0]['tell'] = (answer) => dispatch({ ...answer, attempt });
      runProving({ adapter, request, actions, signal, tell, onProven });
    },
    [adapter, actions, onProven, begin],
  );

  const sendAgain = useCallback(
    (sent: SentStatement) => {
      const { attempt } = begin();
      const { address, purpose, method } = sent.challenge;
      dispatch({ type: 'sent-again', attempt, request: { address, purpose, method }, ...sent });
      sendSigned({ actions, tell: (answer) => dispatch({ ...answer, attempt }), onProven }, sent);
    },
    [actions, onProven, begin],
  );

  const prove = useCallback(() => {
    if (!adapter || !address) return;
    // A wallet that has no way at all is asked for the first one, and the dialog says that it can't.
    const [method = 'sign_message'] = listSigningMethods(adapter);
    start({ address, purpose: 'prove', method });
  }, [adapter, address, start]);

  const close = useCallback(() => {
    running.current?.abort();
    dispatch({ type: 'closed' });
  }, []);

  // The wallet is open on a statement for one account: another one, or none, ends that.
  const wanted = flow.status === 'preparing' || flow.status === 'asking' ? flow.request.address : null;
  const { attempt } = flow;
  useEffect(() => {
    if (!wanted || wanted === address) return;
    running.current?.abort();
    dispatch({ ...failWith(address ? 'wallet.other_account' : 'wallet.disconnected'), attempt });
  }, [wanted, address, attempt]);

  useEffect(() => () => running.current?.abort(), []);

  return { flow, methods, prove, start, sendAgain, close };
}
