import {
  currentCode,
  enrollAndProve,
  firstPassword,
  type LocalSupabase,
  signInAtAuth,
} from 'local-supabase/testing';
import {
  accepted,
  callAsServer,
  type Person,
  recordAsSite,
  setUpAuthenticator,
  signUpPerson,
} from '../../../supabase/testing/person';
import { shareBackend } from '../../../supabase/testing/share-backend';
import { hashCode } from '../../mail/redeem-mail-token';
import { keyedHash } from '../../rate-limit/keyed-hash';
import { pointSiteAt } from '../../testing/point-site-at';
import { readSignedIn, switchBrowser } from '../../testing/wallet-visitor';

const mockSettings = { isEmailOff: false };
jest.mock('../../supabase/settings', () => ({ readSwitchedOff: async () => mockSettings }));

let backend: LocalSupabase;
const openServer = async () => ({
  ...(await import('./external-authenticator')),
  ...(await import('./sign-in-with-mfa')),
  ...(await import('./finish-sign-in')),
});
let server: Awaited<ReturnType<typeof openServer>>;
beforeAll(async () => {
  backend = await shareBackend();
  pointSiteAt(backend);
  server = await openServer();
});
beforeEach(() => {
  mockSettings.isEmailOff = false;
});
afterAll(() => backend.stop());

const addExternal = async ({ bound: { p_user_id } }: Person, type: string) =>
  accepted(await callAsServer<string>(backend, 'test_add_foreign_factor', { p_user_id, p_type: type }));

/** Signs in here by password in a new browser. @returns the next path. */
async function signInHere({ email }: Person): Promise<string> {
  switchBrowser();
  const { session } = await signInAtAuth(backend, email, firstPassword);
  await recordAsSite(backend, session);
  return (await server.setSignedInSession(session, 'password', undefined)).redirectTo;
}

async function mailedCode({ email }: Person): Promise<string> {
  expect(await server.mailAuthenticatorRecoveryCode()).toEqual({
    ok: true,
    redirectTo: '/sign-in/second-factor?with=password-and-code&sent=1',
  });
  return (await backend.newestMailTo(email)).code ?? '';
}

it('a password and an emailed code remove an authenticator set up at Auth, and sign in', async () => {
  const ann = await signUpPerson(backend);
  await addExternal(ann, 'totp');
  expect(await signInHere(ann)).toBe('/sign-in/second-factor');
  expect(await server.describePendingMfa()).toMatchObject({ takesCode: true, isExternal: true });
  const code = await mailedCode(ann);
  expect(await server.removeExternalAuthenticators({ password: 'another', code })).toEqual({
    ok: false,
    code: 'step_up.password_wrong',
    fields: { password: 'step_up.password_wrong' },
  });
  expect(await server.removeExternalAuthenticators({ password: firstPassword, code })).toEqual({
    ok: true,
    redirectTo: '/wallets',
  });
  expect(await readSignedIn()).toMatchObject({ userId: ann.bound.p_user_id });
});

it('an emailed code that another request is redeeming removes nothing', async () => {
  const ann = await signUpPerson(backend);
  await addExternal(ann, 'totp');
  await signInHere(ann);
  const code = await mailedCode(ann);
  const hash = hashCode(ann.email, code);
  const key = keyedHash('used mail token', [hash]).toString('hex');
  accepted(await callAsServer(backend, 'consume_mail_token', { p_token_hash: hash, p_token_key: key }));
  expect(await server.removeExternalAuthenticators({ password: firstPassword, code })).toEqual({
    ok: false,
    code: 'auth.code_wrong',
    fields: { code: 'auth.code_wrong' },
  });
});

it("in a project with email off, an authenticator set up at Auth can't be removed", async () => {
  const ann = await signUpPerson(backend);
  await addExternal(ann, 'totp');
  await signInHere(ann);
  expect((await server.describePendingMfa())?.recovery).not.toBeNull();
  mockSettings.isEmailOff = true;
  const refused = { ok: false, code: 'auth.second_factor_required' };
  expect(await server.describePendingMfa()).toMatchObject({ isExternal: true, recovery: null });
  expect(await server.mailAuthenticatorRecoveryCode()).toEqual(refused);
  expect(await server.removeExternalAuthenticators({})).toEqual(refused);
});

it.each(['phone', 'webauthn'])(
  'a second factor of the kind %s blocks the sign-in, takes no code, and is removed alike',
  async (type) => {
    const ann = await signUpPerson(backend);
    await addExternal(ann, type);
    expect(await signInHere(ann)).toBe('/sign-in/second-factor');
    expect(await readSignedIn()).toBeNull();
    expect(await server.describePendingMfa()).toMatchObject({ takesCode: false, isExternal: true });
    expect(await server.signInWithMfa('000000')).toEqual({ ok: false, code: 'step_up.method_unknown' });
    const code = await mailedCode(ann);
    const removed = await server.removeExternalAuthenticators({ password: firstPassword, code });
    expect(removed).toEqual({ ok: true, redirectTo: '/wallets' });
  },
);

it("with an authenticator set up here, the code of one set up at Auth doesn't sign in", async () => {
  const ann = await signUpPerson(backend);
  const known = await setUpAuthenticator(backend, ann);
  const external = await enrollAndProve(ann.client, 'Tablet');
  await signInHere(ann);
  expect(await server.describePendingMfa()).toEqual({
    email: ann.email,
    takesCode: true,
    isExternal: false,
    recovery: null,
  });
  expect(await server.signInWithMfa(currentCode(external.secret))).toEqual({
    ok: false,
    code: 'factor.code_wrong',
  });
  // Continues to the page that makes recovery codes, since the account has none.
  expect(await server.signInWithMfa(currentCode(known.secret))).toEqual({
    ok: true,
    redirectTo: '/security/recovery-codes?next=%2Fwallets',
  });
});
