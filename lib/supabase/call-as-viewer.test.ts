import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Functions that name a session themselves, and why the token's level doesn't matter to them. */
const withoutViewer: Record<string, string> = {
  'lib/supabase/call-as-viewer.ts': 'says the level',
  'lib/supabase/database.types.ts': 'calls nothing',
  'lib/session/refresh.ts': 'says the level, of the token that was just refreshed',
  'lib/session/record-session.ts': 'begins the session',
  'lib/auth/passkey/verify-passkey.ts': 'says of a session that has just begun which passkey it was',
  'lib/auth/sign-in/solana-sessions.ts': 'begins the session',
  'lib/auth/sign-in/sign-in-with-solana.ts': 'begins the session, on an account that has no second factor',
  'lib/auth/sign-in/sign-in-with-mfa.ts': 'a session that still owes its code, with another one',
  'lib/auth/sign-in/external-authenticator.ts': 'a session that still owes its code, and gives more',
  'lib/oidc/request-state.ts': 'says the level; where nobody is signed in it asks too',
  'lib/oidc/interaction.ts': 'says the level; where nobody is signed in it asks too',
  'lib/auth/sign-in/reset-password.ts': 'reads how a session began, and nothing else',
};

test("every call for a viewer passes the token's level", () => {
  const files = ['lib', 'app']
    .flatMap((room) => readdirSync(room, { recursive: true }).map((file) => join(room, String(file))))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(file, 'utf8').includes('p_session_id'));
  expect(files.sort()).toEqual(Object.keys(withoutViewer).sort());
});
