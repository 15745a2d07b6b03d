import { randomUUID } from 'node:crypto';
import { type LocalSupabase, startLocalSupabase } from 'local-supabase/testing';
import { accepted, callAsServer, type Person, signUpPerson } from './testing/person.ts';

const dropped = `reset role; drop table auth.webauthn_challenges; drop table auth.webauthn_credentials;`;
const forbidden = `reset role; revoke all on auth.webauthn_credentials from postgres;
  alter table auth.sessions drop column oauth_client_id;`;

describe.each([
  ['has no passkeys', dropped],
  ['keeps them to itself, and knows no apps', forbidden],
])('a project whose Auth %s', (_, older) => {
  let backend: LocalSupabase;
  let ann: Person;
  beforeAll(async () => {
    backend = await startLocalSupabase({ extraMigrations: { '20990101000000_older.sql': older } });
    ann = await signUpPerson(backend);
  });
  afterAll(() => backend.stop());

  const call = (name: string, parameters: object = {}) =>
    callAsServer<unknown>(backend, name, { ...ann.bound, ...parameters });

  test('supports sign-in, step-up, notices and export', async () => {
    expect((await call('touch_session')).data).toBe(true);
    expect((await call('require_recent_auth')).refusal).toBeNull();
    expect((await call('record_step_up', { p_by: 'password' })).refusal).toBeNull();
    const ways = await callAsServer(backend, 'list_step_up_methods', {
      p_user_id: ann.bound.p_user_id,
      p_chain: 'solana:mainnet',
    });
    expect(accepted(ways)).toEqual(['password', 'code']);
    expect((await call('describe_sign_in_methods')).data).toMatchObject({ email: ann.email, passkeys: 0 });
    expect((await call('describe_security')).data).toMatchObject({ found: [], sessions: [{}] });
    expect((await ann.client.from('accounts').select('user_id')).data).toHaveLength(1);
    expect((await call('start_export', { p_device: null })).data).toMatchObject({ passkeys: [] });
  });

  test('lists, marks and offers no passkeys, and reports every credential as known', async () => {
    expect((await call('list_passkeys')).data).toEqual([]);
    expect((await call('claim_passkey_offer')).data).toBe(false);
    expect((await call('mark_passkey_session', { p_credential_id: 'AAAA' })).refusal).toBe(
      '400 passkey.refused',
    );
    expect((await call('record_step_up_by_passkey', { p_proof_session: randomUUID() })).refusal).toBe(
      '400 passkey.refused',
    );
    expect((await call('end_sessions_of_passkey', { p_passkey_id: randomUUID() })).refusal).toBeNull();
    expect((await callAsServer(backend, 'can_read_passkeys')).data).toBe(false);
    expect((await call('begin_passkey_removal', { p_passkey_id: randomUUID() })).refusal).toBe(
      '404 passkey.gone',
    );
    // Otherwise a browser would hide a working passkey.
    const known = await callAsServer(backend, 'is_credential_known', { p_credential_id: 'AAAA' });
    expect(known.data).toBe(true);
  });

  test('deletes all data of a deleted account', async () => {
    expect((await call('delete_account')).refusal).toBeNull();
    expect((await call('require_live_session')).refusal).toBe('401 auth.signed_out');
  });
});
