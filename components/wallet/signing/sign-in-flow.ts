import type { Problem } from '@/lib/problem';
import type { PreparedStatement } from '@/lib/proofs/prepare-statement';
import type { ProofMethod } from '@/lib/proofs/statement';

/**
 * Where signing in, or confirming, with a connected wallet stands. An attempt is one statement; an answer names the attempt it belongs
 * to, and one that comes late, twice, or after a cancel changes nothing.
 */
export type SignInFlow =
  | { status: 'hidden'; attempt: number }
  /** Says what will happen before anything is signed. */
  | { status: 'offered'; attempt: number }
  /** The server is asked for a statement. */
  | { status: 'preparing'; attempt: number; method: ProofMethod }
  /** The wallet is asked to sign it. */
  | { status: 'asking'; attempt: number; method: ProofMethod; statement: PreparedStatement }
  /** The server checks what was signed, and the next page is opened. */
  | { status: 'checking'; attempt: number; method: ProofMethod; statement: PreparedStatement }
  | { status: 'failed'; attempt: number; method: ProofMethod; problem: Problem };

export type SignInAnswer =
  | { type: 'issued'; statement: PreparedStatement }
  | { type: 'signed' }
  | { type: 'failed'; problem: Problem };

export type SignInEvent =
  | { type: 'offered' }
  | { type: 'started'; attempt: number; method: ProofMethod }
  | { type: 'closed' }
  | (SignInAnswer & { attempt: number });

export const hiddenSignInFlow: SignInFlow = { status: 'hidden', attempt: 0 };

export function reduceSignInFlow(flow: SignInFlow, event: SignInEvent): SignInFlow {
  switch (event.type) {
    case 'offered':
      return { status: 'offered', attempt: flow.attempt };
    case 'closed':
      // What was sent can't be called back, and it may sign in.
      return flow.status === 'checking' ? flow : { status: 'hidden', attempt: flow.attempt };
    case 'started':
      return { status: 'preparing', attempt: event.attempt, method: event.method };
  }
  if (event.attempt !== flow.attempt) return flow;
  const { attempt } = event;
  switch (event.type) {
    case 'issued':
      if (flow.status !== 'preparing') return flow;
      return { status: 'asking', attempt, method: flow.method, statement: event.statement };
    case 'signed':
      return flow.status === 'asking' ? { ...flow, status: 'checking' } : flow;
    case 'failed':
      if (!('method' in flow) || flow.status === 'failed') return flow;
      return { status: 'failed', attempt, method: flow.method, problem: event.problem };
  }
}
