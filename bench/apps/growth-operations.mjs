import { randomBytes } from 'node:crypto';
import { measuredApp, scopes } from './fill-grants.mjs';

const makeHash = () => randomBytes(32).toString('base64url');
const scopeList = `'{${scopes.join(',')}}'`;
const counters = `jsonb_build_array(jsonb_build_object('key_hash', repeat('a', 64), 'attempts', 1000000, 'window_seconds', 300))`;

/**
 * One round of an app and its person, from consent to the end, as a psql script: each measured statement is announced by
 * `> operation`, and psql prints its time after it.
 */
export function writeRound({ userId, sessionId }) {
  const bound = `'${userId}', '${sessionId}'`;
  const [authorization, code, access, refresh, nextAccess, nextRefresh] = Array.from({ length: 6 }, makeHash);
  const item = (kind, hash, seconds, own = '') => `jsonb_build_object('kind', '${kind}', 'id_hash', '${hash}',
    'seconds', ${seconds}, 'payload', jsonb_build_object('grantId', '${authorization}', 'accountId', '${userId}',
    'clientId', '${measuredApp}', 'scope', '${scopes.join(' ')}', 'kind', '${kind}', 'codeChallenge', repeat('x', 43))${own})`;
  const own = `, 'authorization', jsonb_build_object('id', '${authorization}', 'grant_id', :'grant_id',
    'scopes', to_jsonb(${scopeList}::text[]))`;
  const commit = (use, put, used) => `select commit_oauth_request(jsonb_build_object('end', '[]'::jsonb,
    'use', to_jsonb('{${use}}'::text[]), 'drop', '[]'::jsonb, 'put', jsonb_build_array(${put.join(', ')}),
    'used', to_jsonb('{${used}}'::text[]))) as done \\gset`;
  const begin = (hash, withClaims) =>
    `select begin_oauth_request(null, '${hash}', ${withClaims}, null, null, 'bench', ${counters}) as read \\gset`;
  const month = 30 * 24 * 3600;
  const measured = [
    [
      'what consent shows',
      `select describe_oauth_request(${bound}, '${measuredApp}', 'solana:mainnet') as shown \\gset`,
    ],
    [
      'consent',
      `select give_oauth_grant(${bound}, '${measuredApp}', ${scopeList}, array(select id from wallets where user_id = '${userId}'), 'bench') as grant_id \\gset`,
    ],
    ['authorize: write', commit('', [item('AuthorizationCode', code, 60, own)], authorization)],
    ['code exchange: read', begin(code, false)],
    [
      'code exchange: write',
      commit(code, [item('AccessToken', access, 600), item('RefreshToken', refresh, month)], authorization),
    ],
    ['userinfo, introspection', begin(access, true)],
    ['/api/v1/wallets', `select read_access_token('${access}') as read \\gset`],
    ['refresh: read', begin(refresh, false)],
    [
      'refresh: write',
      commit(
        refresh,
        [item('AccessToken', nextAccess, 600), item('RefreshToken', nextRefresh, month)],
        authorization,
      ),
    ],
    [
      'wallets of a subject',
      `select list_wallets_of_subject('${measuredApp}', ensure_oauth_subject('${userId}', '${measuredApp}')) as read \\gset`,
    ],
    ['poll for events', `select poll_oauth_events('${measuredApp}', '{}', 100) as read \\gset`],
    [
      'poll of an app with many',
      `select poll_oauth_events('app_${'1'.padStart(24, '0')}', '{}', 100) as read \\gset`,
    ],
    ['what one agreed to', `select list_oauth_grants(${bound}) as read \\gset`],
    ['ending it', `select end_oauth_grant(${bound}, :'grant_id', 'bench') as done \\gset`],
  ];
  return [
    // The limits of a minute are for people.
    'reset role;',
    `update activity_events set created_at = created_at - interval '2 hours' where user_id = '${userId}' and id > (select max(id) - 10 from activity_events where user_id = '${userId}');`,
    `delete from oauth_events where client_id = '${measuredApp}';`,
    ...measured.map(
      ([name, statement]) =>
        `${name === 'consent' ? 'reset role;' : 'set role service_role;'}\n\\echo > ${name}\n\\timing on\n${statement}\n\\timing off`,
    ),
  ].join('\n');
}
