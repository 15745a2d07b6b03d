-- Sessions. Auth also opens sessions outside this site: with the publishable key and a password, an emailed code or a message that a
-- wallet signed on any site, and for other apps of the same project. A session belongs to this site once record_session has
-- recorded it. The server records each session that it opens before using it.
create table countersign.account_sessions (
  session_id uuid primary key,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  method text check (method ~ '^[a-z][a-z0-9_]{0,31}$'),
  device text check (char_length(device) <= 200),
  location text check (char_length(location) <= 60),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  signed_in_at timestamptz,
  code_asked_at timestamptz,
  stepped_up_at timestamptz,
  stepped_up_by text check (stepped_up_by in ('authenticator', 'password', 'code', 'wallet', 'passkey')),
  recovered_at timestamptz,
  bypassed_factors uuid[] check (bypassed_factors is null or recovered_at is not null),
  is_removing_factors boolean not null default false,
  ended_at timestamptz,
  ended_because text check (ended_because in (
    'signed_out', 'ended_elsewhere', 'password_changed', 'email_changed', 'factors_changed', 'sign_in_method_removed',
    'ended_by_team', 'recovery_code_used'
  )),
  constraint account_sessions_stepped_up_by_something check ((stepped_up_at is null) = (stepped_up_by is null)),
  check ((ended_at is null) = (ended_because is null))
);
comment on table countersign.account_sessions is
  'Sessions that this site opened, and other sessions that it ended. Only record_session makes a session live. A session ended '
  'here stays ended even if Auth still has it. Rows are deleted 90 days after last use, once Auth no longer has the session.';
comment on column countersign.account_sessions.method is
  'Sign-in method, such as password, code, link, recovery, github or wallet; null if unknown.';
comment on column countersign.account_sessions.location is
  'Approximate location at sign-in, as the team''s proxy reported it; null if unknown.';
comment on column countersign.account_sessions.signed_in_at is
  'When the last step of its sign-in was recorded (record_sign_in); null before.';
comment on column countersign.account_sessions.code_asked_at is
  'When it last asked for an emailed code to step up with (ask_for_code); null once it has stepped up with one.';
comment on column countersign.account_sessions.stepped_up_at is
  'When the session last completed a step-up, apart from signing in.';
comment on column countersign.account_sessions.recovered_at is 'When the session signed in with a recovery code.';
comment on column countersign.account_sessions.bypassed_factors is
  'The second factors that Auth had then. The session counts as two factors while they are unchanged (is_recovery_session).';
comment on column countersign.account_sessions.is_removing_factors is
  'Whether the session has begun to remove bypassed_factors (begin_lost_authenticator_removal).';
create index account_sessions_of_account on countersign.account_sessions (user_id, last_seen_at desc);
alter table countersign.account_sessions enable row level security;
create policy "people read their own rows" on countersign.account_sessions
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "people read in a live session" on countersign.account_sessions
  as restrictive for select to authenticated using ((select countersign_private.has_live_session()));

create function countersign_private.compare_sign_in_methods_of_session() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform countersign_private.compare_sign_in_methods(new.user_id);
  return null;
end $$;
comment on function countersign_private.compare_sign_in_methods_of_session is 'Doesn''t lock the account.';
create trigger compare_sign_in_methods after insert or update of last_seen_at, stepped_up_at
  on countersign.account_sessions for each row when (new.ended_at is null)
  execute function countersign_private.compare_sign_in_methods_of_session();

-- Live sessions. Every function that acts for a user, and every policy, requires one.
create function countersign_private.is_session_at_auth(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = p_session_id and s.user_id = p_user_id and (s.not_after is null or s.not_after > now())
      and (u.banned_until is null or u.banned_until <= now())
      -- Not a session of an app that uses Auth's OAuth server. Older projects have no such column.
      and to_jsonb(s) ->> 'oauth_client_id' is null
  );
end $$;

