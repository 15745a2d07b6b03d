import { randomBytes, randomUUID } from 'node:crypto';
import { call, chain, makeHash, prepare } from './call.mjs';

/** Calls for sign-in methods, emails, passkeys, authenticators, and signing out. */
export function callForSignIn({ ann, carol }) {
  const [mailKey, tokenKey, factorCode, oldHash] = [0, 0, 0, 0].map(makeHash);
  const credential = randomBytes(32).toString('base64url');
  const [passkey, passkeySession, stepUpSession, factor, token] = [0, 0, 0, 0, 0].map(() => randomUUID());
  const recoveryCode = makeHash();
  return [
    call('begin_sign_in_method_change', `'${ann.id}', 'password', ''`),
    call('finish_sign_in_method_change', `'${ann.id}', 'password'`),
    call('describe_account', `${ann.bound}, '${chain}'`),
    call('describe_sign_in_methods', ann.bound),
    call('list_step_up_methods', `'${ann.id}', '${chain}'`),
    call('list_known_authenticators', `'${ann.id}'`),
    call('ask_for_code', ann.bound),
    call('has_asked_for_code', ann.bound),
    call('record_step_up', `${ann.bound}, 'password'`),
    call('end_sessions_of_sign_in_method', `${ann.bound}, 'github', null`),
    // A change outside this site, directly at Auth.
    prepare(
      `insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at) values ('${ann.id}', 'github', 'bench ${ann.id}', '{}', now(), now());`,
    ),
    call('touch_session', ann.bound, 'touched'),
    call('describe_security', ann.bound),
    call(
      'keep_sign_in_method',
      `${ann.bound}, (:'describe_security_describe_security'::jsonb #>> '{found,0,id}')::uuid, 'bench'`,
    ),

    call('begin_mail', `'${mailKey}', '${ann.email}', null`),
    call('end_mail', `'${mailKey}', '${ann.email}', null, now(), '[]'`),
    prepare(
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to) values ('${token}', '${ann.id}', 'recovery_token', '${token}', '${ann.email}');`,
    ),
    call('find_account_of_mail_link', `'${token}'`),
    call('resolve_first_password', `'${token}', null, null`),
    call('find_providers_of_email', "'nobody@example.test'"),
    call('find_abandoned_sign_ups', '50'),
    call('consume_mail_token', `'${token}', '${tokenKey}'`),
    call('release_mail_token', `'${token}', '${tokenKey}'`),
    call('start_email_change', `${ann.bound}, 'new-${ann.email}', 60`),
    call('block_email_change', `'${ann.id}', 'new-${ann.email}', true, '${oldHash}'`),
    call('find_email_change_of_link', `'${oldHash}'`),
    call('agree_to_email_change', `'${oldHash}'`),
    call('clear_email_change', `'${ann.id}'`),
    call('end_sessions_of_old_email', `'${ann.id}', '${ann.session}'`),

    call('can_read_passkeys'),
    call('claim_passkey_offer', ann.bound),
    call('decline_passkey_offer', ann.bound),
    call('begin_sign_in_method_change', `'${ann.id}', 'passkey', '${credential}'`, 'announced'),
    prepare(
      `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key) values ('${passkey}', '${ann.id}', decode('${Buffer.from(credential, 'base64url').toString('hex')}', 'hex'), '\\x00');`,
    ),
    call('finish_sign_in_method_change', `'${ann.id}', 'passkey'`, 'settled'),
    call('is_credential_known', `'${credential}'`),
    call('list_passkeys', ann.bound),
    call('rename_passkey', `${ann.bound}, '${passkey}', 'Laptop'`),
    ...[passkeySession, stepUpSession].flatMap((session) => [
      prepare(
        `insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ('${session}', '${ann.id}', now(), now(), 'aal1');
        insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method) values (gen_random_uuid(), '${session}', now(), now(), 'passkey');`,
      ),
      call('record_session', `'${ann.id}', '${session}', 'passkey', 'bench'`, 'begun'),
      call('mark_passkey_session', `'${ann.id}', '${session}', '${credential}'`, 'marked'),
    ]),
    call('record_step_up_by_passkey', `${ann.bound}, '${stepUpSession}'`),
    call('begin_passkey_removal', `${ann.bound}, '${passkey}'`),
    prepare(`delete from auth.webauthn_credentials where id = '${passkey}';`),
    call('withdraw_passkey_change', `'${ann.id}', null, '${passkey}'`),
    call('end_sessions_of_passkey', `${ann.bound}, '${passkey}'`),

    call('consume_factor_code', `'${factorCode}'`),
    // Carol has an authenticator from outside this site, whose recovery begins; then it counts as confirmed.
    prepare(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret) values ('${factor}', '${carol.id}', 'bench', 'totp', 'verified', now(), now(), 'none');`,
    ),
    call('find_authenticator_recovery', carol.bound),
    call('begin_authenticator_recovery', carol.bound),
    prepare(
      `update auth.sessions set aal = 'aal2', factor_id = '${factor}' where id = '${carol.session}';
      update sign_in_methods set is_confirmed = true where user_id = '${carol.id}';
      insert into sign_in_methods (user_id, kind, reference, name, is_confirmed) values ('${carol.id}', 'authenticator', '${factor}', 'authenticator', true) on conflict do nothing;`,
    ),
    call('replace_recovery_codes', `${carol.bound}, array['${recoveryCode}']`),
    call('keep_recovery_codes', `${carol.bound}, now()`),
    call('describe_recovery_codes', `'${carol.id}'`),
    call('consume_recovery_code', `${carol.bound}, '${recoveryCode}', 'bench'`),
    call('describe_recovery', carol.bound),
    call('begin_lost_authenticator_removal', carol.bound),
    prepare(`delete from auth.mfa_factors where id = '${factor}';`),
    call('void_recovery_codes', `'${carol.id}'`),
    call('delete_account', carol.bound),
    prepare(`delete from auth.users where id = '${carol.id}';`),
    call('finish_deletion', `'${carol.id}'`),
    prepare(`insert into pending_deletions (user_id, due_at) values (gen_random_uuid(), now());`),
    call('claim_pending_deletions', '10'),
  ];
}
