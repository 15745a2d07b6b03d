import { readFileSync } from 'node:fs';
import { writeRecipes } from '../../scripts/recipes/write-recipes';
import { checkRegistration } from './check-registration';
import { makeAddresses } from './make-addresses';
import { libraries, listRecipes } from './recipe';

const issuer = 'https://site.example';
const app = {
  clientId: 'app_1',
  isConfidential: true,
  redirectUris: ['com.example.app:/callback', 'https://app.example/callback'],
  signOutUris: [],
};
const confidential = listRecipes(app, issuer);
const withPackage = ['nextjs', 'express', 'hono', 'sveltekit', 'authjs'];

test('lib/apps/recipes.json is what npm run generate writes', () => {
  expect(readFileSync('lib/apps/recipes.json', 'utf8')).toBe(writeRecipes());
});

test('an app with a secret gets nine libraries, which need at most its own address', () => {
  expect(confidential.map(({ id }) => id)).toEqual(
    'nextjs express hono sveltekit openid-client authjs better-auth python supabase'.split(' '),
  );
  const needUrl = ['authjs', 'better-auth', 'python'];
  for (const { env } of confidential.filter(({ id }) => needUrl.includes(id)))
    expect(env).toContain('_URL=https://app.example\n');
});

test('an app registered with the addresses of its choice, from any page of it, can run its code as it is', () => {
  const page = 'http://localhost:4000/page/';
  for (const library of libraries.filter(({ id }) => id !== 'device')) {
    const { id, isPublic } = library;
    const addresses = makeAddresses(library, [page, 'https://app.example']);
    const registered = { ...addresses, name: 'Gate', clientId: 'app_1', isConfidential: !isPublic };
    expect([id, checkRegistration(registered, { siteName: 'Ada', isLocal: true })]).toEqual([
      id,
      expect.objectContaining({ ok: true }),
    ]);
    const { env, start, unregistered } = listRecipes(registered, issuer).find((one) => one.id === id) ?? {};
    expect([id, addresses.redirectUris.length, unregistered]).toEqual([id, 2, undefined]);
    const [sent = addresses.redirectUris[0]] = env?.match(/(?<=^REDIRECT_URI=).+/) ?? [];
    expect(addresses.redirectUris).toContain(sent);
    expect(`${env}${start}`).toContain(isPublic ? page : 'http://localhost:4000');
  }
});

test('npm ci of an app needs no file of the site, whose next build replaces the package', () => {
  for (const id of withPackage) {
    const { install = '' } = confidential.find((recipe) => recipe.id === id) ?? {};
    expect(install).toContain(`npm pack ${issuer}/countersign-`);
    expect(install).toMatch(/npm install (\S+@\S+ )*\.\/countersign-[\d.]+\.tgz\n/);
  }
});

test('a program listens on the port of its redirect URI', () => {
  const starts = listRecipes({ ...app, redirectUris: ['http://localhost:4000/callback'] }, issuer);
  expect(starts.filter(({ install }) => install.includes('4000')).map(({ id }) => id)).toEqual(
    'nextjs sveltekit authjs python'.split(' '),
  );
});

test('a recipe shows its redirect URI unless the app has registered it', () => {
  const list = (...redirectUris: string[]) =>
    listRecipes({ ...app, redirectUris }, issuer).flatMap(({ unregistered = [] }) => unregistered);
  const ofPackage = 'https://app.example/auth/callback';
  const [ofLibraries, ofSupabase] = ['/api/auth/callback/countersign', '.supabase.co/auth/v1/callback'];
  expect(list('https://app.example/callback')).toEqual([
    ...Array(4).fill(ofPackage),
    ...Array(2).fill(`https://app.example${ofLibraries}`),
    `https://<project>${ofSupabase}`,
  ]);
  expect(
    list(
      ofPackage,
      `https://app.example${ofLibraries}`,
      'https://app.example/callback',
      `https://x${ofSupabase}`,
    ),
  ).toEqual([]);
});

test('every setting that a recipe reads is a common one or its own', () => {
  const given = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'];
  for (const { id, env, files } of confidential) {
    const code = files.map((file) => file.code).join('\n');
    const read = code.match(
      /\b(ISSUER|CLIENT_ID|REDIRECT_URI|[A-Z]+(_AUTH)?_SECRET|[A-Z]+(_AUTH)?_URL|SUPABASE_[A-Z_]+)\b/g,
    );
    // The package reads these.
    if (!withPackage.includes(id))
      expect([id, read]).toEqual([id, expect.arrayContaining(given.slice(0, 3))]);
    const missing = [...new Set(read)].filter(
      (name) => !given.includes(name) && !`\n${env}`.includes(`\n${name}=`),
    );
    expect([id, missing]).toEqual([id, []]);
  }
});

test('no setting has a trailing comment, which some loaders read as part of the value', () => {
  for (const { env } of confidential)
    for (const line of env.split('\n')) expect(line).toMatch(/^(|# .+|[A-Z_]+=[^\s#]*)$/);
});

test.each(['better-auth', 'python'])(
  'the program for %s ends without a secret for its sessions',
  (recipe) => {
    const code = confidential.find(({ id }) => id === recipe)?.files[0]?.code;
    expect(code).toMatch(/>= 32\)\)\s+throw new Error\('Set \w+_SECRET|< 32:\s+sys\.exit\("Set \w+_SECRET/);
  },
);

test('the sign-in of an app starts at its own address, if that is on the web', () => {
  const starts = (uri: string) =>
    listRecipes({ ...app, redirectUris: [uri] }, issuer).map(({ start }) => start);
  const [next, ...others] = starts('https://app.example/callback');
  expect([next, others.at(-2), others.at(-1)]).toEqual([
    'https://app.example/members',
    'https://app.example/',
    null,
  ]);
  expect(new Set(starts('com.example.app:/callback'))).toEqual(new Set([null]));
});

test('an app without a secret gets a page with its own values, but one on a device only its values', () => {
  const [page, ...others] = listRecipes({ ...app, isConfidential: false }, issuer);
  const installed = { ...app, isConfidential: false, redirectUris: ['com.example.app:/callback'] };
  expect([others, listRecipes(installed, issuer)].map(([first]) => [first?.id, first?.env])).toEqual([
    ['device', 'REDIRECT_URI=https://app.example/callback\n'],
    ['device', 'REDIRECT_URI=com.example.app:/callback\n'],
  ]);
  expect(page?.files[0]?.code).toContain("new URL('https://site.example')");
  expect(page?.files[0]?.code).toContain("const clientId = 'app_1'");
  expect(page?.env).toBe('');
});
