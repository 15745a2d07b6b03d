process.env.SUPABASE_URL = 'https://abcdefgh.supabase.co';
process.env.SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_test';
process.env.SUPABASE_SECRET_KEY = 'sb_secret_test';

import { openSealedSession, sealSession } from './seal-session';

const session = {
  access_token: 'header.payload.signature',
  refresh_token: 'refresh-token',
  expires_at: 1_800_000_000,
  expires_in: 3600,
  token_type: 'bearer' as const,
};

test('hands a waiting session back to the server that sealed it', () => {
  expect(openSealedSession(sealSession(session))).toEqual(session);
});

test('shows no token to whoever carries it, and never looks the same twice', () => {
  const [one, other] = [sealSession(session), sealSession(session)];
  for (const token of [session.access_token, session.refresh_token]) {
    expect(JSON.stringify(one)).not.toContain(token);
    expect(JSON.stringify(one)).not.toContain(Buffer.from(token).toString('base64url'));
  }
  expect(one.access_token).not.toBe(other.access_token);
});

test('takes no tokens that were not sealed here, like stolen ones, and none that were changed', () => {
  const sealed = sealSession(session);
  const changed = Buffer.from(sealed.access_token, 'base64url');
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  expect(openSealedSession(session)).toBeNull();
  expect(openSealedSession({ ...sealed, refresh_token: '' })).toBeNull();
  expect(openSealedSession({ ...sealed, access_token: changed.toString('base64url') })).toBeNull();
});
