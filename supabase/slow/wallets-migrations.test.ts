import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectClient, signUpAtAuth, startLocalSupabase } from 'local-supabase/testing';
import { proveNewWallet, signInAgain } from '../testing/person.ts';

test('the migrations apply to a project in use, with tables of the same names and its own private schema', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'used-project-'));
  const migrations = join(temporary, 'migrations');
  const dataFolder = join(temporary, 'data');
  mkdirSync(migrations);
  writeFileSync(
    join(migrations, '20261120100000_own.sql'),
    `create schema private; create table private.notes (id int);
    create table public.accounts (id int); create table public.wallets (id int);
    insert into public.wallets values (7);`,
  );
  const before = await startLocalSupabase({ dataFolder, env: { LOCAL_SUPABASE_MIGRATIONS: migrations } });
  const { email } = await signUpAtAuth(before);
  await before.stop();

  const after = await startLocalSupabase({ dataFolder });
  try {
    const person = await signInAgain(after, email);
    const { address } = await proveNewWallet(after, person);
    const { data } = await person.client.from('live_wallets').select('address');
    expect(data).toEqual([{ address }]);
    // A request without a schema still reads the project's own tables.
    const own = connectClient(after, after.publishableKey, 'public');
    expect((await own.from('wallets').select('id')).data).toEqual([{ id: 7 }]);
  } finally {
    await after.stop();
    rmSync(temporary, { recursive: true, force: true });
  }
});
