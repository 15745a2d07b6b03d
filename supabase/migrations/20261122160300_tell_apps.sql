-- What happened to what an app was given, in order, until the app has said that it has it. Written by triggers, in the
-- transaction in which it happens: whatever function does it, no app misses it, and none hears of what did not happen.
create table countersign_private.oauth_events (
  id bigint generated always as identity primary key,
  client_id text not null,
  sub text not null,
  jti uuid not null unique default gen_random_uuid(),
  kind text not null check (kind in ('wallet-proven', 'wallet-removed', 'wallet-moved', 'grant-ended', 'account-purged')),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null default now()
);
comment on table countersign_private.oauth_events is
  'What apps still have to be told, for 30 days. References nothing: that an account was deleted is told after it. Of one '
  'account all changes wait for one another, so that for a subject the order of ids is that of what happened.';
create index oauth_events_of_client on countersign_private.oauth_events (client_id, id);
create index oauth_events_by_age on countersign_private.oauth_events (created_at);
alter table countersign_private.oauth_events enable row level security;

create function countersign_private.tell_app(p_grant_id uuid, p_kind text, p_details jsonb) returns void
language sql set search_path = '' as $$
  insert into countersign_private.oauth_events (client_id, sub, kind, details)
  select g.client_id, s.sub, p_kind, p_details
  from countersign_private.oauth_grants g
  -- One that is disabled may come back, and has then missed nothing. Whoever keeps no secret can't ask.
  join countersign_private.oauth_clients c on c.client_id = g.client_id and c.removed_at is null and c.is_confidential
    -- One that asks again hears of nothing else before it is answered.
    and (c.asks_again_from is null or c.asks_again_from <= g.agreed_at or p_kind in ('grant-ended', 'account-purged'))
  join countersign_private.oauth_subjects s on s.user_id = g.user_id and s.sector = c.sector
  where g.id = p_grant_id $$;
comment on function countersign_private.tell_app is
  'Queues an event for the app of a grant, unless that was removed or keeps no secret, and so can''t ask.';

create function countersign_private.forget_old_app_events() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- More than an event adds. What another transaction holds is forgotten some other time: nobody waits for this.
  delete from countersign_private.oauth_events e where e.id in (
    select stale.id from countersign_private.oauth_events stale where stale.created_at < now() - interval '30 days'
    order by stale.created_at limit 50 for update skip locked
  );
  return null;
end $$;
comment on function countersign_private.forget_old_app_events is 'Events are kept for 30 days, whether or not an app asks.';
create trigger forget_old_app_events after insert on countersign_private.oauth_events
  for each statement execute function countersign_private.forget_old_app_events();

create function countersign_private.describe_wallet_to_app(p_wallet countersign.wallets) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'account', countersign_private.add_caip_prefix(p_wallet.chain, p_wallet.address), 'chain', p_wallet.chain,
    'address', p_wallet.address
  ) || case when p_wallet.removed_at is null
    then jsonb_build_object('proven_at', p_wallet.proven_at) else '{}' end $$;
comment on function countersign_private.describe_wallet_to_app is 'Which wallet an event is about, and when it was proven.';

create function countersign_private.tell_of_shared_wallet() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.tell_app(new.grant_id, 'wallet-proven', countersign_private.describe_wallet_to_app(w))
  from countersign.wallets w where w.id = new.wallet_id;
  return null;
end $$;
comment on function countersign_private.tell_of_shared_wallet is 'An app sees a wallet from now on.';
create trigger tell_of_shared_wallet after insert on countersign_private.oauth_granted_wallets
  for each row execute function countersign_private.tell_of_shared_wallet();

create function countersign_private.tell_of_unshared_wallet() returns trigger
-- Also where Auth deletes a user: then it runs as Auth.
language plpgsql security definer set search_path = '' as $$
begin
  -- Not where the grant has ended, or goes with its account: that is told for itself.
  perform countersign_private.tell_app(g.id, 'wallet-removed',
    countersign_private.describe_wallet_to_app(w) - 'proven_at')
  from countersign.wallets w, countersign_private.oauth_grants g
  where w.id = old.wallet_id and w.removed_at is null and g.id = old.grant_id and g.ended_at is null;
  return null;
end $$;
comment on function countersign_private.tell_of_unshared_wallet is
  'An app no longer sees a wallet, which may still be proven: it is told no more than where it was removed.';
create trigger tell_of_unshared_wallet after delete on countersign_private.oauth_granted_wallets
  for each row execute function countersign_private.tell_of_unshared_wallet();

