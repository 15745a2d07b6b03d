import { passTime } from '../testing/pass-time';

process.env.SUPABASE_URL = 'https://abcdefgh.supabase.co';
process.env.SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_test';
process.env.SUPABASE_SECRET_KEY = 'sb_secret_test';

let readEnabledSignInMethods: typeof import('./settings').readEnabledSignInMethods;
let peekSettings: typeof import('./settings').peekSettings;
let readSwitchedOff: typeof import('./settings').readSwitchedOff;
let answer: () => Promise<Response>;
let asked: jest.SpyInstance;

const settings = (github: boolean) => async () =>
  Response.json({ external: { email: true, github, google: false } });
const outage = () => Promise.reject(new TypeError('fetch failed'));

beforeEach(async () => {
  jest.resetModules();
  globalThis.countersign = undefined;
  asked = jest.spyOn(globalThis, 'fetch').mockImplementation(() => answer());
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  ({ peekSettings, readEnabledSignInMethods, readSwitchedOff } = await import('./settings'));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('asks once a minute, however many pages want to know', async () => {
  answer = settings(true);
  await Promise.all([readEnabledSignInMethods(), readEnabledSignInMethods()]);
  expect(await readEnabledSignInMethods()).toEqual(['email', 'github']);
  expect(asked).toHaveBeenCalledTimes(1);
  answer = settings(false);
  passTime(61_000);
  expect(await readEnabledSignInMethods()).toEqual(['email']);
});

it('goes on offering what was known while Auth is away, and does not make every page wait', async () => {
  answer = settings(true);
  await readEnabledSignInMethods();
  answer = outage;
  passTime(61_000);
  expect(await readEnabledSignInMethods()).toEqual(['email', 'github']);
  expect(await readEnabledSignInMethods()).toEqual(['email', 'github']);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('offers nothing that it has not heard of', async () => {
  answer = outage;
  expect(await readEnabledSignInMethods()).toEqual([]);
  answer = async () => Response.json({ unexpected: true });
  passTime(11_000);
  expect(await readEnabledSignInMethods()).toEqual([]);
});

it('takes e-mail and new accounts for open until the project says otherwise', async () => {
  answer = outage;
  expect(await readSwitchedOff()).toMatchObject({ isEmailOff: false, isSignUpClosed: false });
  answer = async () => Response.json({ external: { email: false }, disable_signup: true });
  passTime(11_000);
  expect(await readSwitchedOff()).toMatchObject({ isEmailOff: true, isSignUpClosed: true });
  answer = settings(true);
  passTime(61_000);
  expect(await readSwitchedOff()).toMatchObject({ isEmailOff: false, isSignUpClosed: false });
});

describe('a page that is shown at once', () => {
  const never = () => new Promise<Response>(() => undefined);

  it('has an answer although a project that was never heard of does not answer', async () => {
    answer = never;
    expect(await peekSettings()).toMatchObject({ isKnown: false, enabled: [], isEmailOff: false });
  });

  it('has what was known, however old, while a project that hangs is asked behind it', async () => {
    answer = settings(true);
    await readEnabledSignInMethods();
    answer = never;
    passTime(24 * 60 * 60_000);
    expect(await peekSettings()).toMatchObject({ isKnown: true, enabled: ['email', 'github'] });
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('has the first answer of a project that is well, and the next one has what was changed', async () => {
    answer = settings(true);
    expect(await peekSettings()).toMatchObject({ isKnown: true, enabled: ['email', 'github'] });
    answer = settings(false);
    passTime(61_000);
    await peekSettings();
    // The answer to what the page before asked for.
    await readEnabledSignInMethods();
    expect(await peekSettings()).toMatchObject({ enabled: ['email'] });
  });
});
