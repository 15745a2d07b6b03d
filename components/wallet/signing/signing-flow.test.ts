import type { Problem } from '@/lib/problem';
import { prove } from './proving-purposes';
import {
  hiddenSigningFlow,
  type IssuedStatement,
  reduceSigningFlow,
  type SigningEvent,
  type SigningFlow,
} from './signing-flow';

const request = { address: 'A', purpose: prove, method: 'sign_in' } as const;
const challenge = { id: 'one' } as IssuedStatement;
const signed = { challengeId: 'one', signedBytes: '', signature: '' };
const unsure = { request, challenge, signed };
const problem = { code: 'wallet.declined' } as Problem;

const started: SigningEvent = { type: 'started', attempt: 1, request };
const issued: SigningEvent = { type: 'issued', attempt: 1, challenge };
const sent: SigningEvent = { type: 'signed', attempt: 1, sent: unsure };
const failed: SigningEvent = { type: 'failed', attempt: 1, problem };

function walk(...events: SigningEvent[]): SigningFlow {
  return events.reduce(reduceSigningFlow, hiddenSigningFlow);
}

describe('the signing of a statement', () => {
  it('proceeds from statement to signature to check, and keeps the signed statement once proven', () => {
    expect(walk(started)).toMatchObject({ status: 'preparing' });
    expect(walk(started, issued)).toMatchObject({ status: 'asking', challenge });
    expect(walk(started, issued, sent)).toMatchObject({ status: 'checking', signed });
    expect(walk(started, issued, sent, { type: 'accepted', attempt: 1 })).toEqual({
      status: 'accepted',
      attempt: 1,
      challenge,
    });
  });

  it('asks for a press once for each purpose, and nothing before the statement counts as it', () => {
    const waiting = { ...started, request: { ...request, asksFirst: true } };
    const pressed = { type: 'pressed' } as const;
    const waits = (...events: SigningEvent[]) => {
      const flow = walk(waiting, ...events);
      return flow.status === 'asking' && flow.waitsForPress;
    };
    expect(waits(issued)).toBe(true);
    expect(waits(pressed, issued)).toBe(true);
    expect(waits(issued, pressed)).toBe(false);
    const refused = walk(waiting, issued, pressed, failed);
    if (refused.status !== 'failed') throw new Error(refused.status);
    const again = { type: 'started', attempt: 1, request: refused.request } as const;
    expect(waits(again, issued)).toBe(false);
    const purpose = { ...request.purpose, name: 'move-and-delete' } as const;
    expect(waits({ ...again, request: { ...refused.request, purpose } }, issued)).toBe(true);
  });

  it('cannot be closed while a signature is checked, so that the user sees the result', () => {
    const checking = walk(started, issued, sent);
    expect(reduceSigningFlow(checking, { type: 'closed' })).toBe(checking);
    const lost = { type: 'failed', attempt: 1, problem, unsure } as const;
    expect(walk(started, issued, sent, { type: 'closed' }, lost)).toMatchObject({
      status: 'failed',
      unsure: { signed },
    });
    expect(walk(started, issued, sent, lost, { type: 'closed' })).toMatchObject({ status: 'hidden' });
  });

  it.each([
    ['a statement', issued],
    ['a signature', sent],
    ['a refusal', failed],
    ['a proof', { type: 'accepted', attempt: 1 } as const],
  ])('ignores %s after it was closed, and of an earlier attempt', (_what, event) => {
    const closed = walk(started, issued, { type: 'closed' });
    expect(reduceSigningFlow(closed, event)).toBe(closed);
    const again = walk(started, issued, { type: 'started', attempt: 2, request });
    expect(reduceSigningFlow(again, event)).toBe(again);
  });

  it('ignores a second signature, a signature before a statement, and a proof before a signature', () => {
    const checking = walk(started, issued, sent);
    expect(reduceSigningFlow(checking, sent)).toBe(checking);
    const preparing = walk(started);
    expect(reduceSigningFlow(preparing, sent)).toBe(preparing);
    const asking = walk(started, issued);
    expect(reduceSigningFlow(asking, { type: 'accepted', attempt: 1 })).toBe(asking);
  });

  it('keeps the first refusal', () => {
    const refused = walk(started, issued, failed);
    expect(refused).toMatchObject({ status: 'failed', problem, unsure: null });
    expect(reduceSigningFlow(refused, { type: 'accepted', attempt: 1 })).toBe(refused);
    expect(reduceSigningFlow(refused, issued)).toBe(refused);
  });

  it('sends the same signature again as a new attempt', () => {
    const lost = walk(started, issued, sent, { type: 'failed', attempt: 1, problem, unsure });
    expect(lost).toMatchObject({ status: 'failed', unsure });
    expect(reduceSigningFlow(lost, { type: 'sent-again', attempt: 2, sent: unsure })).toMatchObject({
      status: 'checking',
      attempt: 2,
      signed,
    });
  });

  it('asks a wallet only for an issued statement', () => {
    const offered: SigningEvent = { type: 'offered', request };
    expect(walk(offered)).toEqual({ status: 'offered', attempt: 0, request });
    expect(walk(offered, started, issued).status).toBe('asking');
    expect(walk(offered, { ...issued, attempt: 0 }).status).toBe('offered');
  });
});
