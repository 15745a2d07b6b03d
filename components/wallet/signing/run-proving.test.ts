import type { Adapter } from '@solana/wallet-adapter-base';
import type { ErrorCode } from '@/lib/errors';
import type { IssuedChallenge } from '@/lib/proofs/issue-challenge';
import { writeBase64 } from '../standard/base64';
import type { ProvingAnswer } from './proving-flow';
import { runProving, sendSigned } from './run-proving';

const address = 'Wallet111';
const message = new TextEncoder().encode('the statement');
const challenge = {
  id: 'one',
  method: 'sign_message',
  address,
  message: writeBase64(message),
} as IssuedChallenge;
const proven = { proofId: 'proof', walletId: 'wallet', outcome: 'proven' } as const;
const adapter = {
  publicKey: { toBase58: () => address },
  signMessage: async () => new Uint8Array(64),
} as unknown as Adapter;

function problem(code: ErrorCode) {
  return { ok: false, problem: { code, title: '', hint: '' } } as const;
}

function setUp() {
  const told: ProvingAnswer[] = [];
  const giveUp = new AbortController();
  const actions = {
    issueChallenge: jest.fn(async (): Promise<unknown> => ({ ok: true, challenge })),
    proveWallet: jest.fn(async (): Promise<unknown> => ({ ok: true, proven })),
  };
  const onProven = jest.fn();
  const proving = {
    ...{ adapter, actions: actions as never, onProven, signal: giveUp.signal },
    request: { address, purpose: 'prove', method: 'sign_message' } as const,
    tell: (answer: ProvingAnswer) => void told.push(answer),
  };
  return { told, giveUp, actions, onProven, proving, steps: () => told.map(({ type }) => type) };
}

it('proves a wallet in three steps', async () => {
  const { proving, steps, onProven } = setUp();
  await runProving(proving);
  expect(steps()).toEqual(['issued', 'signed', 'proven']);
  expect(onProven).toHaveBeenCalledWith(address, proven);
});

it('asks no wallet once it was cancelled before the statement came', async () => {
  const { proving, steps, giveUp, actions } = setUp();
  actions.issueChallenge.mockImplementation(async () => {
    giveUp.abort();
    return { ok: true, challenge };
  });
  await runProving(proving);
  expect(steps()).toEqual([]);
  expect(actions.proveWallet).not.toHaveBeenCalled();
});

it('shows what the server says when it gives no statement', async () => {
  const { proving, told, actions } = setUp();
  actions.issueChallenge.mockResolvedValue(problem('proof.too_many_challenges'));
  await runProving(proving);
  expect(told).toEqual([{ type: 'failed', problem: problem('proof.too_many_challenges').problem }]);
});

it('says that the site is out of reach when the statement does not come', async () => {
  const { proving, told, actions } = setUp();
  actions.issueChallenge.mockRejectedValue(new TypeError('Failed to fetch'));
  await runProving(proving);
  expect(told).toMatchObject([{ type: 'failed', problem: { code: 'wallet.site_unreachable' } }]);
});

it('keeps the signature when the answer is lost, and sends the same again', async () => {
  const { proving, told, actions, onProven } = setUp();
  actions.proveWallet.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await runProving(proving);
  const lost = told.at(-1);
  if (lost?.type !== 'failed' || !lost.unsure) throw new Error('The signature was not kept.');
  expect(lost.problem.code).toBe('wallet.answer_lost');
  await sendSigned(proving, lost.unsure);
  expect(actions.proveWallet.mock.calls[1]).toEqual(actions.proveWallet.mock.calls[0]);
  expect(onProven).toHaveBeenCalledTimes(1);
});

it('keeps the signature when the server cannot say whether it was stored, not when it refused it', async () => {
  const unsure = setUp();
  unsure.actions.proveWallet.mockResolvedValue(problem('backend.unavailable'));
  await runProving(unsure.proving);
  expect(unsure.told.at(-1)).toHaveProperty('unsure');
  const refused = setUp();
  refused.actions.proveWallet.mockResolvedValue(problem('proof.refused'));
  await runProving(refused.proving);
  expect(refused.told.at(-1)).not.toHaveProperty('unsure');
  expect(refused.onProven).not.toHaveBeenCalled();
});

it('tells of a proof although the dialog was closed after the signature was sent', async () => {
  const { proving, actions, giveUp, onProven } = setUp();
  actions.proveWallet.mockImplementation(async () => {
    giveUp.abort();
    return { ok: true, proven };
  });
  await runProving(proving);
  expect(onProven).toHaveBeenCalledTimes(1);
});

it('sends nothing that a wallet signs after it was cancelled', async () => {
  const { proving, steps, giveUp, actions } = setUp();
  const signMessage = async () => {
    giveUp.abort();
    return new Uint8Array(64);
  };
  await runProving({ ...proving, adapter: { ...adapter, signMessage } as unknown as Adapter });
  expect(steps()).toEqual(['issued']);
  expect(actions.proveWallet).not.toHaveBeenCalled();
});
