import { authenticate, makePasskey, register } from 'local-supabase/testing';
import { checkAssertion, checkRegistrationResponse } from './check-credential';
import {
  AddPasskey,
  AssertionCredential,
  ConfirmByPasskey,
  PasskeyName,
  PasskeyReference,
  RegistrationCredential,
  RenamePasskey,
  readPasskeyName,
  SignInWithPasskey,
} from './passkey-schemas';

process.env.SUPABASE_URL = 'http://127.0.0.1:9';
process.env.SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_test';
process.env.SUPABASE_SECRET_KEY = 'sb_secret_test';

const challenge = Buffer.alloc(32, 7).toString('base64url');
const assertion = (changes = {}) => authenticate(makePasskey(), { challenge, rpId: 'localhost' }, changes);
const registration = (changes = {}) =>
  register(makePasskey(), { challenge, rp: { id: 'localhost' }, user: { id: 'AA' } }, changes);

describe('a credential', () => {
  test('is passed on without unknown keys', () => {
    const sent = assertion();
    const { clientExtensionResults: _, ...kept } = sent;
    const more = {
      ...sent,
      response: { ...sent.response, extra: 'x' },
      clientExtensionResults: { prf: { results: {} } },
      __proto__: { polluted: true },
    };
    expect(AssertionCredential.parse(more)).toEqual(kept);
    const circle: Record<string, unknown> = { ...sent, big: 1n };
    circle.self = circle;
    expect(AssertionCredential.parse(circle)).toEqual(kept);
    const made = registration();
    expect(RegistrationCredential.parse({ ...made, admin: true })).not.toHaveProperty('admin');
  });

  const whole = assertion();
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'credential'],
    ['a list', [whole]],
    ['an id that is not its raw id', assertion({ rawId: 'AAAA' })],
    ['another type', { ...whole, type: 'password' }],
    ['no base64url', { ...whole, response: { ...whole.response, signature: 'a+b/c=' } }],
    ['no base64url at its beginning', { ...whole, response: { ...whole.response, signature: '+ab' } }],
    [
      'a signature that is an object',
      { ...whole, response: { ...whole.response, signature: { length: 1 } } },
    ],
    ['no response', { ...whole, response: undefined }],
    ['an id of 2,000 characters', { ...whole, id: 'A'.repeat(2000), rawId: 'A'.repeat(2000) }],
    ['more than 16 kB', { ...whole, response: { ...whole.response, clientDataJSON: 'A'.repeat(16_385) } }],
    ['a number that JSON has none of', { ...whole, id: 1n }],
    [
      'a user handle of 101 characters',
      { ...whole, response: { ...whole.response, userHandle: 'A'.repeat(101) } },
    ],
  ])('is refused as %s', (_, sent) => {
    const read = AssertionCredential.safeParse(sent);
    expect(read.success).toBe(false);
    expect(read.error?.issues.map(({ message }) => message)).toEqual(['passkey.refused']);
  });
});

test('a credential of 16 kB is accepted', () => {
  const sent = AssertionCredential.parse(assertion());
  const padded = (length: number) => ({
    ...sent,
    response: { ...sent.response, clientDataJSON: 'A'.repeat(length) },
  });
  const room = 16 * 1024 - JSON.stringify(padded(0)).length;
  expect(AssertionCredential.safeParse(padded(room)).success).toBe(true);
  expect(AssertionCredential.safeParse(padded(room + 1)).success).toBe(false);
});

test('known transports are kept, and malformed ones dropped', () => {
  const made = registration();
  const readTransports = (transports: unknown) =>
    RegistrationCredential.parse({ ...made, response: { ...made.response, transports } }).response.transports;
  expect(readTransports(['internal', 'smart-card'])).toEqual(['internal', 'smart-card']);
  expect(readTransports(Array(10).fill('usb'))).toHaveLength(10);
  for (const odd of [Array(11).fill('usb'), ['usb', '<usb'], ['usb>'], ['a'.repeat(21)], [''], 'usb'])
    expect(readTransports(odd)).toBeUndefined();
  for (const attachment of ['platform', 'cross-platform'])
    expect(AssertionCredential.parse({ ...assertion(), authenticatorAttachment: attachment })).toHaveProperty(
      'authenticatorAttachment',
      attachment,
    );
});

describe('a form', () => {
  const ticket = `${'aB3-_'.repeat(8)}`;
  const id = '0b5c2f6e-1111-4111-8111-111111111111';
  const codesOf = (read: { error?: { issues: { message: string }[] } }) =>
    read.error?.issues.map(({ message }) => message) ?? [];

  test('passes on its ticket, the credential and the next path', () => {
    const credential = AssertionCredential.parse(assertion());
    const sent = { ticket, credential, next: '/account' };
    expect(SignInWithPasskey.parse(sent)).toEqual(sent);
    expect(ConfirmByPasskey.parse({ ...sent, inPlace: 'yes' })).toEqual({ ...sent, inPlace: 'yes' });
    expect(ConfirmByPasskey.parse({ ...sent, inPlace: 'no' }).inPlace).toBeUndefined();
    const made = RegistrationCredential.parse(registration());
    expect(AddPasskey.parse({ ticket, credential: made })).toEqual({ ticket, credential: made });
  });

  test.each<[string, unknown]>([
    ['missing', undefined],
    ['too short', ticket.slice(1)],
    ['too long', 'a'.repeat(801)],
    ['longer at its beginning', `=${ticket}`],
    ['longer at its end', `${ticket}=`],
    ['a list', [ticket]],
  ])('with %s as its ticket has expired', (_, odd) => {
    expect(codesOf(AddPasskey.safeParse({ ticket: odd, credential: registration() }))).toEqual([
      'passkey.expired',
    ]);
  });

  test("contains a passkey's id, or gets passkey.gone", () => {
    expect(PasskeyReference.parse({ id })).toEqual({ id });
    expect(RenamePasskey.parse({ id, name: ' Laptop ' })).toEqual({ id, name: 'Laptop' });
    for (const odd of [undefined, '', `${id}x`, 7])
      expect(codesOf(PasskeyReference.safeParse({ id: odd }))).toEqual(['passkey.gone']);
    expect(codesOf(RenamePasskey.safeParse({ id }))).toEqual(['passkey.name_invalid']);
  });
});

