import { addOtherAccounts } from '../wallets-growth-project.mjs';

/** Of each account that is added. */
const grantsOfAccount = 100;
export const scopes = ['openid', 'email', 'wallets', 'offline_access'];

/** Apps of the team, each at a host of its own: as many as an account has grants, and one that is measured. */
export function addApps({ runPsql }) {
  runPsql(
    `insert into oauth_clients (client_id, name, redirect_uris, sector, is_confidential, secret_hash, is_reviewed)
      select 'app_' || lpad(n::text, 24, '0'), 'App ' || n, array[format('https://app-%s.example/callback', n)],
        format('app-%s.example', n), true, repeat('A', 43), true
      from generate_series(0, ${grantsOfAccount}) as n;`,
    { role: 'supabase_admin' },
  );
}

/** The app that is measured, whose grants are those of the bench alone. */
export const measuredApp = `app_${'0'.repeat(24)}`;

/**
 * Adds grants, a hundred an account, and what gathers around each: a subject, a shared wallet, an authorization with an access
 * token and a refresh token, and for one in ten an event that waits.
 */
export function addGrants(postgres, count) {
  addOtherAccounts(postgres, Math.ceil(count / grantsOfAccount), 2);
  postgres.runPsql(
    `set session_replication_role = replica;
    create temporary table added as
      select a.user_id, c.client_id, c.sector from accounts a cross join oauth_clients c
      where c.client_id <> '${measuredApp}' and not exists (select from oauth_grants g where g.user_id = a.user_id)
        and not exists (select from account_sessions s where s.user_id = a.user_id)
      limit ${count};
    insert into oauth_subjects (user_id, sector) select user_id, sector from added;
    create temporary table granted as select gen_random_uuid() as id, * from added;
    insert into oauth_grants (id, user_id, client_id, scopes)
      select id, user_id, client_id, '{${scopes.join(',')}}' from granted;
    insert into oauth_granted_wallets (grant_id, wallet_id)
      select g.id, w.id from granted g join wallets w on w.user_id = g.user_id and w.is_primary;
    insert into oauth_authorizations (id, grant_id, scopes) select id::text, id, '{${scopes.join(',')}}' from granted;
    insert into oauth_items (id_hash, kind, authorization_id, payload, expires_at, kept_until)
      select kind.short || g.id, kind.name, g.id::text, jsonb_build_object(
          'grantId', g.id, 'accountId', g.user_id, 'clientId', g.client_id, 'scope', '${scopes.join(' ')}',
          'kind', kind.name, 'authTime', 1795165260, 'acr', 'urn:countersign:1fa', 'gty', 'authorization_code'
        ), now() + interval '30 days', now() + interval '30 days'
      from granted g, (values ('access_', 'AccessToken'), ('refresh', 'RefreshToken')) as kind (short, name);
    insert into oauth_events (client_id, sub, kind, details)
      select g.client_id, s.sub, 'wallet-proven', '{"chain": "solana:mainnet", "address": "made up"}'
      from granted g join oauth_subjects s on s.user_id = g.user_id and s.sector = g.sector
      where random() < 0.1;`,
    { role: 'supabase_admin' },
  );
}
