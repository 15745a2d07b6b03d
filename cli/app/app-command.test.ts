import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalSupabase } from 'local-supabase/testing';
import { hashClientSecret } from '../../lib/apps/client-secret';
import { makePng } from '../../lib/testing/make-png';
import { callAsServer } from '../../supabase/testing/person.ts';
import { shareBackend } from '../../supabase/testing/share-backend';
import { run as runCommand } from '../main';

let backend: LocalSupabase;
let configured: Record<string, string>;
let embedded: Record<string, string>;
const folder = mkdtempSync(join(tmpdir(), 'countersign-apps-'));

beforeAll(async () => {
  backend = await shareBackend();
  configured = {
    SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SITE_URL: 'https://countersign.example/',
  };
  const data = join(folder, 'supabase');
  mkdirSync(data);
  writeFileSync(join(data, 'keys.json'), JSON.stringify({ secret: backend.secretKey }));
  embedded = { LOCAL_SUPABASE_DATA: data, LOCAL_SUPABASE_PORT: new URL(backend.url).port };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await backend.stop();
});

type Ran = { code: number; output: string; errors: string };

const machine = process.env;
afterEach(() => {
  process.env = machine;
  jest.restoreAllMocks();
});

/** Runs the command as an operator types it, on a machine with only these settings. */
async function run(settings: Record<string, string>, ...args: string[]): Promise<Ran> {
  process.env = { INIT_CWD: folder, NODE_ENV: 'test', ...settings };
  const [printed, failed]: [string[], string[]] = [[], []];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  jest.spyOn(console, 'error').mockImplementation((line: string) => void failed.push(line));
  const code = await runCommand(['app', ...args]);
  return { code, output: printed.join('\n'), errors: failed.join('\n') };
}

async function runJson(settings: Record<string, string>, ...args: string[]) {
  const { code, output, errors } = await run(settings, ...args, '--json');
  if (code !== 0) throw new Error(errors || output);
  return JSON.parse(output);
}

async function readClient(clientId: string): Promise<Record<string, unknown> | null> {
  const { data } = await callAsServer<Record<string, unknown>>(backend, 'read_oauth_client', {
    p_client_id: clientId,
  });
  return data;
}

test('adds an app, rotates its secret, disables, enables and removes it; prints each secret once', async () => {
  writeFileSync(join(folder, 'logo.png'), makePng());
  const added = await runJson(configured, 'add', 'Wallet Gate', 'https://gate.example/cb', '--logo=logo.png');
  expect(added).toEqual({
    client_id: expect.stringMatching(/^app_[a-z0-9]{24}$/),
    client_secret: expect.stringMatching(/^cs_[0-9a-f]{64}$/),
    issuer: 'https://countersign.example',
  });
  const { client_id: id, client_secret: secret } = added;
  expect(await readClient(id)).toMatchObject({
    name: 'Wallet Gate',
    redirectUris: ['https://gate.example/cb'],
    secretHashes: [hashClientSecret(secret)],
    isReviewed: true,
    isFirstParty: false,
    hasLogo: true,
  });
  const listed = await run(configured, 'list');
  expect(listed.output).toContain(`Wallet Gate  ${id}\n  confidential; created`);
  expect(listed.output).not.toContain(secret);

  const rotated = await runJson(configured, 'rotate-secret', id, '--keep=1');
  const hashes = [rotated.client_secret, secret].map(hashClientSecret);
  expect((await readClient(id))?.secretHashes).toEqual(hashes);
  await run(configured, 'disable', id);
  expect(await readClient(id)).toBeNull();
  expect((await run(configured, 'list')).output).toContain('confidential, off since');
  await run(configured, 'enable', id);
  expect(await readClient(id)).not.toBeNull();
  expect(await run(configured, 'remove', id, '--yes')).toMatchObject({ code: 0 });
  expect(await readClient(id)).toBeNull();
  expect((await run(configured, 'remove', id, '--yes')).code).toBe(1);
});

test('an old secret works for a day, or for the hours of --keep', async () => {
  const made = await runJson(configured, 'add', 'Day Gate', 'https://day.example/cb');
  const { output } = await run(configured, 'rotate-secret', made.client_id);
  expect(output).toContain('The old one works for 24 more hours.');
  expect((await readClient(made.client_id))?.secretHashes).toHaveLength(2);
});

test('of two concurrent rotations one succeeds: the previous secret keeps working, and the other operator gets the reason', async () => {
  const made = await runJson(configured, 'add', 'Two Gates', 'https://two.example/cb');
  process.env = { INIT_CWD: folder, NODE_ENV: 'test', ...configured };
  const printed: string[] = [];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  const rotate = () => runCommand(['app', 'rotate-secret', made.client_id, '--json']);
  expect((await Promise.all([rotate(), rotate()])).sort()).toEqual([0, 1]);
  const told = printed.map((line) => JSON.parse(line));
  expect(told).toContainEqual({
    format: 1,
    exit_code: 1,
    error: expect.stringContaining('This app already has a new secret, and the previous one still works.'),
  });
  const { client_secret } = told.find((one) => one.client_secret);
  expect((await readClient(made.client_id))?.secretHashes).toEqual(
    [client_secret, made.client_secret].map(hashClientSecret),
  );
  // The error message names the option that confirms the rotation.
  const list: { client_id: string; secret_made_at: string }[] = await runJson(configured, 'list');
  const madeAt = list.find((app) => app.client_id === made.client_id)?.secret_made_at ?? '';
  const again = await runJson(configured, 'rotate-secret', made.client_id, `--replace=${madeAt}`);
  expect((await readClient(made.client_id))?.secretHashes).toEqual(
    [again.client_secret, made.client_secret].map(hashClientSecret),
  );
  // Another operator meant to replace the secret before the newest one.
  const late = await run(configured, 'rotate-secret', made.client_id, `--replace=${madeAt}`);
  expect([late.code, late.errors]).toEqual([
    1,
    expect.stringContaining('The newest secret of this app was made at another time.'),
  ]);
  const meant = await runJson(configured, 'rotate-secret', made.client_id, '--keep=0');
  expect((await readClient(made.client_id))?.secretHashes).toEqual([hashClientSecret(meant.client_secret)]);
  // The app uses its only secret.
  const { output } = await run(configured, 'list');
  const [, onlyMadeAt] =
    output.match(new RegExp(`${made.client_id}\n.*\n {2}newest secret created (.*)`)) ?? [];
  const refusedAll = await run(configured, 'rotate-secret', made.client_id, `--replace=${onlyMadeAt}`);
  expect([refusedAll.code, refusedAll.errors]).toEqual([
    1,
    expect.stringContaining('This app has only one working secret.'),
  ]);
});

