import { randomUUID } from 'node:crypto';
import { prepareStatement, signInFields } from 'countersign/proof/statement';
import type { WalletKey } from '../../../e2e/fixtures/prove-wallet';
import { facts, owner, stranger } from '../../../packages/countersign/src/testing/signed-statements';
import type { Postgres } from './start-postgres';

export type Filled = { userId: string; email: string; password: string; address: string; proofId: string };

const quote = (value: string) => `'${value.replaceAll("'", "''")}'`;
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Inserts a user with a password, like Auth. */
export function addUser(postgres: Postgres, database: string, email: string, password: string): string {
  const userId = randomUUID();
  postgres.psql(
    database,
    `insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at,
      confirmation_token, recovery_token, email_change, email_change_token_new, raw_app_meta_data, raw_user_meta_data)
    values ('${userId}', '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', ${quote(email)},
      extensions.crypt(${quote(password)}, extensions.gen_salt('bf', 4)), now(), now(), now(), '', '', '', '',
      '{"provider":"email","providers":["email"]}', '{}');
    insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
    values (gen_random_uuid(), '${userId}', 'email', '${userId}',
      jsonb_build_object('sub', '${userId}', 'email', ${quote(email)}, 'email_verified', true), now(), now());`,
    'supabase_admin',
  );
  return userId;
}

/** Inserts a session, like Auth and this site after a sign-in. Returns its ID. */
export function openSession(postgres: Postgres, database: string, userId: string): string {
  const sessionId = randomUUID();
  postgres.psql(
    database,
    `insert into auth.sessions (id, user_id, aal, created_at, updated_at) values ('${sessionId}', '${userId}', 'aal1', now(), now());`,
    'supabase_admin',
  );
  asServer(
    postgres,
    database,
    `countersign.record_session('${userId}', '${sessionId}', 'password', 'Firefox on Linux')`,
  );
  return sessionId;
}

/** Calls a function with the server's role, and returns the row. */
export function asServer(postgres: Postgres, database: string, call: string): string {
  return postgres.psql(database, `set role service_role; select * from ${call}`).trim();
}

/**
 * Two users, each with a password and a wallet whose proof has a real signature. Uses only functions that the site has had since
 * 1.0.0.
 * @param wallets keys that aren't proven in this database yet
 */
export function fillProject(
  postgres: Postgres,
  database: string,
  wallets: WalletKey[] = [owner, stranger],
): Filled[] {
  return wallets.map((key, index) => {
    const email = `person-${index}-${randomUUID()}@example.com`;
    const password = `a password of ${index}`;
    const userId = addUser(postgres, database, email, password);
    const sessionId = openSession(postgres, database, userId);
    const bound = `'${userId}', '${sessionId}'`;
    const accountCode =
      asServer(postgres, database, `countersign.ensure_account(${bound})`).split('|')[0] ?? '';
    const now = Date.now();
    const live = { issuedAt: new Date(now), expiresAt: new Date(now + 300_000) };
    const names = { accountCode, displayName: null, address: key.address };
    const fields = signInFields({ ...facts, ...live, ...names, version: 2 });
    const { message } = prepareStatement({ fields, method: 'sign_message', publicKey: key.publicKey });
    const signature = toBase64(key.sign(Buffer.from(message, 'base64')));
    const challengeId = asServer(
      postgres,
      database,
      `countersign.issue_challenge(${bound}, 'prove', 'sign_message', 'solana:mainnet', '${key.address}', '${facts.origin}',
        '${randomUUID().replaceAll('-', '')}', '${message}', 300)`,
    );
    const signed = `'${challengeId}', ${bound}, '${message}', '${signature}'`;
    asServer(postgres, database, `countersign.consume_challenge(${signed})`);
    const recorded = asServer(postgres, database, `countersign.record_proof(${signed}, 'Firefox on Linux')`);
    const proofId = recorded.split('|')[0] ?? '';
    // Evidence is published only after the statement has expired.
    postgres.psql(
      database,
      `set session_replication_role = replica; update countersign.proofs set evidence_at = proven_at where id = '${proofId}'`,
      'supabase_admin',
    );
    return { userId, email, password, address: key.address, proofId };
  });
}
