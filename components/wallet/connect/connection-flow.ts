import type { WalletErrorCode } from '@/lib/errors/wallet';
import type { WalletChoice } from './wallet-choices';

/** The state of the wallet dialog. Answers to an earlier `attempt` are ignored. */
export type WalletFlow =
  | { status: 'hidden'; attempt: number }
  | { status: 'choosing'; attempt: number; showsMore: boolean }
  | { status: 'connecting'; attempt: number; choice: WalletChoice }
  | { status: 'failed'; attempt: number; choice: WalletChoice; code: WalletErrorCode };

export type WalletFlowEvent =
  | { type: 'opened' }
  | { type: 'closed' }
  | { type: 'more-toggled' }
  | { type: 'chosen'; choice: WalletChoice }
  | { type: 'connected'; attempt: number }
  | { type: 'failed'; attempt: number; code: WalletErrorCode };

export const hiddenWalletFlow: WalletFlow = { status: 'hidden', attempt: 0 };

export function reduceWalletFlow(flow: WalletFlow, event: WalletFlowEvent): WalletFlow {
  const { attempt } = flow;
  switch (event.type) {
    case 'opened':
      // A second press of the button must not cancel a connection in progress.
      return flow.status === 'connecting' ? flow : { status: 'choosing', attempt, showsMore: false };
    case 'closed':
      return { status: 'hidden', attempt };
    case 'more-toggled':
      return flow.status === 'choosing' ? { ...flow, showsMore: !flow.showsMore } : flow;
    case 'chosen':
      // One attempt at a time: ignores the second click of a double click.
      if (flow.status !== 'choosing' && flow.status !== 'failed') return flow;
      return { status: 'connecting', attempt: attempt + 1, choice: event.choice };
    case 'connected':
      return flow.status === 'connecting' && attempt === event.attempt ? { status: 'hidden', attempt } : flow;
    case 'failed':
      if (flow.status !== 'connecting' || attempt !== event.attempt) return flow;
      return { status: 'failed', attempt, choice: flow.choice, code: event.code };
  }
}
