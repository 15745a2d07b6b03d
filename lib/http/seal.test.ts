import { seal, unseal } from './seal';

const name = 'session';
const text = JSON.stringify({ access_token: 'header.payload.signature', refresh_token: 'refresh-token' });
const now = { name, secretKey: 'sb_secret_now' };
const openNow = { name, secretKeys: ['sb_secret_now'] };

test('opens a sealed text', () => {
  expect(unseal(seal(text, now), openNow)).toBe(text);
});

test('reveals nothing, and differs each time', () => {
  const [one, other] = [seal(text, now), seal(text, now)];
  for (const part of ['header.payload.signature', 'refresh-token', 'access_token']) {
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain(part);
    expect(one).not.toContain(Buffer.from(part).toString('base64url').slice(0, 10));
  }
  expect(one).not.toBe(other);
});

test('opens with the previous key too, and no other', () => {
  const before = seal(text, { name, secretKey: 'sb_secret_before' });
  expect(unseal(before, openNow)).toBeNull();
  expect(unseal(before, { name, secretKeys: ['sb_secret_now', 'sb_secret_before'] })).toBe(text);
});

test('opens only under its own name', () => {
  expect(unseal(seal(text, { ...now, name: 'pending-mfa' }), openNow)).toBeNull();
});

test("opens a text of an earlier release, so that an update doesn't sign users out", () => {
  const before = 'zoOD2xAAoYPoq44EXTlwsy-CrgNzGj4o9IG8f1xwvVJd0bW9ngib-tq4FbikmBqhResG08BjpEy96A';
  // A key that no other test uses, so it is derived here.
  const opened = unseal(before, { name, secretKeys: ['sb_secret_of_years'] });
  expect(opened).toBe('what the version before sealed');
});

test("opens nothing that wasn't sealed here, or was changed or truncated anywhere", () => {
  const sealed = seal(text, now);
  for (const other of ['', 'a', text, Buffer.from(text).toString('base64url'), 'A'.repeat(100), '%%%'])
    expect(unseal(other, openNow)).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(unseal(changed.toString('base64url'), openNow)).toBeNull();
    expect(unseal(bytes.subarray(0, at).toString('base64url'), openNow)).toBeNull();
  }
});

test("doesn't open an empty text", () => {
  expect(unseal(seal('', now), openNow)).toBeNull();
});

test('opens only in its canonical encoding', () => {
  // 29 bytes leave two bits of the last character unused: the next character decodes to the same bytes.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const sealed = seal('x', now);
  const respelt = sealed.slice(0, -1) + alphabet.charAt(alphabet.indexOf(sealed.slice(-1)) + 1);
  expect(Buffer.from(respelt, 'base64url')).toEqual(Buffer.from(sealed, 'base64url'));
  expect(respelt).not.toBe(sealed);
  expect(unseal(respelt, openNow)).toBeNull();
  for (const more of ['=', '%', '.', ' ', '\n', 'é'])
    for (const other of [sealed + more, more + sealed, sealed.slice(0, 9) + more + sealed.slice(9)])
      expect(unseal(other, openNow)).toBeNull();
});
