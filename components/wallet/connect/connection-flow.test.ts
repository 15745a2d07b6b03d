import { hiddenWalletFlow, reduceWalletFlow, type WalletFlow, type WalletFlowEvent } from './connection-flow';
import type { WalletChoice } from './wallet-choices';

const first = { label: 'First' } as WalletChoice;
const second = { label: 'Second' } as WalletChoice;

function walk(...events: WalletFlowEvent[]): WalletFlow {
  return events.reduce(reduceWalletFlow, hiddenWalletFlow);
}

describe('the wallet dialog', () => {
  it('opens with the options collapsed and toggles them', () => {
    expect(walk({ type: 'opened' })).toMatchObject({ status: 'choosing', showsMore: false });
    expect(walk({ type: 'opened' }, { type: 'more-toggled' })).toMatchObject({ showsMore: true });
    expect(walk({ type: 'opened' }, { type: 'more-toggled' }, { type: 'more-toggled' })).toMatchObject({
      showsMore: false,
    });
  });

  it('is hidden after closing, with the options collapsed', () => {
    const reopened = walk(
      { type: 'opened' },
      { type: 'more-toggled' },
      { type: 'closed' },
      { type: 'opened' },
    );
    expect(reopened).toMatchObject({ status: 'choosing', showsMore: false });
  });

  it('keeps the first of two quick choices, such as a double click', () => {
    const flow = walk(
      { type: 'opened' },
      { type: 'chosen', choice: first },
      { type: 'chosen', choice: second },
    );
    expect(flow).toMatchObject({ status: 'connecting', choice: first, attempt: 1 });
  });

  it('ignores a choice when the dialog is hidden', () => {
    expect(walk({ type: 'chosen', choice: first })).toEqual(hiddenWalletFlow);
  });

  it('ignores an answer after it was closed', () => {
    const closed = walk({ type: 'opened' }, { type: 'chosen', choice: first }, { type: 'closed' });
    expect(reduceWalletFlow(closed, { type: 'failed', attempt: 1, code: 'wallet.cancelled' })).toBe(closed);
    expect(reduceWalletFlow(closed, { type: 'connected', attempt: 1 })).toBe(closed);
  });

  it('ignores an answer to an earlier attempt', () => {
    const again = walk(
      { type: 'opened' },
      { type: 'chosen', choice: first },
      { type: 'closed' },
      { type: 'opened' },
      { type: 'chosen', choice: second },
    );
    expect(again).toMatchObject({ attempt: 2 });
    expect(reduceWalletFlow(again, { type: 'failed', attempt: 1, code: 'wallet.timed_out' })).toBe(again);
    expect(reduceWalletFlow(again, { type: 'connected', attempt: 1 })).toBe(again);
  });

  it('ignores a second answer', () => {
    const failed = walk(
      { type: 'opened' },
      { type: 'chosen', choice: first },
      { type: 'failed', attempt: 1, code: 'wallet.cancelled' },
    );
    expect(failed).toMatchObject({ status: 'failed', choice: first, code: 'wallet.cancelled' });
    expect(reduceWalletFlow(failed, { type: 'connected', attempt: 1 })).toBe(failed);
    expect(reduceWalletFlow(failed, { type: 'failed', attempt: 1, code: 'wallet.locked' })).toBe(failed);
  });

  it('tries again as a new attempt, and goes back to the list', () => {
    const failed = walk(
      { type: 'opened' },
      { type: 'chosen', choice: first },
      { type: 'failed', attempt: 1, code: 'wallet.locked' },
    );
    expect(reduceWalletFlow(failed, { type: 'chosen', choice: first })).toMatchObject({ attempt: 2 });
    expect(reduceWalletFlow(failed, { type: 'opened' })).toMatchObject({ status: 'choosing' });
  });

  it('keeps connecting when the button is pressed again, and hides once connected', () => {
    const connecting = walk({ type: 'opened' }, { type: 'chosen', choice: first });
    expect(reduceWalletFlow(connecting, { type: 'opened' })).toBe(connecting);
    expect(reduceWalletFlow(connecting, { type: 'connected', attempt: 1 }).status).toBe('hidden');
  });
});
