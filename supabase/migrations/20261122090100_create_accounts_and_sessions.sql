create table countersign.accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  display_name text check (display_name ~ '^[A-Za-z0-9 ._-]{1,32}$'),
  created_at timestamptz not null default now(),
  signed_in_without_wallet_at timestamptz
);
comment on table countersign.accounts is
  'What an account is called in public: a code that nobody can choose, and a name that its owner may. Whoever changes '
  'anything of an account locks its row first. All other tables hang on this one and not on auth.users, so that the '
  'deletion of a user waits here too, before it has locked anything that such a change still needs.';
comment on column countersign.accounts.signed_in_without_wallet_at is
  'When a session that no wallet opened was first recorded here; null where only wallets, or nobody, signed in.';

-- Auth hands a session to whoever holds the publishable key and a password, a mailed code, or a text that a wallet signed
-- anywhere; to apps of the same project as well. One is of this site once the server has recorded it, which it does with
-- every session that it opens before anything else uses it.
create table countersign.account_sessions (
  session_id uuid primary key,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  method text check (method ~ '^[a-z][a-z0-9_]{0,31}$'),
  device text check (char_length(device) <= 200),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  stepped_up_at timestamptz,
  stepped_up_by text check (stepped_up_by in ('authenticator', 'password', 'code', 'wallet')),
  ended_at timestamptz,
  ended_because text check (ended_because in (
    'signed_out', 'ended_elsewhere', 'password_changed', 'email_changed', 'factors_changed', 'sign_in_method_removed'
  )),
  constraint account_sessions_stepped_up_by_something check ((stepped_up_at is null) = (stepped_up_by is null)),
  check ((ended_at is null) = (ended_because is null))
);
comment on table countersign.account_sessions is
  'Sessions that this site has opened. Only record_session makes one live. One that is ended here is over, even where '
  'Auth still has it. One that Auth has ended keeps its row for 90 days; one that began elsewhere has one once it is ended.';
comment on column countersign.account_sessions.method is
  'Like password, code, link, recovery, github or wallet; null when it is not known.';
comment on column countersign.account_sessions.stepped_up_at is
  'When somebody last confirmed that it is them, beside signing in.';
create index account_sessions_of_account on countersign.account_sessions (user_id, last_seen_at desc);

create function countersign_private.new_account_code() returns text language sql volatile set search_path = '' as $$
  -- 40 random bits: the first ten hexadecimal digits of a random UUID, before its fixed ones. Crockford's
  -- alphabet has no I, L, O or U, so that a code read aloud is written down right.
  select substr(code, 1, 4) || '-' || substr(code, 5, 4)
  from (
    select string_agg(
      substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (bits >> (35 - 5 * place))::bit(5)::integer + 1, 1),
      '' order by place
    ) as code
    from (select ('x' || left(replace(gen_random_uuid()::text, '-', ''), 10))::bit(40)::bigint as bits) random,
      generate_series(0, 7) as place
  ) as made $$;
comment on function countersign_private.new_account_code is 'A random account code, like 7F3K-2Q9D.';

create function countersign_private.ensure_account(p_user_id uuid) returns countersign.accounts
language plpgsql set search_path = '' as $$
declare account countersign.accounts;
begin
  loop
    select * into account from countersign.accounts a where a.user_id = p_user_id;
    if found then return account; end if;
    -- A row that is gone because its account was deleted does not come back.
    perform countersign_private.refuse(401, 'auth.signed_out')
    where exists (select from countersign_private.pending_deletions d where d.user_id = p_user_id);
    insert into countersign.accounts (user_id, code) values (p_user_id, countersign_private.new_account_code())
      on conflict do nothing;
  end loop;
exception when foreign_key_violation or not_null_violation then
  perform countersign_private.refuse(401, 'auth.signed_out');
end $$;
comment on function countersign_private.ensure_account is
  'The account row of a user, made when it is first needed. Refuses a user who is gone with auth.signed_out.';

create function countersign_private.lock_account_row(p_user_id uuid) returns countersign.accounts
language plpgsql set search_path = '' as $$
declare account countersign.accounts;
begin
  perform countersign_private.ensure_account(p_user_id);
  select * into account from countersign.accounts a where a.user_id = p_user_id for update;
  return account;
end $$;
comment on function countersign_private.lock_account_row is
  'The account, locked until this transaction ends, for what happens while a session begins.';

create function countersign_private.is_session_at_auth(p_user_id uuid, p_session_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = p_session_id and s.user_id = p_user_id and (s.not_after is null or s.not_after > now())
      and (u.banned_until is null or u.banned_until <= now())
      -- An app's, by way of Auth's OAuth server. Older projects have no such column.
      and to_jsonb(s) ->> 'oauth_client_id' is null
  ) $$;
