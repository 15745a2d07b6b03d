import { runPasskey } from './run-passkey';

const get = jest.fn();
const start = jest.fn();
const send = jest.fn();
const signalUnknownCredential = jest.fn();
const onStep = jest.fn();
const { signal } = new AbortController();

const request = (ticket: string) => ({
  ok: true as const,
  ticket,
  options: { challenge: 'AQID', rpId: 'example.com' },
  expiresAt: 0,
});
const bytes = new Uint8Array([1]).buffer;
const refused = (code: string) => ({ ok: false, problem: { code, title: '', hint: '' } });

beforeEach(() => {
  for (const mock of [get, start, send, signalUnknownCredential, onStep]) mock.mockReset();
  const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes };
  get.mockResolvedValue({ rawId: bytes, type: 'public-key', response });
  start.mockImplementation(async () => request(`ticket ${start.mock.calls.length}`));
  Object.defineProperty(globalThis, 'navigator', { value: { credentials: { get } }, configurable: true });
  Object.assign(globalThis, { PublicKeyCredential: { signalUnknownCredential } });
});

const run = (given = {}) => runPasskey({ start, send, signal, onStep, ...given });

test('one press makes one challenge, one prompt and one submission', async () => {
  send.mockResolvedValue({ ok: true, redirectTo: '/wallets' });
  expect(await run()).toEqual({ ok: true, redirectTo: '/wallets' });
  expect(get).toHaveBeenCalledWith(expect.objectContaining({ signal }));
  expect(send.mock.calls).toEqual([
    [{ ticket: 'ticket 1', credential: expect.objectContaining({ id: 'AQ' }) }],
  ]);
  expect(onStep.mock.calls).toEqual([['starting'], ['asking'], ['checking']]);
});

test('uses a challenge that autofill has fetched', async () => {
  send.mockResolvedValue({ ok: true });
  await run({ request: request('of autofill') });
  expect(start).not.toHaveBeenCalled();
  expect(send).toHaveBeenCalledWith(expect.objectContaining({ ticket: 'of autofill' }));
});

test('replaces an expired challenge and the passkey picked with it, once', async () => {
  send.mockResolvedValue(refused('passkey.expired'));
  const picked = { request: request('of autofill'), credential: { id: 'picked' } };
  expect(await run(picked)).toMatchObject({ ok: false, problem: { code: 'passkey.expired' } });
  expect(send.mock.calls.map(([{ ticket }]) => ticket)).toEqual(['of autofill', 'ticket 1']);
  expect(get).toHaveBeenCalledTimes(1);
});

test.each(['passkey.refused', 'passkey.not_verified', 'auth.too_many_attempts', 'backend.unavailable'])(
  '%s is final, and signals nothing to password managers',
  async (code) => {
    send.mockResolvedValue(refused(code));
    expect(await run()).toMatchObject({ ok: false, problem: { code } });
    expect(send).toHaveBeenCalledTimes(1);
    expect(signalUnknownCredential).not.toHaveBeenCalled();
  },
);

test('signals a passkey that no account has to password managers', async () => {
  send.mockResolvedValue(refused('passkey.unknown'));
  await run();
  expect(signalUnknownCredential).toHaveBeenCalledWith({ rpId: 'example.com', credentialId: 'AQ' });
});

test('does not ask the browser without a challenge', async () => {
  start.mockResolvedValue(refused('passkey.off'));
  expect(await run()).toMatchObject({ problem: { code: 'passkey.off' } });
  expect(get).not.toHaveBeenCalled();
});

test('sends nothing if the browser refuses', async () => {
  get.mockRejectedValue(new DOMException('', 'NotAllowedError'));
  expect(await run()).toMatchObject({ problem: { code: 'passkey.not_used' } });
  expect(send).not.toHaveBeenCalled();
});