create function countersign_private.tell_of_changed_wallet() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.tell_app(g.id, case
      when new.removed_at is null then 'wallet-proven'
      when new.removed_because = 'moved' then 'wallet-moved' else 'wallet-removed' end,
    countersign_private.describe_wallet_to_app(new))
  from countersign_private.oauth_granted_wallets shared
  join countersign_private.oauth_grants g on g.id = shared.grant_id and g.ended_at is null
  where shared.wallet_id = new.id order by g.id;
  return null;
end $$;
comment on function countersign_private.tell_of_changed_wallet is
  'A wallet was proven again, was removed or went to another account: every app that sees it is told.';
create trigger tell_of_changed_wallet after update on countersign.wallets
  for each row when (
    old.removed_at is null and (new.removed_at is not null or new.proven_at is distinct from old.proven_at)
  ) execute function countersign_private.tell_of_changed_wallet();

create function countersign_private.tell_of_ended_grant() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.tell_app(new.id, 'grant-ended', '{}');
  return null;
end $$;
comment on function countersign_private.tell_of_ended_grant is 'An app was ended, and sees nothing any more.';
create trigger tell_of_ended_grant after update on countersign_private.oauth_grants
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function countersign_private.tell_of_ended_grant();

create function countersign_private.tell_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.tell_app(g.id, 'account-purged', '{}') from countersign_private.oauth_grants g
  where g.user_id = old.user_id and g.ended_at is null;
  return old;
end $$;
comment on function countersign_private.tell_of_deleted_account is
  'An account is deleted: who the app knew it as is all that is kept, until the app has read it.';
create trigger tell_of_deleted_account before delete on countersign.accounts
  for each row execute function countersign_private.tell_of_deleted_account();

create function countersign.poll_oauth_events(p_client_id text, p_acks uuid[], p_at_most integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most integer := least(greatest(coalesce(p_at_most, 100), 0), 100);
  found_events jsonb;
  found_count integer;
begin
  perform countersign_private.refuse(400, 'request.unexpected') where cardinality(p_acks) > 1000;
  perform countersign_private.refuse(404, 'app.unknown')
  where not exists (
    select from countersign_private.oauth_clients c
    where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null
  );
  -- What another process of the same app acknowledges at this moment is none of this one's.
  delete from countersign_private.oauth_events e where e.id in (
    select done.id from countersign_private.oauth_events done
    where done.jti = any (p_acks) and done.client_id = p_client_id order by done.id for update skip locked
  );
  select coalesce(jsonb_agg(jsonb_build_object(
      'jti', e.jti, 'sub', e.sub, 'kind', e.kind, 'details', e.details, 'created_at', e.created_at
    ) order by e.id) filter (where e.place <= most), '[]'), count(*)
  into found_events, found_count
  from (
    select next.*, row_number() over (order by next.id) as place
    from (
      select waiting.* from countersign_private.oauth_events waiting
      where waiting.client_id = p_client_id and waiting.created_at > now() - interval '30 days'
      order by waiting.id limit most + 1
    ) next
  ) e;
  return jsonb_build_object('events', found_events, 'more', found_count > most);
end $$;
comment on function countersign.poll_oauth_events is
  'Forgets what an app acknowledges, by jti, of its own events alone, and answers the oldest that are left, at most 100, and '
  'whether there are more. The same ones again until they are acknowledged. Refuses with app.unknown, and more than 1000 '
  'acknowledgements with request.unexpected.';

create function countersign_private.forget_old_grants() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from countersign_private.oauth_grants g where g.id in (
    select past.id from countersign_private.oauth_grants past
    where past.user_id = new.user_id and past.ended_at is not null
    order by past.created_at desc, past.id offset 200
  );
  return null;
end $$;
comment on function countersign_private.forget_old_grants is
  'Of what an account has ended the newest 200 are kept, so that no export or list grows for ever. The activity has the rest.';
create trigger forget_old_grants after insert on countersign_private.oauth_grants
  for each row execute function countersign_private.forget_old_grants();

create function countersign_private.export_grants(p_user_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'app', c.name, 'host', case when c.removed_at is null then countersign_private.host_of_redirect_uri(c.redirect_uris[1]) end,
    -- What the app knows the account as, which ties the file to what is stored there.
    'accountThere', s.sub, 'scopes', g.scopes, 'allowedAt', g.created_at, 'lastUsedAt', g.last_used_at,
    'endedAt', g.ended_at, 'wallets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'walletId', w.id, 'chain', w.chain, 'address', w.address, 'sharedAt', shared.shared_at
      ) order by shared.shared_at, w.id), '[]')
      from countersign_private.oauth_granted_wallets shared join countersign.wallets w on w.id = shared.wallet_id
      where shared.grant_id = g.id
    )
  ) order by g.created_at, g.id), '[]')
  from countersign_private.oauth_grants g
  join countersign_private.oauth_clients c on c.client_id = g.client_id
  left join countersign_private.oauth_subjects s on s.user_id = g.user_id and s.sector = c.sector
  where g.user_id = p_user_id $$;
