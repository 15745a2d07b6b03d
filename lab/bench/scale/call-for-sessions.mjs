import { randomUUID } from 'node:crypto';
import { call, makeHash, prepare } from './call.mjs';

const counters = (key) =>
  `jsonb_build_array(jsonb_build_object('key_hash', '${key}', 'attempts', 1000000, 'window_seconds', 300))`;

/** Calls for sessions, notices, and the server's background work. */
export function callForSessions({ ann, bob, carol }) {
  const [second, third] = [randomUUID(), randomUUID()];
  const key = makeHash();
  const listed = (show, days = "'-infinity', 'infinity'") => `${ann.bound}, '${show}', ${days}, 1000000000`;
  return [
    call('consume_rate_limit', `'bench', ${counters(key)}`),
    call('reset_rate_limit', `'bench', '["${key}"]'`),
    call('record_refused_sign_in', `'${ann.email}', 'password', 'bench'`),
    call('record_session', `${ann.bound}, 'password', 'bench'`),
    call('record_sign_in', `${ann.bound}, false, '{"method": "password"}', 'bench'`),
    call('record_event', `'${ann.id}', 'factor_added', '{"name": "bench"}', 'bench', '${ann.session}'`),
    call('ensure_account', ann.bound),
    call('require_live_session', ann.bound),
    call('require_recent_auth', ann.bound),
    call('touch_session', ann.bound),
    call('is_wallet_session', `'${ann.session}'`),
    prepare(
      `insert into auth.sessions (id, user_id, created_at, updated_at, aal)
        select unnest(array['${second}', '${third}']::uuid[]), '${ann.id}', now(), now(), 'aal1';`,
    ),
    call('list_sessions', ann.bound),
    call('end_session', `${ann.bound}, '${second}'`),
    call('end_other_sessions', `${ann.bound}, 'ended_elsewhere'`),
    call('set_display_name', `${ann.bound}, 'Ann', 'bench'`),
    ...['all', 'wallets', 'security'].map((show) =>
      call('list_activity', listed(show), 'activity', `list_activity, ${show}`),
    ),
    call(
      'list_activity',
      listed('all', "now() - interval '200 days', now() - interval '199 days'"),
      'activity',
      'list_activity, a day',
    ),
    call('claim_outbox', '1'),
    call('finish_outbox_mail', ":'claim_outbox_id'"),
    call('clean_up'),
    call('count_for_operators'),
    call('schema_version'),
    // An export of Carol, and a session of Bob that later calls use.
    call('record_session', `${carol.bound}, 'password', 'bench'`, 'carol'),
    call('start_export', `${carol.bound}, 'bench'`),
    call('export_wallets', `'${carol.id}', null, 100`),
    call('export_proofs', `'${carol.id}', null, 100`),
    call('export_activity', `'${carol.id}', null, 100`),
    call('record_session', `${bob.bound}, 'wallet', 'bench'`, 'bob'),
  ];
}
