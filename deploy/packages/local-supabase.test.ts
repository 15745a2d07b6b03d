import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createClient } from '@supabase/supabase-js';
import { buildPackage } from '../../scripts/packages/build-package';

const folder = mkdtempSync(join(tmpdir(), 'somebody-else-'));
const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim();

afterAll(() => rmSync(folder, { recursive: true }));

test('in an empty folder, the packed package serves somebody else’s project: sign up, sign in and read a row', async () => {
  const tarball = npm('pack', '--silent', await buildPackage('local-supabase'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  npm('install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, tarball));
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
    // Row-level security: someone signed out reads nothing.
    expect((await open().from('notes').select('words')).data).toEqual([]);
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
