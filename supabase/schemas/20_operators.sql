-- Support. With operators' commands and the secret key, the team finds an account, ends its sessions, removes its second factor or
-- closes it. Each change needs a reason, which the owner reads in the activity and by email.
create function countersign.find_account_for_operator(p_query text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  query text := btrim(p_query);
  found_ids uuid[];
begin
  perform countersign_private.refuse(400, 'request.unexpected') where query is null or char_length(query) not between 1 and 320;
  -- One query per kind, so that each uses an index.
  if query ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    found_ids := array(select u.id from auth.users u where u.id = query::uuid);
  elsif query ~ '@' then
    found_ids := array(
      select u.id from auth.users u where u.email = lower(query) and not u.is_sso_user
      union
      select i.user_id from auth.identities i join auth.users u on u.id = i.user_id
      where i.email = lower(query) and u.email = lower(query)
    );
  elsif query ~* '^[0-9a-z]{4}[ -]?[0-9a-z]{4}$' then
    found_ids := array(
      select a.user_id from countersign.accounts a
      -- The alphabet of account codes has no I, L or O: they are read as 1, 1 and 0.
      where a.code = regexp_replace(translate(upper(query), 'ILO', '110'), '^(.{4})[ -]?(.{4})$', '\1-\2')
    );
  else
    found_ids := array(
      select w.user_id from countersign.wallets w where w.address = query and w.removed_at is null
      union
      select i.user_id from auth.identities i where i.provider_id = 'web3:solana:' || query and i.provider = 'web3'
    );
  end if;
  return (
    select coalesce(jsonb_agg(countersign_private.describe_account_to_operator(one.id) order by one.id), '[]')
    from unnest(found_ids[1:10]) as one (id)
  );
end $$;
comment on function countersign.find_account_for_operator is
  'Finds accounts by email, wallet address, account code or user ID, at most ten: usually one, and several if an address is '
  'proven on several chains. Refuses with request.unexpected if the query is empty or has more than 320 characters.';

create function countersign_private.describe_account_to_operator(p_user_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', u.id, 'code', a.code, 'display_name', a.display_name, 'email', nullif(u.email, ''),
    'is_email_confirmed', u.email_confirmed_at is not null,
    'is_mailed', countersign_private.known_email(u.id) is not null,
    'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at,
    'is_banned', coalesce(u.banned_until > now(), false),
    'is_going', exists (select from countersign_private.pending_deletions d where d.user_id = u.id),
    'has_password', coalesce(u.encrypted_password, '') <> '',
    'providers', array(
      select distinct i.provider from auth.identities i where i.user_id = u.id and i.provider <> 'email' order by 1
    ),
    'passkeys', (select count(*) from countersign_private.passkeys_at_auth(u.id)),
    'authenticators', (
      select count(*) from auth.mfa_factors f where f.user_id = u.id and f.status::text = 'verified'
    ),
    'recovery_codes', (
      select count(*) from countersign_private.recovery_codes r where r.user_id = u.id and r.used_at is null
    ),
    'set_up_elsewhere', (select count(*) from countersign_private.unannounced_sign_in_methods(u.id)),
    'wallets', (select count(*) from countersign.wallets w where w.user_id = u.id and w.removed_at is null),
    'apps', (
      select count(*) from countersign_private.oauth_grants g where g.user_id = u.id and g.ended_at is null
    ),
    'sessions', (
      select count(*) from countersign.account_sessions s join auth.sessions at_auth on at_auth.id = s.session_id
      where s.user_id = u.id and s.ended_at is null
    ),
    'last_seen_at', (select max(s.last_seen_at) from countersign.account_sessions s where s.user_id = u.id)
  ) from auth.users u left join countersign.accounts a on a.user_id = u.id where u.id = p_user_id $$;
comment on function countersign_private.describe_account_to_operator is 'No secrets, wallet or IP addresses, or activity.';

create function countersign_private.read_reason(p_reason text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  perform countersign_private.refuse(400, 'operator.reason_invalid')
  where p_reason is null or char_length(p_reason) > 200 or btrim(p_reason) = ''
    -- No control characters, line breaks, or invisible or bidirectional characters: the reason appears in an email.
    or p_reason ~ U&'[\0001-\001F\007F-\009F\200B-\200F\2028-\202E\2060-\2069\FEFF]';
  return btrim(p_reason);
end $$;

create function countersign_private.lock_account_for_operator(p_user_id uuid) returns countersign.accounts
language plpgsql set search_path = '' as $$
begin
  perform countersign_private.refuse(409, 'operator.account_going')
  where exists (select from countersign_private.pending_deletions d where d.user_id = p_user_id);
  perform countersign_private.refuse(404, 'operator.account_unknown')
  where not exists (select from auth.users u where u.id = p_user_id);
  return countersign_private.lock_account_row(p_user_id);
exception when sqlstate 'PT401' then
  -- The account was closed while this waited for the lock.
  perform countersign_private.refuse(409, 'operator.account_going');
end $$;

create function countersign.end_sessions_by_operator(p_user_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare reason text := countersign_private.read_reason(p_reason);
begin
  perform countersign_private.lock_account_for_operator(p_user_id);
  perform countersign_private.add_event(
    p_user_id, 'team_ended_sessions', jsonb_build_object('reason', reason), null);
  perform countersign_private.end_sessions_except(p_user_id, null, 'ended_by_team');
  return jsonb_build_object('is_mailed', countersign_private.known_email(p_user_id) is not null);
end $$;
comment on function countersign.end_sessions_by_operator is
  'Ends all sessions of an account, for the team, and gives its owner the reason. is_mailed: whether it has an email to '
  'notify. Refuses with operator.reason_invalid and like lock_account_for_operator. Locks the account row.';

create function countersign.remove_second_factor_by_operator(p_user_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason text := countersign_private.read_reason(p_reason);
  factors uuid[];
begin
  perform countersign_private.lock_account_for_operator(p_user_id);
  factors := array(select f.id from auth.mfa_factors f where f.user_id = p_user_id order by f.created_at, f.id);
  perform countersign_private.refuse(409, 'operator.no_second_factor')
  where cardinality(factors) = 0
    and not exists (select from countersign_private.recovery_codes r where r.user_id = p_user_id);
  -- The email is queued before Auth removes any factor.
  perform countersign_private.add_event(
    p_user_id, 'team_removed_second_factor', jsonb_build_object('reason', reason), null);
  -- Announced without a label, so that the removal at Auth records no second event.
  perform countersign.begin_sign_in_method_change(p_user_id, 'authenticator', f::text) from unnest(factors) as f;
  update countersign_private.announced_changes e set label = null where e.user_id = p_user_id and e.kind = 'authenticator';
  delete from countersign_private.recovery_codes r where r.user_id = p_user_id;
  perform countersign_private.end_sessions_except(p_user_id, null, 'ended_by_team');
  return jsonb_build_object(
    'is_mailed', countersign_private.known_email(p_user_id) is not null, 'factors', to_jsonb(factors)
  );
end $$;
comment on function countersign.remove_second_factor_by_operator is
  'Ends all sessions and deletes the recovery codes; passkeys stay. The command then has Auth delete the returned factors and '
  'calls finish_sign_in_method_change. Can be repeated. Refuses like end_sessions_by_operator, and with '
  'operator.no_second_factor. Locks the account row.';

create function countersign.close_account_by_operator(p_user_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason text := countersign_private.read_reason(p_reason);
  email text;
begin
  perform countersign_private.lock_account_for_operator(p_user_id);
  -- The email that this site knows, not an email that was set outside of it.
  email := countersign_private.known_email(p_user_id);
  perform countersign_private.close_account(p_user_id, email, reason);
  return jsonb_build_object('is_mailed', email is not null, 'was_closed', false);
exception when sqlstate 'PT409' then
  -- Closed before, possibly by an operator for whose lock this waited: the command asks Auth again to delete the user.
  select d.email into email from countersign_private.pending_deletions d where d.user_id = p_user_id;
  if not found then raise; end if;
  return jsonb_build_object('is_mailed', email is not null, 'was_closed', true);
end $$;
comment on function countersign.close_account_by_operator is
  'Closes an account like delete_account, with a reason for the last email. The command then has Auth delete the user and calls '
  'finish_deletion. A repeated call changes nothing. Refuses like end_sessions_by_operator. Locks the account row.';

-- Metrics, read every 15 seconds: each number comes from an index, a small table or a bounded count.
create function countersign.count_for_operators() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'outboxWaiting', (select count(*) from (select 1 from countersign_private.outbox limit 10000) as counted),
    'outboxOldestSeconds',
      (select extract(epoch from now() - min(n.created_at)) from countersign_private.outbox n),
    'eventsWaiting', (select count(*) from (select 1 from countersign_private.oauth_events limit 10000) as counted),
    'eventsOldestSeconds',
      (select extract(epoch from now() - min(e.created_at)) from countersign_private.oauth_events e),
    'deletionsOldestSeconds',
      (select extract(epoch from now() - min(d.deleted_at)) from countersign_private.pending_deletions d),
    'grantsLive', (select count(*) from (
      select 1 from countersign_private.oauth_grants g where g.ended_at is null limit 10000) as counted)
  ) $$;
comment on function countersign.count_for_operators is
  'Counts queued emails, queued app events and grants that have not ended, up to 10000 each, and returns the age in seconds of '
  'the oldest email, event and pending deletion, or null.';