describe("what Auth doesn't check", () => {
  const look = (changes = {}) => checkAssertion(AssertionCredential.parse(assertion(changes)));
  const checkNew = (changes = {}) =>
    checkRegistrationResponse(RegistrationCredential.parse(registration(changes)));
  const ok = { ok: true };
  const refused = { ok: false, code: 'passkey.refused' };
  const unverified = { ok: false, code: 'passkey.not_verified' };

  test.each([
    ['a device with user verification', {}, ok],
    ['one that did not', { isVerified: false }, unverified],
    [
      'one that sets every other flag',
      { isVerified: false, isBackupEligible: true, isBackedUp: true },
      unverified,
    ],
    ['a framed page', { crossOrigin: true }, refused],
    ['another app of the project', { origin: 'https://other.localhost' }, refused],
    ['another port', { origin: 'http://localhost:4000' }, refused],
    ['a page that names its frame', { topOrigin: 'https://evil.example' }, refused],
  ])('%s', (_, changes, expected) => {
    expect(look(changes)).toEqual(expected);
    expect(checkNew(changes)).toMatchObject(expected);
  });

  test('a new passkey under an id other than the attested one', () => {
    const passkey = makePasskey();
    const options = { challenge, rp: { id: 'localhost' }, user: { id: 'AA' } };
    const checkIt = (id: string) =>
      checkRegistrationResponse(
        RegistrationCredential.parse({ ...register(passkey, options), id, rawId: id }),
      );
    expect(checkIt(passkey.id)).toEqual({ ok: true, credentialId: passkey.id });
    expect(checkIt(makePasskey().id)).toEqual(refused);
    expect(checkIt('0b5c2f6e-1111-4111-8111-111111111111')).toEqual(refused);
    // The last of 43 letters has two unused bits, which decoders ignore.
    const other = `${passkey.id.slice(0, -1)}${String.fromCharCode(passkey.id.charCodeAt(42) + 1)}`;
    const twin = Buffer.from(other, 'base64url').equals(Buffer.from(passkey.id, 'base64url'));
    expect(checkIt(other)).toEqual(twin ? { ok: true, credentialId: passkey.id } : refused);
  });

  test.each([
    ['no authenticator data to speak of', { authenticatorData: 'AAAA' }],
    ['client data that is no JSON', { clientDataJSON: 'AAAA' }],
    ['client data that is a text', { clientDataJSON: Buffer.from('"x"').toString('base64url') }],
    [
      'a flag that is a text',
      { clientDataJSON: Buffer.from('{"crossOrigin":"true"}').toString('base64url') },
    ],
  ])('%s', (_, response) => {
    const sent = assertion();
    const credential = AssertionCredential.parse({ ...sent, response: { ...sent.response, ...response } });
    expect(checkAssertion(credential)).toEqual(refused);
  });
});

describe('a name', () => {
  test.each([
    ['  Ada’s laptop ', 'Ada’s laptop'],
    ['<b>bold</b>', '<b>bold</b>'],
    ['Ноутбук', 'Ноутбук'],
    ['e\u0301', '\u00e9'],
    ['a'.repeat(40), 'a'.repeat(40)],
    ['漢'.repeat(40), '漢'.repeat(40)],
    ['😀'.repeat(30), '😀'.repeat(30)],
    ['👩‍💻 of 👩🏽‍🚀', '👩‍💻 of 👩🏽‍🚀'],
    ['گوشی\u200cها', 'گوشی\u200cها'],
    ['ක්\u200dෂ', 'ක්\u200dෂ'],
  ])('%j is kept', (typed, kept) => {
    expect(PasskeyName.parse(typed)).toBe(kept);
  });

  test.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['41 characters', 'a'.repeat(41)],
    ['more than 120 bytes', '😀'.repeat(31)],
    ['a joiner between Latin letters', 'a\u200db'],
    ['another joiner between Latin letters', 'a\u200ds'],
    ['a joiner at the end', '😀\u200d'],
    ['a joiner beside another', 'گ\u200c\u200cه'],
    ['NUL', 'a\0b'],
    ['a line of its own', 'a\nb'],
    ['text that turns around', 'a\u202eb'],
    ['an invisible letter', 'a\u200bb'],
    ['half a character', 'a\ud800'],
  ])('is refused with %s', (_, typed) => {
    const read = PasskeyName.safeParse(typed);
    expect(read.error?.issues[0]?.message).toBe('passkey.name_invalid');
  });

  test('that is longer or was set at Auth is still read, unless it is deceptive', () => {
    expect(readPasskeyName('a'.repeat(60))).toBe('a'.repeat(60));
    for (const name of ['a\u202eb', ' ', '😀'.repeat(31), undefined])
      expect(readPasskeyName(name)).toBe('Passkey');
  });
});
