import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { base64 } from '@scure/base';
import { createClient } from '@supabase/supabase-js';
import type { PublicProof } from 'countersign/proof';
import { authenticate, makePasskey, register, siteUrl } from 'local-supabase/testing';
import { facts, message, owner, text } from '../../../packages/countersign/src/testing/signed-statements';
import { buildPackage } from '../../../scripts/packages/build-package';
import { installTool } from '../../../scripts/prepare/install-tool';
import { inProject } from '../../../scripts/project-folder';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'somebody-else-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Installs a package from its tarball, as npm would publish it, in an empty folder. */
async function install(name: string, ...others: string[]): Promise<void> {
  const tarball = pack(await buildPackage(name));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  npm('install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, tarball), ...others);
}

const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim();

/** Packs a built package into the folder. @returns the file's name */
const pack = (built: string) => npm('pack', '--silent', built);

function withReact(): string[] {
  const { dependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return ['react', 'react-dom'].map((name) => `${name}@${dependencies[name]}`);
}

/** Runs a module in the folder and returns its output. */
function run(code: string): string {
  writeFileSync(join(folder, 'index.js'), code);
  const { NODE_OPTIONS: _, ...env } = process.env;
  return execFileSync(process.execPath, ['index.js'], { cwd: folder, encoding: 'utf8', env }).trim();
}

test('in an empty folder, the packed countersign checks a public proof and refuses a forged one', async () => {
  await install('countersign');
  const id = '0b0f6c7e-3d57-4c8b-9a55-2f1b6c1d7e90';
  const bytes = base64.encode(message);
  const proof: PublicProof = {
    ...{
      kind: 'countersign-proof',
      version: 1,
      id,
      status: 'standing',
      method: 'sign_in',
      chain: facts.chain,
    },
    ...{ accountCode: facts.accountCode, address: facts.address, origin: facts.origin, statement: text },
    ...{ message: bytes, signedBytes: bytes, signature: base64.encode(owner.sign(message)) },
    ...{ provenAt: '2026-11-20T09:01:00+00:00', url: `${facts.origin}/proofs/${id}` },
  };
  const printed = run(`
    import { checkPublicProof } from 'countersign/proof';
    const proof = ${JSON.stringify(proof)};
    const forged = { ...proof, address: '${'1'.repeat(32)}' };
    console.log(JSON.stringify([proof, forged, {}].map((json) => checkPublicProof(json)).map(({ status, isValid }) => [status, isValid])));`);
  expect(JSON.parse(printed)).toEqual([
    ['checked', true],
    ['checked', false],
    ['unreadable', null],
  ]);
});

test('in an empty folder, the packed countersign refuses to sign users in before it is set up, and names the missing settings', async () => {
  await install('countersign', ...withReact());
  const printed = run(`
    import { createCountersign } from 'countersign/server';
    import { verifySecurityEvent } from 'countersign/events';
    import { SignInWithCountersign, useWallets } from 'countersign/react';
    import { renderToStaticMarkup } from 'react-dom/server';
    const request = new Request('http://localhost:4000/auth/sign-in');
    const { code, message } = await createCountersign().handle(request).catch((error) => error);
    const isRefused = await verifySecurityEvent('x', { issuer: 'http://localhost:9', clientId: 'x' }).catch(() => true);
    const button = renderToStaticMarkup(SignInWithCountersign({ returnTo: '/members?a=1' }));
    console.log(JSON.stringify([code, message, isRefused, button.slice(0, 60), typeof useWallets]));`);
  expect(JSON.parse(printed)).toEqual([
    'settings',
    'Set ISSUER to the address of your Countersign site.',
    true,
    expect.stringContaining('<a href="/auth/sign-in?returnTo=%2Fmembers%3Fa%3D1"'),
    'function',
  ]);
});

test('the packed countersign is small, and valid for npm, bundlers and TypeScript', async () => {
  const repository = 'https://code.example/countersign';
  const tarball = pack(await buildPackage('countersign', repository));
  expect(statSync(join(folder, tarball)).size).toBeLessThan(65_000);
  const tool = inProject('lab', 'programs', 'workerd');
  await installTool(tool);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  npm('install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, tarball));
  writeFileSync(
    join(folder, 'page.js'),
    "import { checkPublicProof } from 'countersign/proof';\nconsole.log(checkPublicProof({}));\n",
  );
  const esbuild = join(tool, 'node_modules/esbuild/bin/esbuild');
  const bundle = execFileSync(esbuild, ['page.js', '--bundle', '--minify', '--format=esm'], { cwd: folder });
  expect(gzipSync(bundle).length).toBeLessThan(25_000);
  const npx = (...args: string[]) =>
    execFileSync('npx', ['--yes', ...args], { cwd: folder, encoding: 'utf8' });
  expect(npx('publint@0.3.25', tarball)).toContain('All good!');
  const packed = join(folder, 'node_modules/countersign');
  const { dependencies, bugs } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'));
  expect(Object.values(dependencies).every((range) => String(range).startsWith('^'))).toBe(true);
  expect(bugs).toBe(`${repository}/issues`);
  // A link leads to the repository or stays in the file.
  const links = readFileSync(join(packed, 'README.md'), 'utf8').matchAll(/\]\(([^)]+)\)/g);
  for (const [, to = ''] of links) expect(to).toMatch(/^(https:\/\/|#)/);
  // Exits with 1 if it finds a problem.
  npx('@arethetypeswrong/cli@0.18.5', tarball, '--profile', 'esm-only');
});

test('in an empty folder, the packed local-solana gives an airdrop that web3.js reads', async () => {
  await install('local-solana');
  const printed = run(`
    import { Connection, Keypair } from '@solana/web3.js';
    import { startLocalSolana } from 'local-solana';
    const chain = await startLocalSolana({ port: 0 });
    const connection = new Connection(chain.url, { commitment: 'confirmed', wsEndpoint: chain.url.replace('http', 'ws') });
    const { publicKey } = Keypair.generate();
    await connection.confirmTransaction(await connection.requestAirdrop(publicKey, 5));
    console.log(await connection.getBalance(publicKey));
    await chain.stop();
    process.exit(0);`);
  expect(printed.split('\n').at(-1)).toBe('5');
});

test('in an empty folder, the packed package serves somebody else’s project: sign up, sign in and read a row', async () => {
  await install('local-supabase');
  mkdirSync(join(folder, 'supabase/migrations'), { recursive: true });
  writeFileSync(join(folder, 'supabase/config.toml'), '[auth]\nsite_url = "http://localhost:4321"\n');
  writeFileSync(
    join(folder, 'supabase/migrations/20250101000000_notes.sql'),
    `create table public.notes (
       id bigint generated always as identity primary key,
       owner uuid not null default auth.uid(),
       words text not null
     );
     alter table public.notes enable row level security;
     create policy own on public.notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());`,
  );
  const backend = spawn(
    process.execPath,
    ['node_modules/local-supabase/main.js', '--port', '0', '--smtp-port', '0'],
    { cwd: folder, env: { PATH: process.env.PATH, NODE_ENV: 'test' }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const { url, key } = await readKeys(backend.stdout);
    const open = () => createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
    const person = { email: 'ann@example.com', password: 'correct horse' };
    expect((await open().auth.signUp(person)).error).toBeNull();
    const ann = open();
    expect((await ann.auth.signInWithPassword(person)).error).toBeNull();
    expect((await ann.from('notes').insert({ words: 'mine' })).error).toBeNull();
    expect((await ann.from('notes').select('words')).data).toEqual([{ words: 'mine' }]);
    // Row-level security: a signed-out client reads no rows.
    expect((await open().from('notes').select('words')).data).toEqual([]);
  } finally {
    const ended = once(backend, 'exit');
    backend.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  }
});

test('in an empty folder, startLocalSupabase() of the packed package signs in with a passkey', async () => {
  await install('local-supabase');
  mkdirSync(join(folder, 'supabase'));
  writeFileSync(
    join(folder, 'supabase/config.toml'),
    `[auth]
site_url = "${siteUrl}"
[auth.passkey]
enabled = true
[auth.webauthn]
rp_id = "localhost"
rp_display_name = "Somebody else"
rp_origins = ["${siteUrl}"]
`,
  );
  writeFileSync(
    join(folder, 'index.js'),
    `import { startLocalSupabase } from 'local-supabase';
    const backend = await startLocalSupabase({ port: 0, smtpPort: 0 });
    process.on('SIGTERM', () => backend.stop().then(() => process.exit(0)));
    console.log(\`SUPABASE_URL=\${backend.url}\nSUPABASE_PUBLISHABLE_KEY=\${backend.publishableKey}\nLocal Supabase ready on it\`);`,
  );
  const backend = spawn(process.execPath, ['index.js'], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const { url, key } = await readKeys(backend.stdout);
    const { auth } = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
    const { data, error } = await auth.signUp({ email: 'ann@example.com', password: 'correct horse' });
    if (!data.session) throw error ?? new Error('Signing up gave no session.');
    const passkey = makePasskey();
    const adding = (await auth.passkey.startRegistration()).data;
    const added = await auth.passkey.verifyRegistration({
      challengeId: adding?.challenge_id ?? '',
      credential: register(passkey, adding?.options as never) as never,
    });
    expect(added.error).toBeNull();
    const asked = (await auth.passkey.startAuthentication()).data;
    const signedIn = await auth.passkey.verifyAuthentication({
      challengeId: asked?.challenge_id ?? '',
      credential: authenticate(passkey, asked?.options as never) as never,
    });
    expect(signedIn.data?.user?.email).toBe('ann@example.com');
  } finally {
    const ended = once(backend, 'exit');
    backend.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  }
});

async function readKeys(output: Readable): Promise<{ url: string; key: string }> {
  let text = '';
  for await (const part of output.iterator({ destroyOnReturn: false })) {
    text += String(part);
    if (text.includes('Local Supabase ready on')) break;
  }
  const read = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  return { url: read('SUPABASE_URL'), key: read('SUPABASE_PUBLISHABLE_KEY') };
}