comment on function countersign_private.export_grants is
  'What an account lets apps see, and the newest 200 of those that it ended, with the wallets of each: at most 400.';

create function countersign_private.export_clients(p_user_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'clientId', c.client_id, 'name', c.name, 'redirectUris', c.redirect_uris,
    'postLogoutRedirectUris', c.post_logout_redirect_uris, 'keepsSecret', c.is_confidential, 'createdAt', c.created_at
  ) order by c.created_at, c.client_id), '[]')
  from countersign_private.oauth_clients c where c.owner_id = p_user_id and c.removed_at is null $$;
comment on function countersign_private.export_clients is 'The apps that an account has registered, at most ten.';

create or replace function countersign.start_export(p_user_id uuid, p_session_id uuid, p_device text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare account countersign.accounts := countersign_private.lock_account(p_user_id, p_session_id);
begin
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.add_event(p_user_id, 'account_exported', null, p_device);
  return (
    select jsonb_build_object(
      'account', jsonb_build_object(
        'id', u.id, 'code', account.code, 'displayName', account.display_name, 'createdAt', u.created_at,
        'email', nullif(u.email, ''), 'emailConfirmedAt', u.email_confirmed_at,
        -- Auth keeps the address of a change that it has ended.
        'newEmail', coalesce(c.email, case when exists (
          select from auth.one_time_tokens t
          where t.user_id = u.id and t.token_type::text in ('email_change_token_current', 'email_change_token_new')
        ) then nullif(u.email_change, '') end),
        'phone', nullif(u.phone, ''), 'lastSignInAt', u.last_sign_in_at, 'hasPassword', coalesce(u.encrypted_password, '') <> '',
        'data', u.raw_user_meta_data, 'dataOfTheSite', u.raw_app_meta_data
      ),
      'identities', coalesce((select jsonb_agg(jsonb_build_object(
          'provider', i.provider, 'idThere', i.provider_id, 'data', i.identity_data,
          'createdAt', i.created_at, 'lastSignInAt', i.last_sign_in_at
        ) order by i.created_at) from auth.identities i where i.user_id = u.id), '[]'),
      -- Never what a code is made from.
      'secondFactors', coalesce((select jsonb_agg(jsonb_build_object(
          'name', f.friendly_name, 'type', f.factor_type, 'status', f.status, 'createdAt', f.created_at
        ) order by f.created_at) from auth.mfa_factors f where f.user_id = u.id), '[]'),
      -- No id that a site could ask a device for.
      'passkeys', coalesce((select jsonb_agg(jsonb_build_object(
          'name', p.name, 'createdAt', p.created_at, 'lastUsedAt', p.last_used_at
        ) order by p.created_at) from countersign_private.passkeys_at_auth(u.id) p), '[]'),
      'apps', countersign_private.export_grants(u.id),
      'ownApps', countersign_private.export_clients(u.id),
      'sessions', coalesce((select jsonb_agg(jsonb_build_object(
          'id', coalesce(s.id, seen.session_id), 'method', seen.method, 'device', seen.device,
          'browser', s.user_agent, 'networkAddress', host(s.ip), 'level', s.aal,
          'startedAt', coalesce(s.created_at, seen.first_seen_at), 'lastUsedAt', coalesce(seen.last_seen_at, s.updated_at),
          'endedAt', seen.ended_at, 'endedBecause', seen.ended_because
        ) order by coalesce(s.created_at, seen.first_seen_at))
        from (select * from auth.sessions auths where auths.user_id = u.id) s
        full join (select * from countersign.account_sessions ours where ours.user_id = u.id) seen
          on seen.session_id = s.id), '[]')
    ) from auth.users u left join lateral countersign_private.find_email_change(u.id) c on true where u.id = p_user_id
  );
end $$;

revoke execute on function
  countersign_private.tell_app, countersign_private.forget_old_app_events, countersign_private.describe_wallet_to_app,
  countersign_private.tell_of_shared_wallet, countersign_private.tell_of_unshared_wallet,
  countersign_private.tell_of_changed_wallet, countersign_private.tell_of_ended_grant,
  countersign_private.tell_of_deleted_account, countersign_private.forget_old_grants,
  countersign_private.export_grants, countersign_private.export_clients, countersign.poll_oauth_events
from public;
grant execute on function countersign.poll_oauth_events to service_role;
