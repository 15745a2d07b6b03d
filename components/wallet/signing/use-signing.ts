import type { Adapter } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { signsInOwnWindow } from '@/components/wallet/connect/signing-methods';
import { failWith, runSigning, type SigningActions, sendSigned } from './run-signing';
import {
  hiddenSigningFlow,
  type IssuedStatement,
  reduceSigningFlow,
  type SentStatement,
  type SigningAnswer,
  type SigningFlow,
  type SigningRequest,
  waitsForPress,
} from './signing-flow';

export type Signing = {
  flow: SigningFlow;
  adapter: Adapter | undefined;
  /** Explains the signature before anything is requested. */
  offer: (request: SigningRequest) => void;
  start: (request: SigningRequest) => void;
  /** Asks the wallet to sign the shown statement of a request that `asksFirst`. */
  press: () => void;
  sendAgain: (sent: SentStatement) => void;
  close: () => void;
};

/** Drives signing with the connected wallet. A new attempt aborts the previous one. */
export function useSigning<Made extends object>(
  actions: SigningActions<Made>,
  onAccepted: (made: Made, challenge: IssuedStatement) => void,
): Signing {
  const { wallet, publicKey } = useWallet();
  const [flow, dispatch] = useReducer(reduceSigningFlow, hiddenSigningFlow);
  const attempts = useRef(0);
  const running = useRef<AbortController>(null);
  const release = useRef<() => void>(null);
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
    (wanted: SigningRequest) => {
      const { attempt, signal, signing } = begin();
      const request = { ...wanted, asksFirst: asksFirst(wanted, adapter) };
      dispatch({ type: 'started', attempt, request });
      const untilPressed = waitsForPress(request)
        ? new Promise<void>((resolve) => {
            release.current = resolve;
          })
        : undefined;
      runSigning({ ...signing, adapter, request, signal, untilPressed });
    },
    [adapter, begin],
  );

  const press = useCallback(() => {
    dispatch({ type: 'pressed' });
    release.current?.();
  }, []);

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

  // The statement is for one account: selecting another, or disconnecting, ends the attempt.
  const wanted = readWanted(flow);
  const selected = publicKey?.toBase58();
  const { attempt } = flow;
  useEffect(() => {
    if (!wanted || wanted === selected) return;
    running.current?.abort();
    dispatch({ ...failWith(selected ? 'wallet.other_account' : 'wallet.disconnected'), attempt });
  }, [wanted, selected, attempt]);

  useEffect(() => () => running.current?.abort(), []);

  return { flow, adapter, offer, start, press, sendAgain, close };
}

/** A deletion is always read before it is signed: by the wallet's own window, or here. */
function asksFirst({ asksFirst, purpose }: SigningRequest, adapter: Adapter | undefined): boolean {
  const isAsked = asksFirst || purpose.name === 'move-and-delete';
  return Boolean(isAsked) && adapter !== undefined && !signsInOwnWindow(adapter);
}

function readWanted(flow: SigningFlow): string | null {
  if (flow.status === 'preparing') return flow.request.address;
  return flow.status === 'asking' ? flow.challenge.address : null;
}
