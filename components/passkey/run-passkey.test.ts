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

test('one press is one challenge, one question and one answer', async () => {
  send.mockResolvedValue({ ok: true, redirectTo: '/wallets' });
  expect(await run()).toEqual({ ok: true, redirectTo: '/wallets' });
  expect(get).toHaveBeenCalledWith(expect.objectContaining({ signal }));
  expect(send.mock.calls).toEqual([
    [{ ticket: 'ticket 1', credential: expect.objectContaining({ id: 'AQ' }) }],
  ]);
  expect(onStep.mock.calls).toEqual([['starting'], ['asking'], ['checking']]);
});

test('a challenge that autofill has fetched is used, so that nobody waits for another', async () => {
  send.mockResolvedValue({ ok: true });
  await run({ request: request('of autofill') });
  expect(start).not.toHaveBeenCalled();
  expect(send).toHaveBeenCalledWith(expect.objectContaining({ ticket: 'of autofill' }));
});

test('one that has run out is asked anew by itself, once, and what was picked with it', async () => {
  send.mockResolvedValue(refused('passkey.expired'));
  const picked = { request: request('of autofill'), credential: { id: 'picked' } };
  expect(await run(picked)).toMatchObject({ ok: false, problem: { code: 'passkey.expired' } });
  expect(send.mock.calls.map(([{ ticket }]) => ticket)).toEqual(['of autofill', 'ticket 1']);
  expect(get).toHaveBeenCalledTimes(1);
});

test.each(['passkey.refused', 'passkey.not_verified', 'auth.too_many_attempts', 'backend.unavailable'])(
  '%s is final, and tells the password managers nothing',
  async (code) => {
    send.mockResolvedValue(refused(code));
    expect(await run()).toMatchObject({ ok: false, problem: { code } });
    expect(send).toHaveBeenCalledTimes(1);
    expect(signalUnknownCredential).not.toHaveBeenCalled();
  },
);

test('a passkey that no account has is told to the password managers', async () => {
  send.mockResolvedValue(refused('passkey.unknown'));
  await run();
  expect(signalUnknownCredential).toHaveBeenCalledWith({ rpId: 'example.com', credentialId: 'AQ' });
});

test('where there is no challenge, the browser is not asked', async () => {
  start.mockResolvedValue(refused('passkey.off'));
  expect(await run()).toMatchObject({ problem: { code: 'passkey.off' } });
  expect(get).not.toHaveBeenCalled();
});

test('what the browser refuses is never sent', async () => {
  get.mockRejectedValue(new DOMException('', 'NotAllowedError'));
  expect(await run()).toMatchObject({ problem: { code: 'passkey.not_used' } });
  expect(send).not.toHaveBeenCalled();
});