comment on function countersign_private.is_session_at_auth is
  'Whether Auth has this session of a person, and neither it nor the account has ended.';

create function countersign_private.is_session_live(p_user_id uuid, p_session_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select countersign_private.is_session_at_auth(p_user_id, p_session_id) and exists (
    select from countersign.account_sessions a
    where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null
  ) $$;
comment on function countersign_private.is_session_live is
  'Whether a session is one of this site and goes on, although its token may be good for longer.';

create function countersign_private.has_second_factor(p_user_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from auth.mfa_factors f where f.user_id = p_user_id and f.status = 'verified') $$;
comment on function countersign_private.has_second_factor is 'Whether the account asks for a second factor.';

create function countersign_private.token_aal() returns text language sql stable set search_path = '' as $$
  select case
    -- The server has checked the person's token and says its level. With any other key a header is worth nothing.
    when auth.role() = 'service_role'
      then nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-countersign-token-level'
    else auth.jwt() ->> 'aal'
  end $$;
comment on function countersign_private.token_aal is
  'How far the token of this request was proven, aal1 or aal2; null when nothing says so.';

create function countersign.require_live_session(p_user_id uuid, p_session_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  -- By the database's own rows, since a token may be older than either; and by the token, since the session may have
  -- given its code, by somebody else, after the token was taken.
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where countersign_private.has_second_factor(p_user_id) and (
    countersign_private.token_aal() is distinct from 'aal2'
    or not exists (select from auth.sessions s where s.id = p_session_id and s.aal::text = 'aal2')
  );
end $$;
comment on function countersign.require_live_session is
  'Refuses with auth.signed_out, or auth.second_factor_required where a factor of the account was not given.';

create function countersign_private.lock_account(p_user_id uuid, p_session_id uuid) returns countersign.accounts
language plpgsql set search_path = '' as $$
declare account countersign.accounts := countersign_private.lock_account_row(p_user_id);
begin
  perform countersign_private.refuse(401, 'auth.signed_out') where account.user_id is null;
  -- Asked once the row is locked: whatever ended the session while this waited counts.
  perform countersign.require_live_session(p_user_id, p_session_id);
  return account;
end $$;
comment on function countersign_private.lock_account is
  'The account, locked until this transaction ends, for a session that require_live_session lets through.';

create function countersign_private.has_live_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- An app's token, whatever session it names: Auth gives one to whoever the person lets in.
  perform countersign_private.refuse(401, 'auth.signed_out') where auth.jwt() ? 'client_id';
  perform countersign.require_live_session(auth.uid(), (auth.jwt() ->> 'session_id')::uuid);
  return true;
end $$;
comment on function countersign_private.has_live_session is
  'For policies, as (select …()), so that a query asks once. Refuses instead of showing no rows: those would look as if '
  'there were none.';


create function countersign.ensure_account(p_user_id uuid, p_session_id uuid)
returns table (code text, display_name text) language plpgsql security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return query select a.code, a.display_name from countersign_private.ensure_account(p_user_id) a;
end $$;
comment on function countersign.ensure_account is
  'What statements call this account; made the first time. Refuses as require_live_session does.';

create function countersign_private.limit_changes(p_user_id uuid, p_code text) returns void
language plpgsql set search_path = '' as $$
declare
  changes integer;
  oldest timestamptz;
begin
  select count(*), min(recent.created_at) into changes, oldest
  from (
    select e.created_at from countersign.activity_events e where e.user_id = p_user_id order by e.id desc limit 60
  ) recent where recent.created_at > now() - interval '1 minute';
  -- now() is when a transaction began: the oldest may have been written by one that began later and was faster.
  perform countersign_private.refuse(429, p_code, least(interval '1 minute', oldest + interval '1 minute' - now()))
  where changes >= 60;
end $$;
comment on function countersign_private.limit_changes is
  'Refuses with this code after sixty changes in a minute: each is kept for ever, and nobody makes more.';

create function countersign.set_display_name(p_user_id uuid, p_session_id uuid, p_display_name text, p_device text)
returns void language plpgsql security definer set search_path = '' as $$
declare account countersign.accounts := countersign_private.lock_account(p_user_id, p_session_id);
begin
  -- A statement is ASCII, and a name of spaces would be none.
  perform countersign_private.refuse(400, 'account.name_invalid')
  where p_display_name !~ '^[A-Za-z0-9 ._-]{1,32}$' or p_display_name ~ '^ | $';
  if p_display_name is not distinct from account.display_name then return; end if;
  perform countersign_private.limit_changes(p_user_id, 'account.too_many_changes');
  update countersign.accounts a set display_name = p_display_name where a.user_id = p_user_id;
  perform countersign_private.add_event(p_user_id, 'account_renamed', null, p_device);
end $$;
comment on function countersign.set_display_name is
  'Names an account, or with null takes its name away. Refuses with account.name_invalid, account.too_many_changes.';

create function countersign.record_session(p_user_id uuid, p_session_id uuid, p_method text, p_device text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Locked: countersign.settle_wallet_account must not believe that nobody has signed in while somebody does.
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_at_auth(p_user_id, p_session_id);
  insert into countersign.account_sessions as a (session_id, user_id, method, device)
  values (p_session_id, p_user_id, p_method, left(p_device, 200)) on conflict (session_id) do nothing;
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  update countersign.accounts a set signed_in_without_wallet_at = now()
  where a.user_id = p_user_id and a.signed_in_without_wallet_at is null and p_method is distinct from 'wallet';
  -- A row says that its session is over for as long as Auth might not know.
  delete from countersign.account_sessions a
  where a.user_id = p_user_id and a.last_seen_at < now() - interval '90 days'
    and not exists (select from auth.sessions s where s.id = a.session_id);
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.record_session is
  'Makes a session that the server has just opened one of this site; nothing else makes one live. The same again changes '
  'nothing. Refuses with auth.signed_out, also one that was ended here, or request.unexpected for a malformed method.';

create function countersign.touch_session(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  update countersign.account_sessions a set last_seen_at = now()
  where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null;
  return true;
exception
  when sqlstate 'PT401' or sqlstate 'PT403' then
    return false;
end $$;
comment on function countersign.touch_session is
  'For every refresh: notes that the session is in use, and answers whether require_live_session lets it go on.';

create function countersign_private.end_sessions(p_user_id uuid, p_session_ids uuid[], p_because text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into countersign.account_sessions as a (session_id, user_id, ended_at, ended_because)
  select id, p_user_id, now(), p_because from unnest(p_session_ids) as id
  on conflict (session_id) do update set ended_at = now(), ended_because = p_because
  where a.user_id = p_user_id and a.ended_at is null;
  -- Over since they began, so that they are over for whoever is just using one as well.
  update countersign_private.challenges c set expires_at = c.issued_at
  where c.user_id = p_user_id and c.session_id = any (p_session_ids)
    and c.consumed_at is null and c.expires_at > now();
  begin
    delete from auth.sessions s where s.user_id = p_user_id and s.id = any (p_session_ids);
  exception when insufficient_privilege then null; -- Not every project may. Then the rows above keep the sessions out.
  end;
end $$;
comment on function countersign_private.end_sessions is
  'Ends sessions, here and where the project allows it in Auth, and the statements that they were about to sign.';

create function countersign_private.end_sessions_except(p_user_id uuid, p_keep uuid, p_because text) returns void
language sql set search_path = '' as $$
  select countersign_private.end_sessions(p_user_id, array(
    select s.id from auth.sessions s where s.user_id = p_user_id and s.id is distinct from p_keep
    union
    select a.session_id from countersign.account_sessions a
    where a.user_id = p_user_id and a.session_id is distinct from p_keep and a.ended_at is null
  ), p_because) $$;
comment on function countersign_private.end_sessions_except is
  'Ends every session of the account but this one, also those that this site did not open.';

create function countersign.end_session(p_user_id uuid, p_session_id uuid, p_target uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_target = p_session_id then
    -- Whoever leaves may always leave, also twice.
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
  'Ends a session of the account: its own, or another one as require_recent_auth allows. Refuses with session.unknown, '
  'alike for one of somebody else and none at all.';

create function countersign.end_other_sessions(p_user_id uuid, p_session_id uuid, p_because text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.end_sessions_except(p_user_id, p_session_id, p_because);
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.end_other_sessions is
  'Ends every session of the account but this one. Refuses as lock_account does.';

create function countersign.list_sessions(p_user_id uuid, p_session_id uuid)
returns table (
  session_id uuid, method text, device text, first_seen_at timestamptz, last_seen_at timestamptz, is_waiting boolean,
  is_of_this_site boolean
) language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return query
  select s.id, a.method, a.device, s.created_at, greatest(a.last_seen_at, s.updated_at, s.created_at),
    s.aal::text = 'aal1' and exists (select from auth.mfa_factors f
      where f.user_id = p_user_id and f.factor_type::text = 'totp' and f.status::text = 'verified'),
    a.session_id is not null
  from auth.sessions s left join countersign.account_sessions a on a.session_id = s.id
  where s.user_id = p_user_id and (s.not_after is null or s.not_after > now()) and a.ended_at is null
  order by 5 desc, s.id limit 100;
end $$;
comment on function countersign.list_sessions is
  'The newest 100 sessions that live. Those that began past this site have no device. is_waiting: it has not given the '
  'authenticator that the account has. Refuses as require_live_session does.';