create function countersign_private.is_session_live(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return countersign_private.is_session_at_auth(p_user_id, p_session_id) and exists (
    select from countersign.account_sessions a
    where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null
  ) and not countersign_private.has_lost_passkey(p_user_id, p_session_id);
end $$;

create function countersign_private.has_second_factor(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from auth.mfa_factors f where f.user_id = p_user_id and f.status = 'verified');
end $$;

create function countersign_private.token_aal() returns text language sql stable set search_path = '' as $$
  select case
    -- The server has verified the user's token and passes its level. With any other key the header is ignored.
    when auth.role() = 'service_role'
      then nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-countersign-token-level'
    else auth.jwt() ->> 'aal'
  end $$;

create function countersign.require_live_session(p_user_id uuid, p_session_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  -- Checks the database, because the token may be older than the factor or the code; and the token, because it may have been
  -- stolen before the code was entered. Exceptions: a passkey session has no token older than its passkey, and the token from
  -- before a recovery code was entered has never left the server unsealed.
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where countersign_private.has_second_factor(p_user_id) and (
    countersign_private.token_aal() is distinct from 'aal2'
    or not exists (select from auth.sessions s where s.id = p_session_id and s.aal::text = 'aal2')
  ) and not countersign_private.is_passkey_session(p_user_id, p_session_id)
    and not countersign_private.is_recovery_session(p_user_id, p_session_id);
end $$;
comment on function countersign.require_live_session is
  'Refuses with auth.signed_out if the session isn''t live, and with auth.second_factor_required if the account has a second '
  'factor, unless both token and session are at aal2, or it is a session by a passkey of this site or by a recovery code.';

-- Recording and using a session.
create function countersign.record_session(
  p_user_id uuid, p_session_id uuid, p_method text, p_device text, p_location text default null
) returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Locked, so that claim_wallet_account, which checks whether a session was recorded without the wallet, waits for this.
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.refuse(409, 'wallet.ended_by_other_tab')
  -- It ended before it was recorded: by clear_all_but_wallet, or by a sign-out at Auth. Later ends leave a row.
  where p_method = 'wallet' and not exists (select from auth.sessions s where s.id = p_session_id)
    and not exists (select from countersign.account_sessions a where a.session_id = p_session_id);
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_at_auth(p_user_id, p_session_id);
  insert into countersign.account_sessions as a (session_id, user_id, method, device, location)
  values (p_session_id, p_user_id, p_method, left(p_device, 200), left(p_location, 60)) on conflict (session_id) do nothing;
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  update countersign.accounts a set signed_in_without_wallet_at = now()
  where a.user_id = p_user_id and a.signed_in_without_wallet_at is null and p_method is distinct from 'wallet';
  -- An ended row is kept while Auth may still have the session.
  delete from countersign.account_sessions a
  where a.user_id = p_user_id and a.last_seen_at < now() - interval '90 days'
    and not exists (select from auth.sessions s where s.id = a.session_id);
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.record_session is
  'Makes a session live that the server has just opened; no other function does. Idempotent. Refuses with auth.signed_out if Auth '
  'doesn''t have it or it was ended here, wallet.ended_by_other_tab if a wallet''s ended before this, and request.unexpected if the '
  'method is malformed. Locks the account row.';

create function countersign.touch_session(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from countersign.accounts a where a.user_id = p_user_id for key share; -- Triggers insert rows that reference it.
  perform countersign.require_live_session(p_user_id, p_session_id);
  update countersign.account_sessions a set last_seen_at = now()
  where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null;
  return true;
exception
  when sqlstate 'PT401' or sqlstate 'PT403' then
    return false;
end $$;
comment on function countersign.touch_session is
  'Records that a refreshed session is in use. Returns false if require_live_session refuses it, else true. Takes a key-share lock '
  'on the account row, then locks the session row.';

create function countersign.list_sessions(p_user_id uuid, p_session_id uuid) returns table (
  id uuid, method text, device text, location text, "firstSeenAt" timestamptz, "lastSeenAt" timestamptz, "isWaiting" boolean,
  "isFromElsewhere" boolean, "isRecovered" boolean
) language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return query
  select s.id, a.method, a.device, a.location, s.created_at, greatest(a.last_seen_at, s.updated_at, s.created_at),
    s.aal::text = 'aal1' and exists (select from auth.mfa_factors f
      where f.user_id = p_user_id and f.factor_type::text = 'totp' and f.status::text = 'verified')
      and not countersign_private.is_passkey_session(p_user_id, s.id)
      and not countersign_private.is_recovery_session(p_user_id, s.id),
    a.session_id is null, a.recovered_at is not null
  from auth.sessions s left join countersign.account_sessions a on a.session_id = s.id
  where s.user_id = p_user_id and (s.not_after is null or s.not_after > now()) and a.ended_at is null
    and not countersign_private.has_lost_passkey(p_user_id, s.id)
  order by 6 desc, s.id limit 100; -- lastSeenAt
end $$;
comment on function countersign.list_sessions is
  'The 100 most recently used live sessions. isWaiting: hasn''t passed the account''s authenticator. isRecovered: signed in with a '
  'recovery code. Refuses like require_live_session.';

-- Ending sessions.
create function countersign_private.end_sessions(p_user_id uuid, p_session_ids uuid[], p_because text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into countersign.account_sessions as a (session_id, user_id, ended_at, ended_because)
  select id, p_user_id, now(), p_because from unnest(p_session_ids) as id
  on conflict (session_id) do update set ended_at = now(), ended_because = p_because
  where a.user_id = p_user_id and a.ended_at is null;
  -- Expires as of issued_at: a concurrent transaction that began earlier compares with its earlier now().
  update countersign_private.challenges c set expires_at = c.issued_at
  where c.user_id = p_user_id and c.session_id = any (p_session_ids)
    and c.consumed_at is null and c.expires_at > now();
  begin
    delete from auth.sessions s where s.user_id = p_user_id and s.id = any (p_session_ids);
  exception when insufficient_privilege then null; -- Some projects don't grant this. The rows above still refuse the sessions.
  end;
end $$;
comment on function countersign_private.end_sessions is
  'Ends sessions at Auth too, if the project allows it. The caller holds the account lock.';

create function countersign_private.end_sessions_except(p_user_id uuid, p_keep uuid, p_because text) returns void
language plpgsql set search_path = '' as $$
begin
  perform countersign_private.end_sessions(p_user_id, array(
    select s.id from auth.sessions s where s.user_id = p_user_id and s.id is distinct from p_keep
    union
    select a.session_id from countersign.account_sessions a
    where a.user_id = p_user_id and a.session_id is distinct from p_keep and a.ended_at is null
  ), p_because);
end $$;
comment on function countersign_private.end_sessions_except is
  'Also ends sessions opened outside this site. The caller holds the account lock.';

create function countersign.end_session(p_user_id uuid, p_session_id uuid, p_target uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_target = p_session_id then
    -- Signing out needs no live session and may be repeated.
    perform from countersign.accounts a where a.user_id = p_user_id for update;
  else
    perform countersign_private.lock_account(p_user_id, p_session_id);
    perform countersign.require_recent_auth(p_user_id, p_session_id);
  end if;
  perform countersign_private.refuse(404, 'session.unknown')
  where not exists (select from auth.sessions s where s.id = p_target and s.user_id = p_user_id)
    and not exists (select from countersign.account_sessions a where a.session_id = p_target and a.user_id = p_user_id);
  perform countersign_private.ensure_account(p_user_id);
  perform countersign_private.end_sessions(
    p_user_id, array[p_target], case when p_target = p_session_id then 'signed_out' else 'ended_elsewhere' end
  );
end $$;
comment on function countersign.end_session is
  'Ends a session of the account. Refuses with session.unknown if the account has no such session, whether or not another '
  'account does; to end another session than its own, also like lock_account and require_recent_auth. Locks the account row.';

create function countersign.end_other_sessions(p_user_id uuid, p_session_id uuid, p_because text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.end_sessions_except(p_user_id, p_session_id, p_because);
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.end_other_sessions is
  'Ends every session of the account except this one. Refuses like lock_account, and with request.unexpected if p_because is '
  'no known reason. Locks the account row.';
