import { randomUUID } from 'node:crypto';
import type { LocalSupabase } from 'local-supabase/testing';
import { shareBackend } from '../../../supabase/testing/share-backend';
import { ageStepUp } from '../../../supabase/testing/step-up/change-step-up';
import { type Person, signUpPerson } from '../../../supabase/testing/wallets/prove-without-signing';
import { pointSiteAt } from '../../testing/point-site-at';
import { switchToSession } from '../../testing/wallet-visitor';

jest.mock('next/headers', () => jest.requireActual('../../testing/wallet-visitor').fakeHeaders());
jest.mock('next/server', () => ({ after: () => undefined }));
jest.mock('../../supabase/fetch', () => jest.requireActual('../../testing/patient-fetch'));

let backend: LocalSupabase;
let person: Person;
beforeAll(async () => {
  backend = await shareBackend();
  pointSiteAt(backend);
});
beforeEach(async () => {
  person = await signUpPerson(backend);
  switchToSession(person.session);
});
afterAll(() => backend.stop());

/** Auth makes these changes for anyone with a token, so only this site asks. */
const actions: [string, () => Promise<{ ok: boolean; code?: string }>][] = [
  ['adding a provider', async () => (await import('../sign-in/start-oauth')).startOAuthLink('github')],
  [
    'removing a sign-in method',
    async () => (await import('./remove-sign-in-method')).removeSignInMethod(randomUUID()),
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
  '%s is refused to a session that was not seen for 10 minutes, and to no fresh one',
  async (_, act) => {
    const refused = { ok: false, code: 'auth.recent_auth_required' };
    expect(await act()).not.toMatchObject(refused);
    await ageStepUp(backend, person, '11 minutes');
    expect(await act()).toEqual(refused);
  },
);
