import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInAgain, signUpAtAuth } from './local/testing/sign-in.ts';
import { startLocalSupabase } from './local/testing/start-local-supabase.ts';
import { asPerson, proveNewWallet } from './wallets-testing/prove-without-signing.ts';

test('the migrations apply to a project that people use already, beside a private schema of its own', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'used-project-'));
  const migrations = join(temporary, 'migrations');
  const dataFolder = join(temporary, 'data');
  mkdirSync(migrations);
  const files = readdirSync('supabase/migrations');
  for (const file of files.filter((name) => name < '20261121'))
    cpSync(join('supabase/migrations', file), join(migrations, file));
  writeFileSync(
    join(migrations, '20261120100000_own.sql'),
    'create schema private; create table private.notes (id int);',
  );

  const before = await startLocalSupabase({
    dataFolder,
    env: { LOCAL_SUPABASE_MIGRATIONS: migrations },
  });
  const { email } = await signUpAtAuth(before);
  await before.stop();

  const after = await startLocalSupabase({ dataFolder });
  try {
    const person = asPerson(await signInAgain(after, email));
    const { address } = await proveNewWallet(after, person);
    const { data } = await person.client.from('live_wallets').select('address');
    expect(data).toEqual([{ address }]);
  } finally {
    await after.stop();
    rmSync(temporary, { recursive: true, force: true });
  }
}, 120_000);
