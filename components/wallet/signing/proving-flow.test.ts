import type { Problem } from '@/lib/problem';
import type { IssuedChallenge } from '@/lib/proofs/issue-challenge';
import { hiddenProvingFlow, type ProvingEvent, type ProvingFlow, reduceProvingFlow } from './proving-flow';

const request = { address: 'A', purpose: 'prove', method: 'sign_in' } as const;
const challenge = { id: 'one' } as IssuedChallenge;
const signed = { challengeId: 'one', signedBytes: '', signature: '' };
const problem = { code: 'wallet.declined' } as Problem;

const started: ProvingEvent = { type: 'started', attempt: 1, request };
const issued: ProvingEvent = { type: 'issued', attempt: 1, challenge };
const sent: ProvingEvent = { type: 'signed', attempt: 1, challenge, signed };
const failed: ProvingEvent = { type: 'failed', attempt: 1, problem };

function walk(...events: ProvingEvent[]): ProvingFlow {
  return events.reduce(reduceProvingFlow, hiddenProvingFlow);
}

describe('proving', () => {
  it('goes from the statement to the signature to the check, and keeps what was signed once proven', () => {
    expect(walk(started)).toMatchObject({ status: 'preparing' });
    expect(walk(started, issued)).toMatchObject({ status: 'asking', challenge });
    expect(walk(started, issued, sent)).toMatchObject({ status: 'checking', signed });
    expect(walk(started, issued, sent, { type: 'proven', attempt: 1 })).toEqual({
      status: 'proven',
      attempt: 1,
      challenge,
    });
  });

  it('cannot be closed while a signature is checked, so that nobody misses how it ends', () => {
    const checking = walk(started, issued, sent);
    expect(reduceProvingFlow(checking, { type: 'closed' })).toBe(checking);
    const lost = { type: 'failed', attempt: 1, problem, unsure: { challenge, signed } } as const;
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
    ['a proof', { type: 'proven', attempt: 1 } as const],
  ])('ignores %s that comes after it was closed', (_what, event) => {
    const closed = walk(started, issued, { type: 'closed' });
    expect(reduceProvingFlow(closed, event)).toBe(closed);
  });

  it.each([
    ['a statement', issued],
    ['a signature', sent],
    ['a refusal', failed],
    ['a proof', { type: 'proven', attempt: 1 } as const],
  ])('ignores %s that belongs to an earlier attempt', (_what, event) => {
    const again = walk(started, issued, { type: 'started', attempt: 2, request });
    expect(reduceProvingFlow(again, event)).toBe(again);
  });

  it('ignores a second signature, a signature before a statement, and a proof before a signature', () => {
    const checking = walk(started, issued, sent);
    expect(reduceProvingFlow(checking, sent)).toBe(checking);
    const preparing = walk(started);
    expect(reduceProvingFlow(preparing, sent)).toBe(preparing);
    const asking = walk(started, issued);
    expect(reduceProvingFlow(asking, { type: 'proven', attempt: 1 })).toBe(asking);
  });

  it('keeps the first refusal when another answer follows', () => {
    const refused = walk(started, issued, failed);
    expect(refused).toMatchObject({ status: 'failed', problem, unsure: null });
    expect(reduceProvingFlow(refused, { type: 'proven', attempt: 1 })).toBe(refused);
    expect(reduceProvingFlow(refused, issued)).toBe(refused);
  });

  it('sends the very same signature again as a new attempt', () => {
    const unsure = { challenge, signed };
    const lost = walk(started, issued, sent, { type: 'failed', attempt: 1, problem, unsure });
    expect(lost).toMatchObject({ status: 'failed', unsure });
    expect(reduceProvingFlow(lost, { type: 'sent-again', attempt: 2, request, ...unsure })).toMatchObject({
      status: 'checking',
      attempt: 2,
      signed,
    });
  });
});