test("allows a localhost app with the local backend or without a secret, and the site's name for the team's own app", async () => {
  const local = 'http://localhost:4000/cb';
  const tried = await runJson(embedded, 'add', 'Countersign Admin', local, '--first-party');
  expect(tried.issuer).toBe('http://localhost:3000');
  expect(await readClient(tried.client_id)).toMatchObject({ isFirstParty: true, algorithm: 'RS256' });
  const phone = await runJson(configured, 'add', 'Gate for Phones', 'com.example.gate:/cb', '--public');
  expect(phone.client_secret).toBeNull();
  expect(await readClient(phone.client_id)).toMatchObject({ isConfidential: false, secretHashes: [] });
});

test("signs an app's ID tokens with RS256 by default, and with ES256 if the team chooses it", async () => {
  for (const [options, alg] of [
    [[], 'RS256'],
    [['--es256'], 'ES256'],
  ] as const) {
    const made = await runJson(configured, 'add', 'Gate', 'https://gate.example/cb', ...options);
    expect(await readClient(made.client_id)).toMatchObject({ algorithm: alg, requiresPkce: true });
  }
});

test('exempts an app with a secret from PKCE, lists that and undoes it; refuses it for an app without a secret', async () => {
  const { client_id: id } = await runJson(configured, 'add', 'Old Gate', 'https://old.example/cb');
  const exempted = await run(configured, 'exempt-from-pkce', id);
  expect(exempted.output).toContain('Only its secret and nonce protect it');
  expect(await readClient(id)).toMatchObject({ requiresPkce: false });
  expect((await run(configured, 'list')).output).toContain(
    `Old Gate  ${id}\n  confidential, exempt from PKCE;`,
  );
  expect(await runJson(configured, 'require-pkce', id)).toEqual({ client_id: id, requires_pkce: true });
  expect(await readClient(id)).toMatchObject({ requiresPkce: true });
  expect((await run(configured, 'list')).output).toContain(`Old Gate  ${id}\n  confidential;`);

  const phone = await runJson(configured, 'add', 'Gate for Phones', 'com.example.gate:/cb', '--public');
  const refused = await run(configured, 'exempt-from-pkce', phone.client_id);
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining("can't be exempted from PKCE")]);
  expect(await readClient(phone.client_id)).toMatchObject({ requiresPkce: true });
});

test.each([
  ['plain http', ['add', 'Gate', 'http://gate.example/cb'], 'Use https in http://gate.example/cb.'],
  [
    'this machine, for a secret on a real site',
    ['add', 'Gate', 'http://localhost/cb'],
    'Only an app without a secret can use http://localhost/cb.',
  ],
  [
    'several hosts without a sector',
    ['add', 'Gate', 'https://a.example', 'https://b.example'],
    "We can't use one of these addresses.",
  ],
  [
    'the name of the site',
    ['add', 'Ada Bank Login', 'https://a.example'],
    'This name could be mistaken for this site.',
  ],
  ['a picture that is none', ['add', 'Gate', 'https://a.example', '--logo=keys'], "keys can't be read."],
  ['an app that is none', ['enable', `app_${'0'.repeat(24)}`], 'That app is no longer connected.'],
])(
  'refuses %s in one line',
  async (_, args, words) => {
    const { code, output, errors } = await run({ ...configured, SITE_NAME: 'Ada Bank' }, ...args);
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(words);
    expect(errors).not.toContain('\n');
  },
  60_000,
);

test.each([
  ['a wrong key', { SUPABASE_SECRET_KEY: 'sb_secret_wrong' }, 'The project refused SUPABASE_SECRET_KEY.'],
  ['half a configuration', { SUPABASE_SECRET_KEY: '' }, 'SUPABASE_URL and SUPABASE_SECRET_KEY are required'],
  ['a project that is away', { SUPABASE_URL: 'http://127.0.0.1:9' }, "doesn't answer at http://127.0.0.1:9"],
])(
  'says what is wrong with %s',
  async (_, settings, words) => {
    const { code, errors } = await run({ ...configured, ...settings }, 'list');
    expect([code, errors]).toEqual([1, expect.stringContaining(words)]);
  },
  60_000,
);

test('reports that the local backend is not running', async () => {
  const away = await run({ ...embedded, LOCAL_SUPABASE_PORT: '9' }, 'list');
  expect(away.errors).toContain('Run npm start in another terminal.');
  const never = await run({ LOCAL_SUPABASE_DATA: join(folder, 'none') }, 'list');
  expect(never.errors).toContain('Run npm start in another terminal first.');
});
