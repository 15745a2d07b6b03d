import { openProvider } from '../testing/fake-provider.ts';
import { person } from '../testing/visit.ts';
import { findMember, findPerson, signInQuery } from './require-wallet.ts';

const [oneFactor, twoFactors] = ['urn:countersign:1fa', 'urn:countersign:2fa'];
const now = () => Math.floor(Date.now() / 1000);
const signedOut = new Response();

let logged: string[] = [];
beforeEach(() => {
  logged = [];
  jest.spyOn(console, 'error').mockImplementation((line) => logged.push(String(line)));
});
afterEach(() => jest.restoreAllMocks());

/** Follows the redirect of a page. */
function stepUpOf(admission: { ok: boolean; response?: Response }): string {
  return admission.response?.headers.get('location') ?? '';
}

test('a page redirects a person to a step-up once, and admits them after it', async () => {
  const { app, claims, signIn, open } = await openProvider();
  const required = { acr: twoFactors, maxAge: 300 };
  const first = await app.requirePerson(open('/vault?a=1', signedOut), required);
  expect(stepUpOf(first)).toBe(
    `https://app.example/auth/sign-in?${new URLSearchParams({ returnTo: '/vault?a=1', acr_values: twoFactors, max_age: '300' })}`,
  );
  Object.assign(claims, { acr: oneFactor, auth_time: now() - 3600 });
  const plain = await signIn('https://app.example/auth/sign-in');
  expect(await app.requirePerson(open('/', plain))).toMatchObject({ ok: true, person: { sub: person.sub } });
  const stepUp = stepUpOf(await app.requirePerson(open('/vault', plain), required));
  Object.assign(claims, { acr: twoFactors, auth_time: now() - 299 });
  const stepped = await signIn(stepUp);
  expect(stepped.headers.get('location')).toBe('https://app.example/vault');
  expect(await app.requirePerson(open('/vault', stepped), required)).toMatchObject({
    ok: true,
    person: { acr: twoFactors },
  });
});

test.each<[string, object, object]>([
  ['a second factor that the site did not ask for', { acr: twoFactors }, { acr: oneFactor }],
  ['a second factor of which the site says nothing', { acr: twoFactors }, {}],
  ['a confirmation that the site did not ask for', { maxAge: 60 }, { auth_time: 100 }],
  ['a confirmation of which the site says nothing', { maxAge: 60 }, {}],
])(
  'a page that requires %s ends on a page with a way back, and not in redirects',
  async (_, required, given) => {
    const { app, claims, signIn, open, revoked } = await openProvider();
    const stepUp = stepUpOf(await app.requirePerson(open('/vault', signedOut), required));
    Object.assign(claims, given);
    const failed = await signIn(stepUp);
    expect([failed.status, failed.headers.get('location')]).toEqual([400, null]);
    expect(await failed.text()).toContain('href="https://app.example/auth/sign-in?returnTo=%2Fvault"');
    expect(await app.readPerson(open('/', failed).headers.get('cookie'))).toBeNull();
    expect(revoked).toEqual(['refresh']);
    expect(logged).toEqual([expect.stringMatching(/^Sign-in failed: the site confirmed less /)]);
  },
);

test('a script gets 401, with the status that says why', async () => {
  const { app, signIn, open } = await openProvider();
  const signedIn = await signIn('https://app.example/auth/sign-in');
  for (const [visitor, status] of [
    [signedOut, 'signed_out'],
    [signedIn, 'step_up'],
  ] as const) {
    const admission = await app.requirePerson(open('/api', visitor, 'cors'), { acr: twoFactors });
    if (admission.ok) throw new Error('It was admitted.');
    expect([admission.response.status, await admission.response.json()]).toEqual([401, { status }]);
  }
});

test.each<[object, object, boolean]>([
  [{ acr: oneFactor }, { acr: twoFactors }, true],
  [{ acr: twoFactors }, { acr: oneFactor }, false],
  [{ acr: oneFactor }, { acr: null }, false],
  [{ acr: oneFactor }, { acr: 'urn:other' }, false],
  [{ maxAge: 300 }, { authTime: now() - 340 }, true],
  [{ maxAge: 300 }, { authTime: now() - 400 }, false],
  [{ maxAge: 300 }, { authTime: null }, false],
])('%j of a person with %j is met: %s', (required, signedIn, isMet) => {
  expect(findPerson({ ...person, ...signedIn }, required) !== null).toBe(isMet);
});

test.each([{ acr: 'urn:countersign:3fa' }, { acr: '' }])(
  'refuses to require %j, which would admit everyone or no one',
  (required) => {
    expect(() => findPerson(person, required)).toThrow(expect.objectContaining({ code: 'settings' }));
  },
);

test.each([Infinity, Number.NaN, -1, 1.5, 1e9, '300' as unknown as number])(
  'refuses an age of %p seconds, which nobody would check',
  (age) => {
    for (const check of [
      () => findPerson(person, { maxAge: age }),
      () => findMember({ status: 'signed_out' }, { walletMaxAge: age }),
      () => signInQuery({ maxAge: age }),
      () => signInQuery({ walletMaxAge: age }),
    ])
      expect(check).toThrow(/^Set (maxAge|walletMaxAge) to whole seconds, of at most nine digits\.$/);
  },
);
