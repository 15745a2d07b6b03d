import { randomBytes } from 'node:crypto';
import { call, chain, prepare } from './call.mjs';

const scopes = ['openid', 'email', 'wallets', 'offline_access'];
const scopeList = `'{${scopes.join(',')}}'`;
const month = 30 * 24 * 3600;
const makeHash = () => randomBytes(32).toString('base64url');
/** An app of fill.sql without grants of other users. */
const app = `app_${'0'.repeat(24)}`;
const crowded = `app_${'1'.padStart(24, '0')}`;
const ownApp = ":'register_own_oauth_client_register_own_oauth_client'";
const grant = ":'give_oauth_grant_give_oauth_grant'";
const counters = `jsonb_build_array(jsonb_build_object('key_hash', repeat('a', 64), 'attempts', 1000000, 'window_seconds', 300))`;

/** Calls for apps: registration, consent, codes and tokens, events, and removal. */
export function callForApps({ ann }) {
  const [authorization, code, access, refresh, nextAccess, nextRefresh, login, consent, denied] = Array.from(
    { length: 9 },
    makeHash,
  );
  const kid = makeHash();
  const item = (kind, hash, seconds, own = '') => `jsonb_build_object('kind', '${kind}', 'id_hash', '${hash}',
    'seconds', ${seconds}, 'payload', jsonb_build_object('grantId', '${authorization}', 'accountId', '${ann.id}',
    'clientId', '${app}', 'scope', '${scopes.join(' ')}', 'kind', '${kind}', 'codeChallenge', repeat('x', 43))${own})`;
  const own = `, 'authorization', jsonb_build_object('id', '${authorization}', 'grant_id', ${grant},
    'session_id', '${ann.session}', 'scopes', to_jsonb(${scopeList}::text[]))`;
  const waiting = (
    hash,
    prompt,
  ) => `jsonb_build_object('kind', 'Interaction', 'id_hash', '${hash}', 'seconds', 3600,
    'payload', jsonb_build_object('params', jsonb_build_object('client_id', '${app}'), 'prompt', jsonb_build_object('name', '${prompt}', 'reasons', '[]'::jsonb)
    ${prompt === 'consent' ? `, 'session', jsonb_build_object('accountId', '${ann.id}')` : ''}))`;
  const commit = (into, { use = '', put = [], used = '' }) => [
    call(
      'commit_oauth_request',
      `jsonb_build_object('came_at', extract(epoch from now()), 'end', '[]'::jsonb, 'use', to_jsonb('{${use}}'::text[]), 'drop', '[]'::jsonb,
        'put', jsonb_build_array(${put.join(', ')}), 'used', to_jsonb('{${used}}'::text[]))`,
      into,
    ),
    // Fails if nothing was stored: such a call would be fast, and so would all calls after it.
    prepare(
      `select case when not (:'${into}_commit_oauth_request'::jsonb ->> 'isGood')::boolean then '${into} was not stored'::text::integer end \\gset`,
    ),
  ];
  const begin = (into, hash, withClaims) =>
    call('begin_oauth_request', `null, '${hash}', ${withClaims}, null, null, 'bench', ${counters}`, into);
  return [
    call('list_oauth_keys'),
    call('add_oauth_key', `'${kid}', 'ES256', '${'s'.repeat(60)}', false`),
    call('reseal_oauth_key', `'${kid}', '${'s'.repeat(60)}', '${'t'.repeat(60)}'`),
    call(
      'register_own_oauth_client',
      `${ann.bound}, '{"name": "Bench", "redirect_uris": ["https://bench.example/callback"]}', repeat('A', 43), 'bench'`,
    ),
    call('list_own_oauth_clients', ann.bound),
    call(
      'record_oauth_attempt',
      `${ownApp}, 'authorize', 'invalid_redirect_uri', 'a.example', false, null, ${counters}`,
    ),
    // An app with consents of every 400th user.
    prepare(`update oauth_clients set owner_id = '${ann.id}' where client_id = '${crowded}';`),
    call('list_own_oauth_attempts', `${ann.bound}, '${crowded}'`),
    prepare(`update oauth_clients set owner_id = null where client_id = '${crowded}';`),
    call('change_own_oauth_client', `${ann.bound}, ${ownApp}, '{"name": "Bench two"}', 'bench'`),
    call('rotate_own_oauth_client_secret', `${ann.bound}, ${ownApp}, repeat('B', 43), 60, 'bench'`),
    call('remove_own_oauth_client', `${ann.bound}, ${ownApp}, 'bench'`),
    call('read_oauth_client', `'${app}'`),
    call('read_oauth_client_logo', `'${app}'`),
    call('describe_oauth_request', `${ann.bound}, '${app}', '${chain}'`),
    ...commit('asked', {
      put: [waiting(login, 'login'), waiting(consent, 'consent'), waiting(denied, 'login')],
    }),
    call('read_oauth_interaction', `'${login}', ${ann.bound}`),
    call('finish_oauth_login', `${ann.bound}, '${login}'`),
    call('deny_oauth_interaction', `'${denied}'`),
    call(
      'give_oauth_grant',
      `${ann.bound}, '${app}', ${scopeList}, array[:'proof_again_walletId'::uuid], null, 'bench'`,
    ),
    call('finish_oauth_consent', `${ann.bound}, '${consent}', ${grant}`),
    ...commit('coded', { put: [item('AuthorizationCode', code, 60, own)], used: authorization }),
    begin('code', code, false),
    ...commit('exchanged', {
      use: code,
      put: [item('AccessToken', access, 600), item('RefreshToken', refresh, month)],
      used: authorization,
    }),
    begin('userinfo', access, true),
    call('read_access_token', `'${access}'`),
    begin('refresh', refresh, false),
    ...commit('refreshed', {
      use: refresh,
      put: [item('AccessToken', nextAccess, 600), item('RefreshToken', nextRefresh, month)],
      used: authorization,
    }),
    prepare(`select sub as ann_sub from oauth_subjects s where s.user_id = '${ann.id}' \\gset`),
    call('list_wallets_of_subject', `'${app}', :'ann_sub'`),
    call('poll_oauth_events', `'${crowded}', '{}', 100`),
    call('list_oauth_grants', `${ann.bound}, 1`),
    call(
      'share_wallets',
      `${ann.bound}, ${grant}, array[:'proof_again_walletId'::uuid], array[:'proof_again_walletId'::uuid], null, 'bench'`,
    ),
    call('unshare_wallet', `${ann.bound}, ${grant}, :'proof_again_walletId', 'bench'`),
    call('record_token_reuse', grant),
    call('end_oauth_grant', `${ann.bound}, ${grant}, 'bench'`),
  ];
}
