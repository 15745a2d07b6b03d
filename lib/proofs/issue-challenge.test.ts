import { makeWallet } from 'local-supabase/testing';
import { callAsServer, signUpPerson } from '../../supabase/testing/person';
import { siteOnBackend } from '../testing/point-site-at';
import { switchBrowser } from '../testing/wallet-visitor';

const backend = siteOnBackend();
let issueChallenge: typeof import('./issue-challenge').issueChallenge;
beforeAll(async () => {
  ({ issueChallenge } = await import('./issue-challenge'));
});

test.each([
  ['José Núñez', '"Jose Nunez" (ID '],
  ['山田太郎', 'account with ID '],
])('the statements of an account named %s are ASCII for every purpose', async (name, words) => {
  switchBrowser();
  const { bound, email } = await signUpPerson(backend);
  const renamed = await callAsServer(backend, 'set_display_name', {
    ...bound,
    p_display_name: name,
    p_device: null,
  });
  expect(renamed.refusal).toBeNull();
  const viewer = {
    ...{ id: bound.p_user_id, sessionId: bound.p_session_id, email, aal: 'aal1' as const },
    ...{ openedMailAt: null, sessionExpiresAt: Date.now() / 1000 + 3600 },
  };
  const { address } = makeWallet();
  for (const purpose of ['prove', 'confirm'] as const) {
    const issued = await issueChallenge({ viewer, purpose, method: 'sign_message', address });
    if (!issued.ok) throw new Error(issued.code);
    expect(issued.challenge.text).toContain(words);
    expect(issued.challenge.text).toMatch(/^[\x20-\x7e\n]+$/);
  }
});
