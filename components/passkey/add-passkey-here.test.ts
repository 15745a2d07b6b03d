import type { ErrorCode } from '@/lib/errors';
import { type AddPasskeyActions, addPasskeyHere } from './add-passkey-here';
import { type MadePasskey, makePasskey, signalUnknown } from './webauthn';

jest.mock('./webauthn', () => ({ makePasskey: jest.fn(), signalUnknown: jest.fn() }));
const make = jest.mocked(makePasskey);
const signal = jest.mocked(signalUnknown);

const credential = { id: 'AQI' } as MadePasskey;
const options = { rp: { id: 'localhost' } } as PublicKeyCredentialCreationOptionsJSON;
const start: AddPasskeyActions['start'] = async () => ({ ok: true, ticket: 'ticket', options });
const refuse = (code: ErrorCode) => async () => ({
  ok: false as const,
  problem: { code, title: 'No.', hint: '' },
});
const press = (actions: Partial<AddPasskeyActions>, controller = new AbortController()) =>
  addPasskeyHere({ start, add: refuse('passkey.refused'), ...actions }, { signal: controller.signal });

beforeEach(() => {
  make.mockReset().mockResolvedValue({ ok: true, credential });
  signal.mockReset();
});

test('an added passkey stays on the device', async () => {
  const added = await press({ add: async () => ({ ok: true, id: 'id', name: 'Phone' }) });
  expect(added).toEqual({ status: 'added', passkey: { id: 'id', name: 'Phone' } });
  expect(signal).not.toHaveBeenCalled();
});

test("signals a passkey that the server refused to the password manager, because it can't sign in", async () => {
  expect(await press({})).toMatchObject({ status: 'failed', problem: { code: 'passkey.refused' } });
  expect(signal.mock.calls).toEqual([['localhost', 'AQI']]);
});

test.each<[string, AddPasskeyActions['add']]>([
  ['Auth was away', refuse('backend.unavailable')],
  ['the server failed', refuse('request.unexpected')],
  ['the answer was lost', () => Promise.reject(new Error('offline'))],
])('keeps a passkey on the device that the server may have added: %s', async (_, add) => {
  expect(await press({ add })).toMatchObject({ status: 'failed', mayBeAdded: true });
  expect(signal).not.toHaveBeenCalled();
});

test.each<[string, Partial<AddPasskeyActions>, string]>([
  ['the server returns no challenge', { start: refuse('passkey.expired') }, 'passkey.expired'],
  ['no answer arrives', { start: () => Promise.reject(new Error('offline')) }, 'passkey.unanswered'],
])('creates no passkey if %s', async (_, actions, code) => {
  expect(await press(actions)).toMatchObject({ status: 'failed', problem: { code } });
  expect(make).not.toHaveBeenCalled();
});

test('creates and sends nothing after a cancellation', async () => {
  const controller = new AbortController();
  const add = jest.fn(refuse('passkey.refused'));
  make.mockImplementation(async () => {
    controller.abort();
    return { ok: false, problem: { code: 'passkey.not_made', title: '', hint: '' } };
  });
  expect(await press({ add }, controller)).toEqual({ status: 'cancelled' });
  expect(add).not.toHaveBeenCalled();
});
