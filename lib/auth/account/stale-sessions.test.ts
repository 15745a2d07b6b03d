import { randomUUID } from 'node:crypto';
import { ageStepUp, type Person, signUpPerson } from '../../../supabase/testing/person';
import { siteOnBackend } from '../../testing/point-site-at';
import { switchToSession } from '../../testing/wallet-visitor';

const backend = siteOnBackend();
let person: Person;
beforeEach(async () => {
  person = await signUpPerson(backend);
  switchToSession(person.session);
});

/** Auth makes these changes for any client with a token, so only this site requires a step-up. */
const actions: [string, () => Promise<{ ok: boolean; code?: string }>][] = [
  [
    'adding a provider',
    async () => (await import('../sign-in/sign-in-with-provider')).startOAuthLink('github'),
  ],
  [
    'removing a sign-in method',
    async () => (await import('./sign-in-methods')).removeSignInMethod(randomUUID()),
  ],
  [
    'removing an authenticator',
    async () => (await import('./remove-authenticator')).removeAuthenticator(randomUUID()),
  ],
  ['beginning an authenticator', async () => (await import('./enroll-authenticator')).startEnrollment()],
  [
    'finishing an authenticator',
    async () => (await import('./enroll-authenticator')).finishEnrollment('123456'),
  ],
  ['changing the email', async () => (await import('./change-email')).changeEmail('next@example.test')],
  ['ending every other session', async () => (await import('./end-sessions')).endOtherSessionsOfViewer()],
];

test.each(actions)(
  '%s is refused to a session that signed in over 10 minutes ago, and allowed to a fresh one',
  async (_, act) => {
    const refused = { ok: false, code: 'auth.recent_auth_required' };
    expect(await act()).not.toMatchObject(refused);
    await ageStepUp(backend, person, '11 minutes');
    expect(await act()).toEqual(refused);
  },
);
