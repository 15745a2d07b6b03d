import type { Problem } from '@/lib/problem';
import type { IssuedChallenge } from '@/lib/proofs/issue-challenge';
import type { ProvingRequest, SignedStatement } from './wallet-actions';

/** A statement that was signed and may have to be sent once more. */
export type SentStatement = { challenge: IssuedChallenge; signed: SignedStatement };

/**
 * Where the proving of a wallet stands. An attempt is one statement; an answer names the attempt it belongs to, and
 * one that comes late, twice, or after a cancel changes nothing.
 */
export type ProvingFlow =
  | { status: 'hidden'; attempt: number }
  /** The server is asked for a statement. */
  | { status: 'preparing'; attempt: number; request: ProvingRequest }
  /** The wallet is asked to sign it. */
  | { status: 'asking'; attempt: number; request: ProvingRequest; challenge: IssuedChallenge }
  /** The server checks what was signed. */
  | ({ status: 'checking'; attempt: number; request: ProvingRequest } & SentStatement)
  | {
      status: 'failed';
      attempt: number;
      request: ProvingRequest;
      problem: Problem;
      /** Set when nobody knows whether the signature arrived: the very same may be sent again. */
      unsure: SentStatement | null;
    }
  /** The dialog is gone; what was signed can still be read. */
  | { status: 'proven'; attempt: number; challenge: IssuedChallenge };

export type ProvingAnswer =
  | { type: 'issued'; challenge: IssuedChallenge }
  | ({ type: 'signed' } & SentStatement)
  | { type: 'failed'; problem: Problem; unsure?: SentStatement }
  | { type: 'proven' };

export type ProvingEvent =
  | { type: 'started'; attempt: number; request: ProvingRequest }
  | ({ type: 'sent-again'; attempt: number; request: ProvingRequest } & SentStatement)
  | { type: 'closed' }
  | (ProvingAnswer & { attempt: number });

export const hiddenProvingFlow: ProvingFlow = { status: 'hidden', attempt: 0 };

/** A flow that has something to say in the dialog. */
export type OpenProvingFlow = Exclude<ProvingFlow, { status: 'hidden' | 'proven' }>;

export function reduceProvingFlow(flow: ProvingFlow, event: ProvingEvent): ProvingFlow {
  // What was sent can't be called back, and how it ends must not be missed: it may have to be sent again.
  if (event.type === 'closed')
    return flow.status === 'checking' ? flow : { status: 'hidden', attempt: flow.attempt };
  const { attempt } = event;
  if (event.type === 'started') return { status: 'preparing', attempt, request: event.request };
  if (event.type === 'sent-again') {
    const { request, challenge, signed } = event;
    return { status: 'checking', attempt, request, challenge, signed };
  }
  if (!isUnderWay(flow) || attempt !== flow.attempt) return flow;
  const { request } = flow;
  switch (event.type) {
    case 'issued':
      if (flow.status !== 'preparing') return flow;
      return { status: 'asking', attempt, request, challenge: event.challenge };
    case 'signed':
      if (flow.status !== 'asking') return flow;
      return { status: 'checking', attempt, request, challenge: event.challenge, signed: event.signed };
    case 'failed':
      return { status: 'failed', attempt, request, problem: event.problem, unsure: event.unsure ?? null };
    case 'proven':
      return flow.status === 'checking' ? { status: 'proven', attempt, challenge: flow.challenge } : flow;
  }
}

function isUnderWay(flow: ProvingFlow): flow is Exclude<OpenProvingFlow, { status: 'failed' }> {
  return flow.status === 'preparing' || flow.status === 'asking' || flow.status === 'checking';
}
