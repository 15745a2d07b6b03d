import { seal, unseal } from './seal';

const name = 'session';
const text = JSON.stringify({ access_token: 'header.payload.signature', refresh_token: 'refresh-token' });
const now = { name, secretKey: 'sb_secret_now' };
const openNow = { name, secretKeys: ['sb_secret_now'] };

test('gives back to the server what it sealed', () => {
  expect(unseal(seal(text, now), openNow)).toBe(text);
});

test('shows nothing to whoever carries it, and never looks the same twice', () => {
  const [one, other] = [seal(text, now), seal(text, now)];
  for (const part of ['header.payload.signature', 'refresh-token', 'access_token']) {
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain(part);
    expect(one).not.toContain(Buffer.from(part).toString('base64url').slice(0, 10));
  }
  expect(one).not.toBe(other);
});

test('opens for the key before as well, and for no other', () => {
  const before = seal(text, { name, secretKey: 'sb_secret_before' });
  expect(unseal(before, openNow)).toBeNull();
  expect(unseal(before, { name, secretKeys: ['sb_secret_now', 'sb_secret_before'] })).toBe(text);
});

test('passes for no cookie but its own', () => {
  expect(unseal(seal(text, { ...now, name: 'pending-mfa' }), openNow)).toBeNull();
});

test('opens what was sealed before an update, so that none signs everybody out', () => {
  const before = 'zoOD2xAAoYPoq44EXTlwsy-CrgNzGj4o9IG8f1xwvVJd0bW9ngib-tq4FbikmBqhResG08BjpEy96A';
  // Its key is used nowhere else, so that it is derived here.
  const opened = unseal(before, { name, secretKeys: ['sb_secret_of_years'] });
  expect(opened).toBe('what the version before sealed');
});

test('opens nothing that was not sealed here, and nothing that was changed or cut, wherever', () => {
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

test('opens nothing in which nothing is hidden', () => {
  expect(unseal(seal('', now), openNow)).toBeNull();
});

test('opens in the one spelling that was sealed', () => {
  // 29 bytes leave two bits of the last character unused: the next character stands for the same bytes.
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
