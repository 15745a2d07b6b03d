import { base64 } from '@scure/base';
import type { Adapter } from '@solana/wallet-adapter-base';
import { issueChallengeAction } from '@/app/(signed-in)/wallets/actions';
import type { ErrorCode } from '@/lib/errors';
import { accessPurposes } from './access-purposes';
import { prove } from './proving-purposes';
import { runSigning, sendSigned } from './run-signing';
import type { IssuedStatement, SigningAnswer, SigningRequest } from './signing-flow';

const address = 'Wallet111';
const message = new TextEncoder().encode('the statement');
const challenge = {
  id: 'one',
  method: 'sign_message',
  address,
  message: base64.encode(message),
} as IssuedStatement;
const proven = { proofId: 'proof', walletId: 'wallet', outcome: 'proven' } as const;
const adapter = {
  publicKey: { toBase58: () => address },
  signMessage: async () => new Uint8Array(64),
} as unknown as Adapter;

function problem(code: ErrorCode) {
  return { ok: false, problem: { code, title: '', hint: '' } } as const;
}

function setUp() {
  const told: SigningAnswer[] = [];
  const giveUp = new AbortController();
  const actions = {
    issueStatement: jest.fn(async (): Promise<unknown> => ({ ok: true, challenge })),
    submitSignature: jest.fn(async (): Promise<unknown> => ({ ok: true, proven })),
  };
  const onAccepted = jest.fn();
  const proving = {
    ...{ adapter, actions: actions as never, onAccepted, signal: giveUp.signal },
    request: { address, purpose: prove, method: 'sign_message' } as SigningRequest,
    tell: (answer: SigningAnswer) => void told.push(answer),
  };
  return { told, giveUp, actions, onAccepted, proving, steps: () => told.map(({ type }) => type) };
}

it('proves a wallet in three steps', async () => {
  const { proving, steps, onAccepted } = setUp();
  await runSigning(proving);
  expect(steps()).toEqual(['issued', 'signed', 'accepted']);
  expect(onAccepted).toHaveBeenCalledWith(expect.objectContaining({ proven }), challenge);
});

it('asks no wallet once it was cancelled before the statement arrived', async () => {
  const { proving, steps, giveUp, actions } = setUp();
  actions.issueStatement.mockImplementation(async () => {
    giveUp.abort();
    return { ok: true, challenge };
  });
  await runSigning(proving);
  expect(steps()).toEqual([]);
  expect(actions.submitSignature).not.toHaveBeenCalled();
});

it('asks a wallet that has no window of its own only once the statement was seen and pressed for', async () => {
  for (const isGivenUp of [true, false]) {
    const { proving, steps, giveUp } = setUp();
    const signMessage = jest.spyOn(adapter as never, 'signMessage') as jest.SpyInstance;
    const pressed = Promise.withResolvers<void>();
    const run = runSigning({ ...proving, untilPressed: pressed.promise });
    await new Promise(setImmediate);
    expect([steps(), signMessage.mock.calls]).toEqual([['issued'], []]);
    if (isGivenUp) giveUp.abort();
    pressed.resolve();
    await run;
    expect(steps()).toEqual(isGivenUp ? ['issued'] : ['issued', 'signed', 'accepted']);
    expect(signMessage).toHaveBeenCalledTimes(isGivenUp ? 0 : 1);
    signMessage.mockRestore();
  }
});

it("reports the server's problem when it issues no statement", async () => {
  const { proving, told, actions } = setUp();
  actions.issueStatement.mockResolvedValue(problem('proof.too_many_challenges'));
  await runSigning(proving);
  expect(told).toEqual([{ type: 'failed', problem: problem('proof.too_many_challenges').problem }]);
  // As an older process answers for a method that it doesn't know.
  const wanted = { address: 'W'.repeat(40), purpose: 'prove', method: 'sign_later' };
  actions.issueStatement.mockResolvedValue(await issueChallengeAction(wanted));
  await runSigning(proving);
  expect(told[1]).toMatchObject({ type: 'failed', problem: { code: 'request.unexpected' } });
});

it('reports an unreachable site when the statement does not arrive', async () => {
  const { proving, told, actions } = setUp();
  actions.issueStatement.mockRejectedValue(new TypeError('Failed to fetch'));
  await runSigning(proving);
  expect(told).toMatchObject([{ type: 'failed', problem: { code: 'wallet.site_unreachable' } }]);
});

