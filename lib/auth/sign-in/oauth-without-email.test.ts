import {
  followOnce,
  type LocalSupabase,
  makeEmail,
  returnFromProvider,
  type SimulatedGithub,
  simulateGithub,
  startLocalSupabase,
} from 'local-supabase/testing';
import { signUpPerson } from '../../../supabase/testing/person';
import { pointSiteAt } from '../../testing/point-site-at';
import { readSignedIn, switchBrowser } from '../../testing/wallet-visitor';

let github: SimulatedGithub;
let backend: LocalSupabase;
beforeAll(async () => {
  github = await simulateGithub();
  backend = await startLocalSupabase({
    env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0', LOCAL_SUPABASE_GITHUB_URL: github.url },
  });
  pointSiteAt(backend);
});
beforeEach(() => switchBrowser());
afterAll(() => Promise.all([backend.stop(), github.stop()]));

/** Goes through the whole flow as the provider's user with this code. */
async function goThereAndBack(code: string) {
  const { startOAuthSignIn, finishOAuth } = await import('./sign-in-with-provider');
  const left = await startOAuthSignIn('github', '/account');
  if (!left.ok) throw new Error(left.code);
  const back = await returnFromProvider(backend, new URL(left.redirectTo), { code });
  return finishOAuth(Object.fromEntries(back.searchParams));
}

it("a provider account without an email doesn't sign in, and the error keeps the next path", async () => {
  expect(await goThereAndBack(github.addPerson())).toEqual({
    ok: false,
    code: 'provider.no_email',
    backTo: '/sign-in?next=%2Faccount',
  });
  expect(await readSignedIn()).toBeNull();
});

it("an unconfirmed email of a provider signs in neither to its owner's account nor to a new one", async () => {
  const owner = await signUpPerson(backend);
  for (const email of [owner.email, makeEmail('unconfirmed')]) {
    const refused = await goThereAndBack(github.addPerson({ email, verified: false }));
    expect(refused).toMatchObject({ ok: false, code: 'provider.email_unverified' });
    expect(await readSignedIn()).toBeNull();
  }
});

it('a provider that fails during the flow is reported like any refusal', async () => {
  const { startOAuthSignIn } = await import('./sign-in-with-provider');
  const left = await startOAuthSignIn('github', undefined);
  if (!left.ok) throw new Error(left.code);
  const back = await followOnce(
    `${backend.url}/auth/v1/callback?code=unknown&state=${new URL(left.redirectTo).searchParams.get('state')}`,
  );
  const { finishOAuth } = await import('./sign-in-with-provider');
  expect(await finishOAuth(Object.fromEntries(back.searchParams))).toMatchObject({
    ok: false,
    code: 'provider.refused',
    backTo: '/sign-in',
  });
});
