import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInAgain, signUpAndConfirm, signUpAtAuth } from './local/testing/sign-in.ts';
import { startLocalSupabase } from './local/testing/start-local-supabase.ts';
import {
  accepted,
  asPerson,
  callAsServer,
  consume,
  describeChallenge,
  makeAddress,
  proveNewWallet,
  submit,
} from './wallets-testing/prove-without-signing.ts';

/** A project as it was before the migrations from this one on. The caller stops what it starts, then calls `remove`. */
function copyMigrationsBefore(first: string) {
  const temporary = mkdtempSync(join(tmpdir(), 'used-project-'));
  const migrations = join(temporary, 'migrations');
  mkdirSync(migrations);
  for (const file of readdirSync('supabase/migrations').filter((name) => name < first))
    cpSync(join('supabase/migrations', file), join(migrations, file));
  return {
    migrations,
    dataFolder: join(temporary, 'data'),
    remove: () => rmSync(temporary, { recursive: true, force: true }),
  };
}

test('the migrations apply to a project that people use already, beside a private schema of its own', async () => {
  const { migrations, dataFolder, remove } = copyMigrationsBefore('20261121');
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
    remove();
  }
});

test('evidence that Auth might still take is withheld from the moment a project of before is brought up to date', async () => {
  const { migrations, dataFolder, remove } = copyMigrationsBefore('20261128100000');
  const before = await startLocalSupabase({ dataFolder, env: { LOCAL_SUPABASE_MIGRATIONS: migrations } });
  const person = asPerson(await signUpAndConfirm(before));
  const ask = async (expiresAt: string) => {
    const text = `A statement for ${randomUUID()}\nURI: http://localhost:3000\nExpiration Time: ${expiresAt}`;
    const asked = describeChallenge(person, makeAddress());
    const p_message = Buffer.from(text).toString('base64');
    return accepted(await callAsServer<string>(before, 'issue_challenge', { ...asked, p_message }));
  };
  const provePublicly = async (expiresAt: string) => {
    const [proof] = accepted(await submit(before, person, await ask(expiresAt)));
    const parameters = { ...person.bound, p_wallet_id: proof?.wallet_id, p_is_public: true, p_device: null };
    expect((await callAsServer(before, 'publish_wallet', parameters)).refusal).toBeNull();
    return proof?.proof_id;
  };
  const live = await provePublicly(new Date(Date.now() + 300_000).toISOString());
  const expired = await provePublicly('2026-01-01T00:00:00.000Z');
  const open = await ask(new Date(Date.now() + 300_000).toISOString());
  await before.stop();

  const after = await startLocalSupabase({ dataFolder });
  try {
    type Read = { proof: { message?: string; signature?: string; evidence_at?: string } };
    const read = async (p_proof_id: string | undefined) =>
      accepted(await callAsServer<Read>(after, 'read_public_proof', { p_proof_id })).proof;
    expect(await read(expired)).toMatchObject({ signature: expect.any(String) });
    const withheld = await read(live);
    expect(withheld.evidence_at).toBeDefined();
    expect([withheld.message, withheld.signature]).toEqual([undefined, undefined]);
    // Nothing more is proven by such a statement.
    expect((await consume(after, person, open)).data).toEqual([]);
  } finally {
    await after.stop();
    remove();
  }
});