it('keeps the signature when the answer is lost, and sends the same one again', async () => {
  const { proving, told, actions, onAccepted } = setUp();
  actions.submitSignature.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await runSigning(proving);
  const lost = told.at(-1);
  if (lost?.type !== 'failed' || !lost.unsure) throw new Error('The signature was not kept.');
  expect(lost.problem.code).toBe('wallet.answer_lost');
  await sendSigned(proving, lost.unsure);
  expect(actions.submitSignature.mock.calls[1]).toEqual(actions.submitSignature.mock.calls[0]);
  expect(onAccepted).toHaveBeenCalledTimes(1);
});

it('keeps the signature if the server may have stored it, not if it refused it', async () => {
  const unsure = setUp();
  unsure.actions.submitSignature.mockResolvedValue(problem('backend.unavailable'));
  await runSigning(unsure.proving);
  expect(unsure.told.at(-1)).toMatchObject({ unsure: { challenge } });
  const refused = setUp();
  refused.actions.submitSignature.mockResolvedValue(problem('proof.refused'));
  await runSigning(refused.proving);
  expect(refused.told.at(-1)).toMatchObject({ type: 'failed', unsure: null });
  expect(refused.onAccepted).not.toHaveBeenCalled();
});

it('reports a proof even if the dialog was closed after the signature was sent', async () => {
  const { proving, actions, giveUp, onAccepted } = setUp();
  actions.submitSignature.mockImplementation(async () => {
    giveUp.abort();
    return { ok: true, proven };
  });
  await runSigning(proving);
  expect(onAccepted).toHaveBeenCalledTimes(1);
});

it('sends nothing that a wallet signs after cancellation', async () => {
  const { proving, steps, giveUp, actions } = setUp();
  const signMessage = async () => {
    giveUp.abort();
    return new Uint8Array(64);
  };
  await runSigning({ ...proving, adapter: { ...adapter, signMessage } as unknown as Adapter });
  expect(steps()).toEqual(['issued']);
  expect(actions.submitSignature).not.toHaveBeenCalled();
});

/** Like `setUp`, for a signature from the selected account that redirects to another page. */
function setUpSignIn() {
  const set = setUp();
  set.actions.submitSignature.mockResolvedValue({ ok: true, redirectTo: '/wallets' });
  const request: SigningRequest = {
    address: null,
    purpose: accessPurposes['sign-in'],
    method: 'sign_message',
  };
  return { ...set, proving: { ...set.proving, request } };
}

it('signs in with the selected account, and keeps the dialog until the next page has loaded', async () => {
  const { proving, steps, actions, onAccepted } = setUpSignIn();
  await runSigning(proving);
  expect(actions.issueStatement).toHaveBeenCalledWith({
    purpose: 'sign-in',
    method: 'sign_message',
    address,
  });
  expect(steps()).toEqual(['issued', 'signed']);
  expect(onAccepted).toHaveBeenCalledWith(expect.objectContaining({ redirectTo: '/wallets' }), challenge);
});

it.each([
  ['no wallet', undefined],
  ['a wallet that shares no account', { ...adapter, publicKey: null } as unknown as Adapter],
])('requests nothing from the server with %s', async (_what, disconnected) => {
  const { proving, told, actions } = setUpSignIn();
  await runSigning({ ...proving, adapter: disconnected });
  expect(told).toMatchObject([{ type: 'failed', problem: { code: 'wallet.disconnected' } }]);
  expect(actions.issueStatement).not.toHaveBeenCalled();
});

it.each(['sign-in', 'sign-in-or-up', 'confirm'] as const)(
  'never resends a signature for %s, whose statements are single-use',
  async (purpose) => {
    const lost = setUpSignIn();
    lost.actions.submitSignature.mockRejectedValue(new TypeError('Failed to fetch'));
    await runSigning({
      ...lost.proving,
      request: { ...lost.proving.request, purpose: accessPurposes[purpose] },
    });
    expect(lost.told.at(-1)).toMatchObject({ problem: { code: 'wallet.site_unreachable' }, unsure: null });
    const unsure = setUpSignIn();
    unsure.actions.submitSignature.mockResolvedValue(problem('backend.unavailable'));
    await runSigning({
      ...unsure.proving,
      request: { ...unsure.proving.request, purpose: accessPurposes[purpose] },
    });
    expect(unsure.told.at(-1)).toMatchObject({ problem: { code: 'backend.unavailable' }, unsure: null });
  },
);
