import { currentCode, firstPassword, sessionOf } from 'local-supabase/testing';
import {
  addFactor,
  type Person,
  readActivity,
  setUpAuthenticator,
  signInAgain,
  signUpPerson,
} from '../../../supabase/testing/person';
import { siteOnBackend } from '../../testing/point-site-at';
import { readSignedIn, switchBrowser, switchToSession } from '../../testing/wallet-visitor';

const backend = siteOnBackend();
let server: Awaited<ReturnType<typeof openServer>>;
beforeAll(async () => {
  server = await openServer();
});
beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
});

async function openServer() {
  const parts = await Promise.all([
    import('./remove-authenticator'),
    import('./recovery-codes'),
    import('../../session/mfa'),
    import('../sign-in/sign-in-with-password'),
    import('../sign-in/sign-in-with-mfa'),
  ]);
  const [lost, codes, factors, password, mfa] = parts;
  return { ...lost, ...codes, ...factors, ...mfa, ...password };
}

/** A user with two authenticators and recovery codes. */
async function signUpProtected() {
  const person = await signUpPerson(backend);
  const { secret } = await setUpAuthenticator(backend, person);
  await addFactor(backend, person, 'verified');
  switchToSession(await sessionOf(person.client));
  const made = await server.makeRecoveryCodes();
  if (!made.ok) throw new Error(made.code);
  return { person, secret, codes: made.codes };
}

/** In a new browser. */
async function enterPassword({ email }: Person): Promise<Map<string, string>> {
  const browser = switchBrowser();
  await server.signInWithPassword({ email, password: firstPassword });
  return browser;
}

function failAtSecondRemoval() {
  const real = globalThis.fetch;
  let removals = 0;
  return jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method === 'DELETE' && removals++ === 1) return new Response('{}', { status: 503 });
    return real(input, init);
  });
}

/** For an account without a second factor. */
async function countEvents({ email }: Person, kind: string): Promise<number> {
  const events = await readActivity(await signInAgain(backend, email));
  return events.filter((one) => one === kind).length;
}

async function countAuthenticators({ bound }: Person) {
  const listed = await server.listAuthenticators(bound.p_user_id);
  return listed.ok ? listed.authenticators.length : listed.code;
}

test('a removal that Auth interrupted is finished by a retry, which is idempotent', async () => {
  const { person, codes } = await signUpProtected();
  await enterPassword(person);
  expect(await server.signInWithRecoveryCode(codes[0] ?? '')).toEqual({
    ok: true,
    redirectTo: '/security/lost-authenticator?next=%2Fwallets',
  });
  expect(await countAuthenticators(person)).toBe(2);
  const auth = failAtSecondRemoval();
  expect(await server.removeLostAuthenticators()).toMatchObject({ code: 'backend.unavailable' });
  auth.mockRestore();
  expect(await countAuthenticators(person)).toBe(1);
  for (const _ of ['again', 'and once more']) {
    expect(await server.removeLostAuthenticators()).toEqual({ ok: true });
    expect(await countAuthenticators(person)).toBe(0);
  }
  expect(await server.describeRecoveryCodes(person.bound.p_user_id)).toMatchObject({ unused: 0 });
});

test('after a lost answer, the same sign-in may repeat its recovery code, and is recorded once', async () => {
  const { person, codes } = await signUpProtected();
  const waiting = new Map(await enterPassword(person));
  const answer = await server.signInWithRecoveryCode(codes[0] ?? '');
  const signedIn = await readSignedIn();
  switchBrowser(waiting);
  expect(await server.signInWithRecoveryCode(codes[0] ?? '')).toEqual(answer);
  expect(await readSignedIn()).toEqual(signedIn);
  await enterPassword(person);
  expect(await server.signInWithRecoveryCode(codes[0] ?? '')).toMatchObject({
    code: 'factor.recovery_code_wrong',
  });
  switchBrowser(waiting);
  expect(await server.removeLostAuthenticators()).toEqual({ ok: true });
  expect(await countEvents(person, 'recovery_code_used')).toBe(1);
  expect(await countEvents(person, 'signed_in')).toBe(1);
  expect(await countEvents(person, 'signed_in_elsewhere')).toBe(0);
  expect(await countEvents(person, 'sign_in_refused')).toBe(1);
});

test("a session at aal2 can't remove authenticators as lost", async () => {
  const { person, secret } = await signUpProtected();
  await enterPassword(person);
  expect(await server.signInWithMfa(currentCode(secret))).toMatchObject({ ok: true });
  expect(await server.removeLostAuthenticators()).toMatchObject({ code: 'auth.authenticator_code_required' });
  expect(await countAuthenticators(person)).toBe(2);
});
