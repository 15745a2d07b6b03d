import type { Adapter } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { failWith, runSigning, type SigningActions, sendSigned } from './run-signing';
import {
  hiddenSigningFlow,
  type IssuedStatement,
  reduceSigningFlow,
  type SentStatement,
  type SigningAnswer,
  type SigningFlow,
  type SigningRequest,
} from './signing-flow';

export type Signing = {
  flow: SigningFlow;
  adapter: Adapter | undefined;
  /** Shows what signing would do, before anything is asked. */
  offer: (request: SigningRequest) => void;
  start: (request: SigningRequest) => void;
  sendAgain: (sent: SentStatement) => void;
  close: () => void;
};

/** Drives the signing of statements by the connected wallet. One attempt at a time: a new one ends the one before. */
export function useSigning<Made extends object>(
  actions: SigningActions<Made>,
  onAccepted: (made: Made, challenge: IssuedStatement) => void,
): Signing {
  const { wallet, publicKey } = useWallet();
  const [flow, dispatch] = useReducer(reduceSigningFlow, hiddenSigningFlow);
  const attempts = useRef(0);
  const running = useRef<AbortController>(null);
  const adapter = wallet?.adapter;

  const begin = useCallback(() => {
    running.current?.abort();
    running.current = new AbortController();
    attempts.current += 1;
    const attempt = attempts.current;
    const tell = (answer: SigningAnswer) => dispatch({ ...answer, attempt });
    return { attempt, signal: running.current.signal, signing: { actions, tell, onAccepted } };
  }, [actions, onAccepted]);

  const offer = useCallback((request: SigningRequest) => dispatch({ type: 'offered', request }), []);

  const start = useCallback(
    (request: SigningRequest) => {
      const { attempt, signal, signing } = begin();
      dispatch({ type: 'started', attempt, request });
      runSigning({ ...signing, adapter, request, signal });
    },
    [adapter, begin],
  );

  const sendAgain = useCallback(
    (sent: SentStatement) => {
      const { attempt, signing } = begin();
      dispatch({ type: 'sent-again', attempt, sent });
      sendSigned(signing, sent);
    },
    [begin],
  );

  const close = useCallback(() => {
    running.current?.abort();
    dispatch({ type: 'closed' });
  }, []);

  // The wallet is open on a statement for one account: another one, or none, ends that.
  const wanted = readWanted(flow);
  const selected = publicKey?.toBase58();
  const { attempt } = flow;
  useEffect(() => {
    if (!wanted || wanted === selected) return;
    running.current?.abort();
    dispatch({ ...failWith(selected ? 'wallet.other_account' : 'wallet.disconnected'), attempt });
  }, [wanted, selected, attempt]);

  useEffect(() => () => running.current?.abort(), []);

  return { flow, adapter, offer, start, sendAgain, close };
}

function readWanted(flow: SigningFlow): string | null {
  if (flow.status === 'preparing') return flow.request.address;
  return flow.status === 'asking' ? flow.challenge.address : null;
}
