import '../testing/unreachable-project';
import { passTime } from '../testing/pass-time';

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

it('requests the settings once a minute, for any number of pages', async () => {
  answer = settings(true);
  await Promise.all([readEnabledSignInMethods(), readEnabledSignInMethods()]);
  expect(await readEnabledSignInMethods()).toEqual(['email', 'github']);
  expect(asked).toHaveBeenCalledTimes(1);
  answer = settings(false);
  passTime(61_000);
  expect(await readEnabledSignInMethods()).toEqual(['email']);
});

it('keeps the last settings while Auth is down, without making every page wait', async () => {
  answer = settings(true);
  await readEnabledSignInMethods();
  answer = outage;
  passTime(61_000);
  expect(await readEnabledSignInMethods()).toEqual(['email', 'github']);
  expect(await readEnabledSignInMethods()).toEqual(['email', 'github']);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('offers no unknown method', async () => {
  answer = outage;
  expect(await readEnabledSignInMethods()).toEqual([]);
  answer = async () => Response.json({ unexpected: true });
  passTime(11_000);
  expect(await readEnabledSignInMethods()).toEqual([]);
});

it('assumes email and sign-ups are on while unknown', async () => {
  answer = outage;
  expect(await readSwitchedOff()).toMatchObject({ isEmailOff: false, isSignUpClosed: false });
  answer = async () => Response.json({ external: { email: false }, disable_signup: true });
  passTime(11_000);
  expect(await readSwitchedOff()).toMatchObject({ isEmailOff: true, isSignUpClosed: true });
  answer = settings(true);
  passTime(61_000);
  expect(await readSwitchedOff()).toMatchObject({ isEmailOff: false, isSignUpClosed: false });
});

describe("a page that doesn't wait", () => {
  const never = () => new Promise<Response>(() => undefined);

  it('gets defaults while a project has never answered', async () => {
    answer = never;
    expect(await peekSettings()).toMatchObject({ isKnown: false, enabled: [], isEmailOff: false });
  });

  it('gets the last settings, however old, while a request hangs', async () => {
    answer = settings(true);
    await readEnabledSignInMethods();
    answer = never;
    passTime(24 * 60 * 60_000);
    expect(await peekSettings()).toMatchObject({ isKnown: true, enabled: ['email', 'github'] });
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('gets the first settings of a healthy project, and the next page gets changed ones', async () => {
    answer = settings(true);
    expect(await peekSettings()).toMatchObject({ isKnown: true, enabled: ['email', 'github'] });
    answer = settings(false);
    passTime(61_000);
    await peekSettings();
    // Waits for the previous page's request.
    await readEnabledSignInMethods();
    expect(await peekSettings()).toMatchObject({ enabled: ['email'] });
  });
});
