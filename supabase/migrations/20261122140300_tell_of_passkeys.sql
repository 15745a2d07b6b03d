-- What an account's owner is shown and told of passkeys, takes along, and is offered. A passkey that is just being removed is
-- no way in to count.
insert into countersign_private.event_kinds (kind, detail_names, sends_mail, most_an_hour) values
  ('passkey_added', '{name}', true, null),
  ('passkey_renamed', '{name}', false, 20),
  ('passkey_removed', '{name}', true, null);

create or replace function countersign.describe_sign_in_methods(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return (
    select jsonb_build_object(
      'email', coalesce(u.email, ''), 'is_confirmed', u.email_confirmed_at is not null,
      'has_password', coalesce(u.encrypted_password, '') <> '', 'new_email', coalesce(c.email, u.email_change, ''),
      'waits_for_old_address', c.user_id is not null and c.asks_old and c.old_agreed_at is null
        or c.user_id is null and exists (
          select from auth.one_time_tokens t
          where t.user_id = u.id and t.token_type::text = 'email_change_token_current'
        ),
      'waits_for_new_address', c.user_id is not null or exists (
        select from auth.one_time_tokens t where t.user_id = u.id and t.token_type::text = 'email_change_token_new'
      ),
      'wallets_that_sign_in', (
        select count(distinct w.address) from countersign.wallets w where w.user_id = u.id and w.removed_at is null
          and u.email <> '' and u.email_confirmed_at is not null and not u.is_sso_user
      ),
      'passkeys', (select count(*) from countersign_private.lasting_passkeys(u.id)),
      'identities', coalesce((select jsonb_agg(jsonb_build_object(
          'id', i.id, 'provider', i.provider, 'subject', i.provider_id, 'email', coalesce(i.email, ''),
          'name', coalesce(i.identity_data ->> 'user_name', ''),
          'is_proven_wallet', i.provider = 'web3' and exists (
            select from countersign.wallets w
            where w.user_id = u.id and w.removed_at is null and 'web3:solana:' || w.address = i.provider_id
          )
        ) order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]')
    ) from auth.users u left join lateral countersign_private.find_email_change(u.id) c on true where u.id = p_user_id
  );
end $$;

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

create table countersign_private.passkey_offers (
  user_id uuid primary key references countersign.accounts (user_id) on delete cascade,
  shown_at timestamptz not null,
  declined_at timestamptz,
  times_declined integer not null default 0
);
comment on table countersign_private.passkey_offers is
  'When an account was last offered a passkey, and how often it said no: a second time is for good.';
alter table countersign_private.passkey_offers enable row level security;

create function countersign.take_passkey_offer(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  if not countersign_private.can_read_passkeys()
    or exists (select from countersign_private.passkeys_at_auth(p_user_id))
  then
    return false;
  end if;
  insert into countersign_private.passkey_offers as o (user_id, shown_at) values (p_user_id, now())
  on conflict (user_id) do update set shown_at = now()
  where o.times_declined < 2 and o.shown_at <= now() - interval '30 days';
  return found;
end $$;
comment on function countersign.take_passkey_offer is
  'Whether the account may be offered a passkey now, and notes that it was: it has none, was not in 30 days, and has not '
  'declined twice. Of two tabs one is told so. Refuses as lock_account does.';

create function countersign.decline_passkey_offer(p_user_id uuid, p_session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  -- Once for each time that it was shown.
  update countersign_private.passkey_offers o set declined_at = now(), times_declined = o.times_declined + 1
  where o.user_id = p_user_id and (o.declined_at is null or o.declined_at < o.shown_at);
end $$;
comment on function countersign.decline_passkey_offer is
  'Notes that the account did not want the passkey that it was offered. Refuses as lock_account does.';

revoke execute on function countersign.take_passkey_offer, countersign.decline_passkey_offer from public;
grant execute on function countersign.take_passkey_offer, countersign.decline_passkey_offer to service_role;
