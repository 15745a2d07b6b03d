import {
  ageStepUp,
  callAsServer,
  type Person,
  signInAgain,
  signUpPerson,
} from '../../../supabase/testing/person';
import { siteOnBackend } from '../../testing/point-site-at';
import { switchBrowser, switchToSession } from '../../testing/wallet-visitor';

jest.mock('../../supabase/fetch-backend', () => jest.requireActual('../../testing/patient-fetch'));

const backend = siteOnBackend();
let server: typeof import('./confirm-it-is-you');
beforeAll(async () => {
  // As deployed, with a pause of a minute between emails.
  Object.assign(process.env, {
    COUNTERSIGN_EMBEDDED: '',
    LOCAL_MINIMUM_TIMES: '',
    LOCAL_BACKEND_TIMEOUT: '',
  });
  server = await import('./confirm-it-is-you');
});
beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

/** The owner and an attacker, each with a browser and a session of an hour ago. */
async function openSessions() {
  const owner = await signUpPerson(backend);
  const thief = await signInAgain(backend, owner.email);
  const browsers = [owner, thief].map(({ session }) => switchToSession(session));
  for (const person of [owner, thief]) await ageStepUp(backend, person, '1 hour');
  return { owner, thief, atOwner: browsers[0], atThief: browsers[1] };
}

const ask = (browser?: Map<string, string>) => {
  switchBrowser(browser);
  return server.mailStepUpCode({ inPlace: 'yes' });
};
const enter = (code: string, browser?: Map<string, string>) => {
  switchBrowser(browser);
  return server.confirmByCode({ code, inPlace: 'yes' });
};
const newestCode = async ({ email }: Person) => (await backend.newestMailTo(email)).code ?? '';
const refusalOf = async ({ bound }: Person) =>
  (await callAsServer(backend, 'require_recent_auth', bound)).refusal;
const asked = { ok: true };
const wrong = { ok: false, code: 'auth.code_wrong' };
const tooSoon = { ok: false, code: 'auth.mail_too_soon', retryAfterSeconds: expect.any(Number) };

test("the code of one session doesn't confirm another, and stays valid for its own", async () => {
  const { owner, thief, atOwner, atThief } = await openSessions();
  expect(await ask(atOwner)).toEqual(asked);
  const code = await newestCode(owner);
  expect(await enter(code, atThief)).toEqual(wrong);
  expect(await refusalOf(thief)).toBe('403 auth.recent_auth_required');
  expect(await enter(code, atOwner)).toEqual(asked);
  expect(await refusalOf(owner)).toBeNull();
});

test("an attacker who requests a code doesn't lock the owner out: the newest confirms every session that requested one", async () => {
  const { owner, thief, atOwner, atThief } = await openSessions();
  expect(await ask(atOwner)).toEqual(asked);
  const first = await newestCode(owner);
  expect(await ask(atThief)).toEqual(asked);
  const newest = await newestCode(owner);
  expect(await enter(first, atOwner)).toEqual(wrong);
  expect(await enter(newest, atOwner)).toEqual(asked);
  expect(await refusalOf(owner)).toBeNull();
  expect(await refusalOf(thief)).toBe('403 auth.recent_auth_required');
});

test('a session whose email could not be sent counts as not having requested one', async () => {
  const { owner, thief, atOwner, atThief } = await openSessions();
  expect(await ask(atOwner)).toEqual(asked);
  const code = await newestCode(owner);
  const real = globalThis.fetch;
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (input, init) =>
      new URL(String(input)).pathname.endsWith('/otp')
        ? Response.json({ code: 500, msg: 'Error sending magic link email' }, { status: 500 })
        : real(input, init),
    );
  expect(await ask(atThief)).toMatchObject({ ok: false });
  expect(await enter(code, atThief)).toEqual(wrong);
  expect(await refusalOf(thief)).toBe('403 auth.recent_auth_required');
});

test('a request while an email is under way counts for that email, once', async () => {
  const { owner, atOwner, atThief: atSecondTab } = await openSessions();
  const real = globalThis.fetch;
  const [sending, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (new URL(String(input)).pathname.endsWith('/otp')) {
      sending.resolve();
      await second.promise;
    }
    return real(input, init);
  });
  const first = ask(atOwner);
  await sending.promise;
  expect(await ask(atSecondTab)).toEqual(asked);
  expect(await ask(atSecondTab)).toEqual(tooSoon);
  second.resolve();
  expect(await first).toEqual(asked);
  expect(await enter(await newestCode(owner), atSecondTab)).toEqual(asked);
});

test('a request that the pause refuses counts for another session of the browser, unless the pause is forged', async () => {
  const { owner, thief, atOwner, atThief } = await openSessions();
  expect(await ask(atOwner)).toEqual(asked);
  const code = await newestCode(owner);
  const pause = [...(atOwner ?? [])].find(([name]) => name.endsWith('mail-pause-until'));
  if (!pause) throw new Error('Nothing pauses.');
  atThief?.set(...pause);
  expect(await ask(atThief)).toEqual(tooSoon);
  expect(await enter(code, atThief)).toEqual(wrong);

  const later = switchToSession((await signInAgain(backend, owner.email)).session);
  for (const [name, value] of atOwner ?? []) if (/mail/.test(name)) later.set(name, value);
  expect(await ask(later)).toEqual(asked);
  expect(await ask(later)).toEqual(tooSoon);
  expect(await enter(code, later)).toEqual(asked);
  expect(await refusalOf(thief)).toBe('403 auth.recent_auth_required');
});
