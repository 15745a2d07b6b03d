import { makePasskey, register } from 'local-supabase/testing';
import { checkRegistrationResponse } from './check-credential';
import { RegistrationCredential } from './passkey-schemas';

process.env.SUPABASE_URL = 'http://127.0.0.1:9';
process.env.SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_test';
process.env.SUPABASE_SECRET_KEY = 'sb_secret_test';

const passkey = makePasskey();
const key = Buffer.concat([Buffer.from([0x68]), Buffer.from('authData')]);
const credentialId = Buffer.alloc(16, 0xab);

/** Authenticator data with UV: a hash, the flags, a counter, the AAGUID, the claimed length and the id. */
function writeData(id: Buffer, claimed = id.length): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(claimed);
  return Buffer.concat([Buffer.alloc(32), Buffer.from([0x45]), Buffer.alloc(4 + 16), length, id]);
}

const inShort = (data: Buffer) => Buffer.concat([Buffer.from([0xa3]), key, Buffer.from([88, 0]), data]);

/** A registration for this site's request, with this attestation and id. */
function checkIt(attestation: Buffer, id = credentialId.toString('base64url')) {
  const options = { challenge: 'AA', rp: { id: 'localhost' }, user: { id: 'AA' } };
  const made = register(passkey, options);
  const response = { ...made.response, attestationObject: attestation.toString('base64url') };
  return checkRegistrationResponse(RegistrationCredential.parse({ ...made, id, rawId: id, response }));
}

const refused = { ok: false, code: 'passkey.refused' };

test('reads an attested id of any length', () => {
  const read = { ok: true, credentialId: credentialId.toString('base64url') };
  expect(checkIt(inShort(writeData(credentialId)))).toEqual(read);
  const long = Buffer.alloc(300, 0xcd);
  const attestation = Buffer.concat([Buffer.from([0xa3]), key, Buffer.from([89, 1, 99]), writeData(long)]);
  const id = long.toString('base64url');
  expect(checkIt(attestation, id)).toEqual({ ok: true, credentialId: id });
});

test.each([
  ['cut before the length of its id', inShort(writeData(credentialId).subarray(0, 54))],
  ['cut before its id', inShort(writeData(credentialId).subarray(0, 55))],
  ['longer than what is there of its id', inShort(writeData(credentialId, 17))],
  ['under no name', Buffer.concat([Buffer.alloc(8), Buffer.from([88, 0]), writeData(credentialId)])],
  [
    'under a name that is no text',
    Buffer.concat([Buffer.from('authData'), Buffer.from([88, 0]), writeData(credentialId)]),
  ],
  ['anything but bytes', Buffer.concat([writeData(credentialId), key, Buffer.from([0x40])])],
  ['missing', Buffer.concat([writeData(credentialId), key])],
])('a new passkey whose data is %s is refused', (_, attestation) => {
  expect(checkIt(attestation)).toEqual(refused);
});

test('refuses a new passkey without an id, also under an id that decodes to no byte', () => {
  expect(Buffer.from('A', 'base64url')).toHaveLength(0);
  expect(checkIt(inShort(writeData(Buffer.alloc(0))), 'A')).toEqual(refused);
});
