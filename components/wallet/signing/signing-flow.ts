import type { PreparedStatement, ProofMethod } from 'countersign/proof/statement';
import type { Problem } from '@/lib/problem';
import type { SigningPurpose } from './signing-purpose';

export type SigningRequest = {
  purpose: SigningPurpose;
  method: ProofMethod;
  /** Null for the account selected in the wallet when the statement is requested. */
  address: string | null;
  /** For a wallet without its own window: shows the statement, and asks the wallet only after a press. */
  asksFirst?: boolean;
  /** The purpose that the user has pressed for. Another purpose's statement needs a press too. */
  pressedFor?: SigningPurpose['name'];
};

export type IssuedStatement = PreparedStatement & {
  id: string;
  /** The ID of the account that the statement names; undefined at sign-in. */
  accountCode?: string;
};

export type WalletAppearance = { name: string; icon: string | null };

/** A signature, and the appearance of the wallet that made it. Bytes are base64. */
export type SignedStatement = {
  challengeId: string;
  signedBytes: string;
  signature: string;
  appearance?: WalletAppearance | undefined;
};

export type SentStatement = { request: SigningRequest; challenge: IssuedStatement; signed: SignedStatement };

export type SigningFlow =
  | { status: 'hidden'; attempt: number }
  /** Explains the signature before it is requested. */
  | { status: 'offered'; attempt: number; request: SigningRequest }
  | { status: 'preparing'; attempt: number; request: SigningRequest }
  | {
      status: 'asking';
      attempt: number;
      request: SigningRequest;
      challenge: IssuedStatement;
      waitsForPress: boolean;
    }
  | ({ status: 'checking'; attempt: number } & SentStatement)
  | {
      status: 'failed';
      attempt: number;
      request: SigningRequest;
      problem: Problem;
      /** Set if the server may have received the signature. The same one may be sent again. */
      unsure: SentStatement | null;
    }
  /** The dialog is closed; the signed statement stays readable. */
  | { status: 'accepted'; attempt: number; challenge: IssuedStatement };

export type SigningAnswer =
  | { type: 'issued'; challenge: IssuedStatement }
  | { type: 'signed'; sent: SentStatement }
  | { type: 'failed'; problem: Problem; unsure?: SentStatement | null }
  | { type: 'accepted' };

export type SigningEvent =
  | { type: 'offered'; request: SigningRequest }
  | { type: 'started'; attempt: number; request: SigningRequest }
  | { type: 'sent-again'; attempt: number; sent: SentStatement }
  | { type: 'pressed' }
  | { type: 'closed' }
  | (SigningAnswer & { attempt: number });

export const hiddenSigningFlow: SigningFlow = { status: 'hidden', attempt: 0 };

export type OpenSigningFlow = Exclude<SigningFlow, { status: 'hidden' | 'accepted' }>;

export function reduceSigningFlow(flow: SigningFlow, event: SigningEvent): SigningFlow {
  switch (event.type) {
    case 'offered':
      return { status: 'offered', attempt: flow.attempt, request: event.request };
    case 'started':
      return { status: 'preparing', attempt: event.attempt, request: event.request };
    case 'sent-again':
      return { status: 'checking', attempt: event.attempt, ...event.sent };
    case 'pressed':
      if (flow.status !== 'asking') return flow;
      return {
        ...flow,
        request: { ...flow.request, pressedFor: flow.request.purpose.name },
        waitsForPress: false,
      };
    case 'closed':
      // A sent signature can't be recalled, and the user must see its result, because it may need resending.
      return flow.status === 'checking' ? flow : { status: 'hidden', attempt: flow.attempt };
  }
  if (!isUnderWay(flow) || event.attempt !== flow.attempt) return flow;
  const { attempt, request } = flow;
  switch (event.type) {
    case 'issued':
      if (flow.status !== 'preparing') return flow;
      return {
        ...{ status: 'asking', attempt, request, challenge: event.challenge },
        waitsForPress: waitsForPress(request),
      };
    case 'signed':
      return flow.status === 'asking' ? { status: 'checking', attempt, ...event.sent } : flow;
    case 'failed':
      return { status: 'failed', attempt, request, problem: event.problem, unsure: event.unsure ?? null };
    case 'accepted':
      return flow.status === 'checking' ? { status: 'accepted', attempt, challenge: flow.challenge } : flow;
  }
}

export function waitsForPress({ asksFirst, pressedFor, purpose }: SigningRequest): boolean {
  return asksFirst === true && pressedFor !== purpose.name;
}

export type UnderWay = Extract<SigningFlow, { status: 'preparing' | 'asking' | 'checking' }>;

export function isUnderWay(flow: SigningFlow): flow is UnderWay {
  return flow.status === 'preparing' || flow.status === 'asking' || flow.status === 'checking';
}
