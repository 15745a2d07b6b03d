-- Written by `node supabase/write-baseline.ts` from supabase/schemas. Read those.
-- A function may name one that comes later.
set check_function_bodies = off;

-- Countersign uses two schemas and leaves "public" to the project:
--   countersign          exposed by the REST API: tables in which users read their own rows, and functions for the server
--   countersign_private  everything else. No API role has rights on this schema; functions, policies and triggers use it.
--
-- Tables are never written to directly. Each change is one function that the server calls, in one transaction. It checks the
-- session, the owner and the state itself, and refuses with a code of lib/errors.
--
-- Locks are always taken in the same order, which rules out deadlocks: the address lock (an advisory lock), then accounts by
-- id, then everything else. Cleanup skips locked rows.
--
-- JSON for the site uses the names of TypeScript, camelCase keys and quoted columns; what leaves the site as it is (claims, events,
-- proofs, exports, the output of operators' commands) and JSON that a table stores keep their own names.
--
-- These files are applied in the order of their numbers. Each table, function and policy is defined once, in its current form;
-- CONTRIBUTING.md explains how to change one. All rights are in the last file.

-- The tables and columns of Supabase Auth 2.151 that functions use. Postgres would only notice a missing one when a function first
-- runs. Newer parts, such as passkeys, are optional.
do $$
declare missing text;
begin
  select string_agg(needed.name, ', ') into missing from (
    select distinct concat_ws('.', 'auth', r.name, case when to_regclass('auth.' || r.name) is not null then c.name end) as name
    from (values
      ('users', 'id email phone encrypted_password banned_until is_sso_user created_at last_sign_in_at raw_user_meta_data '
        'raw_app_meta_data email_confirmed_at invited_at email_change phone_change confirmation_sent_at recovery_sent_at '
        'email_change_sent_at reauthentication_sent_at phone_confirmed_at email_change_token_new email_change_token_current '
        'email_change_confirm_status phone_change_token confirmation_token recovery_token reauthentication_token'),
      ('sessions', 'id user_id aal factor_id not_after created_at updated_at user_agent ip'),
      ('identities', 'id user_id provider provider_id identity_data email created_at updated_at last_sign_in_at'),
      ('mfa_factors', 'id user_id status factor_type friendly_name created_at'),
      ('mfa_amr_claims', 'session_id authentication_method'), ('flow_state', 'user_id'),
      ('one_time_tokens', 'user_id token_type token_hash relates_to created_at')
    ) r (name, names), string_to_table(r.names, ' ') c (name)
    where not exists (
      select from pg_catalog.pg_attribute a
      where a.attrelid = to_regclass('auth.' || r.name) and a.attname = c.name and not a.attisdropped
    ) order by 1
  ) needed;
  if missing is not null then
    raise exception 'Countersign needs Supabase Auth 2.151 or newer, and this project lacks %. Update Auth and start it once, '
      'so that it migrates its tables, then run this again. Nothing was created.', missing;
  end if;
end $$;

create schema countersign;
create schema countersign_private;
revoke all on schema countersign, countersign_private from public;

create function countersign_private.refuse(p_status integer, p_code text, p_wait interval default null) returns void
language plpgsql set search_path = '' as $$
begin
  if p_wait is null then
    raise exception using errcode = 'PT' || p_status, message = p_code;
  end if;
  raise exception using errcode = 'PT' || p_status, message = p_code,
    detail = greatest(1, ceil(extract(epoch from p_wait)))::text;
end $$;
comment on function countersign_private.refuse is
  'REST turns the SQLSTATE into the status: PT409 becomes 409. The detail is p_wait in seconds.';

-- Reads. Each table that users read has row-level security with two policies: only their own rows, and only in a live session.
create function countersign_private.has_live_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Auth issues tokens with a client_id to apps that the user has authorized. They read nothing, in any session.
  perform countersign_private.refuse(401, 'auth.signed_out') where auth.jwt() ? 'client_id';
  perform countersign.require_live_session(auth.uid(), (auth.jwt() ->> 'session_id')::uuid);
  return true;
end $$;
comment on function countersign_private.has_live_session is
  'For policies, as (select …()), so that it runs once per query. Refuses like require_live_session and for an app''s token: '
  'without an error, missing rows would look like an empty table.';

create function countersign_private.read_base64(p_text text) returns bytea language plpgsql immutable set search_path = '' as $$
begin
  return decode(p_text, 'base64');
exception when invalid_parameter_value then perform countersign_private.refuse(400, 'proof.refused');
end $$;

create function countersign_private.write_base64(p_bytes bytea) returns text language sql immutable set search_path = '' as $$
  select translate(encode(p_bytes, 'base64'), E'\n', '') $$;

create function countersign_private.read_base64url(p_text text) returns bytea
language plpgsql immutable set search_path = '' as $$
begin
  if length(p_text) <= 1400 and p_text ~ '^[A-Za-z0-9_-]+$' then
    return decode(translate(p_text, '-_', '+/') || repeat('=', (4 - length(p_text) % 4) % 4), 'base64');
  end if;
  return null;
exception when invalid_parameter_value then return null;
end $$;

create function countersign_private.write_base64url(p_bytes bytea) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return translate(encode(p_bytes, 'base64'), E'+/=\n', '-_');
end $$;

-- Accounts: a row for each Auth user who has used this site, with a public code and an optional display name.

-- Display names may use letters of any script. Signed statements stay ASCII: the server derives that form. A proof keeps the
-- display name from when it was made, so that its page shows what the owner agreed to.
create function countersign_private.is_display_name(p_name text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(p_name) between 1 and 32
    and p_name is nfc normalized
    and p_name !~ '^\s|\s$'
    -- At least one character other than spaces, dots, underscores, hyphens and apostrophes.
    and p_name ~ '[^\s._''\u2019\u02bb\u02bc\u02be\u02bf-]'
    -- No punctuation or symbols that could close a quotation or begin another part of a statement or page.
    and p_name !~ (
      '[!-&(-,/:-@\[-^`{-~\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b0-\u02ba\u02bd\u02c0-\u02ff'
      '\u2000-\u2018\u201a-\u206f\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\ufd3e\ufd3f\ufe10-\ufe1f'
      '\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\uffee\ue000-\uf8ff\U0001f000-\U0001faff]'
    )
    -- No control or invisible characters, as in a wallet's label.
    and p_name !~ (
      '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e'
      '\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      '\U000e0000-\U000e0fff]'
    )
    -- No mix of Latin, Greek and Cyrillic, whose letters look alike.
    and not (
      p_name ~ '[A-Za-z\u00c0-\u024f\u1e00-\u1eff]' and p_name ~ '[\u0370-\u03ff\u1f00-\u1fff\u0400-\u0484\u0487-\u052f]'
      or p_name ~ '[\u0370-\u03ff\u1f00-\u1fff]' and p_name ~ '[\u0400-\u0484\u0487-\u052f]'
    )
    -- Not the word ID, which precedes an account code, and nothing shaped like a code that contains a digit.
    and normalize(p_name, nfkc) !~* '(^|[^a-z0-9])id([^a-z0-9]|$)'
    and normalize(p_name, nfkc) !~* '(^|[^a-z0-9])(?=[a-z-]*[0-9])[a-z0-9]{4}-[a-z0-9]{4}([^a-z0-9]|$)' $$;
comment on function countersign_private.is_display_name is 'The server is stricter: it has the full Unicode tables.';

create table countersign.accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  display_name text check (
    -- Names from before other scripts were allowed.
    display_name ~ '^[A-Za-z0-9 ._-]{1,32}$' or countersign_private.is_display_name(display_name)
  ),
  created_at timestamptz not null default now(),
  signed_in_without_wallet_at timestamptz
);
comment on table countersign.accounts is
  'Public identity of an account. Changes that depend on its state lock this row first. Account data references it instead of '
  'auth.users, so that deleting an Auth user waits for this lock before it locks such data.';
comment on column countersign.accounts.signed_in_without_wallet_at is
  'When a session that no wallet opened was first recorded; null if only wallets, or no user at all, have signed in.';
alter table countersign.accounts enable row level security;
create policy "people read their own rows" on countersign.accounts
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "people read in a live session" on countersign.accounts
  as restrictive for select to authenticated using ((select countersign_private.has_live_session()));

create function countersign_private.remove_clients_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.remove_client(c.client_id) from countersign_private.oauth_clients c
  where c.owner_id = old.user_id;
  return old;
end $$;
comment on function countersign_private.remove_clients_of_account is 'Locks the account''s apps, after the account.';
create trigger remove_clients_of_account before delete on countersign.accounts
  for each row execute function countersign_private.remove_clients_of_account();

create function countersign_private.delete_app_requests_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from countersign_private.oauth_items i where i.user_id = old.user_id;
  return old;
end $$;
comment on function countersign_private.delete_app_requests_of_account is 'Locks the account''s requests, after the account.';
create trigger delete_app_requests_of_account before delete on countersign.accounts
  for each row execute function countersign_private.delete_app_requests_of_account();

create function countersign_private.queue_event_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.queue_app_event(g.id, 'account-purged', '{}') from countersign_private.oauth_grants g
  where g.user_id = old.user_id and g.ended_at is null;
  return old;
end $$;
comment on function countersign_private.queue_event_of_deleted_account is 'The event outlives the account. Waits for no lock.';
create trigger queue_event_of_deleted_account before delete on countersign.accounts
  for each row execute function countersign_private.queue_event_of_deleted_account();

create function countersign_private.new_account_code() returns text language sql volatile set search_path = '' as $$
  -- 40 random bits: the first ten hex digits of a random UUID, which precede its fixed bits. Crockford's alphabet has no I, L,
  -- O or U, so that codes survive being read aloud.
  select substr(code, 1, 4) || '-' || substr(code, 5, 4)
  from (
    select string_agg(
      substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (bits >> (35 - 5 * place))::bit(5)::integer + 1, 1),
      '' order by place
    ) as code
    from (select ('x' || left(replace(gen_random_uuid()::text, '-', ''), 10))::bit(40)::bigint as bits) random,
      generate_series(0, 7) as place
  ) as made $$;

create function countersign_private.ensure_account(p_user_id uuid) returns countersign.accounts
language plpgsql set search_path = '' as $$
declare account countersign.accounts;
begin
  loop
    select * into account from countersign.accounts a where a.user_id = p_user_id;
    if found then return account; end if;
    -- Don't recreate the row of a deleted account whose Auth user still exists.
    perform countersign_private.refuse(401, 'auth.signed_out')
    where exists (select from countersign_private.pending_deletions d where d.user_id = p_user_id);
    insert into countersign.accounts (user_id, code) values (p_user_id, countersign_private.new_account_code())
      on conflict do nothing;
  end loop;
exception when foreign_key_violation or not_null_violation then
  perform countersign_private.refuse(401, 'auth.signed_out');
end $$;
comment on function countersign_private.ensure_account is 'Inserts the row on first use. Doesn''t lock an existing one.';

create function countersign.ensure_account(p_user_id uuid, p_session_id uuid)
returns table (code text, "displayName" text) language plpgsql security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return query select a.code, a.display_name from countersign_private.ensure_account(p_user_id) a;
end $$;
comment on function countersign.ensure_account is
  'Returns the code and display name of the account. Refuses like require_live_session. Doesn''t lock an existing row.';

create function countersign_private.lock_account_row(p_user_id uuid) returns countersign.accounts
language plpgsql set search_path = '' as $$
declare account countersign.accounts;
begin
  perform countersign_private.ensure_account(p_user_id);
  select * into account from countersign.accounts a where a.user_id = p_user_id for update;
  perform countersign_private.refuse(401, 'auth.signed_out') where account.user_id is null; -- Deleted while this waited.
  return account;
end $$;
comment on function countersign_private.lock_account_row is 'Locks the account row. Checks no session, since one may just be beginning.';

create function countersign_private.lock_account(p_user_id uuid, p_session_id uuid) returns countersign.accounts
language plpgsql set search_path = '' as $$
declare account countersign.accounts := countersign_private.lock_account_row(p_user_id);
begin
  -- Checked under the lock: the session may have ended while this waited.
  perform countersign.require_live_session(p_user_id, p_session_id);
  perform set_config('countersign.acting_session', p_session_id::text, true);
  return account;
end $$;
comment on function countersign_private.lock_account is
  'Locks the account row until the transaction ends, whose events belong to this session (add_event).';

create function countersign.set_display_name(
  p_user_id uuid, p_session_id uuid, p_display_name text, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare account countersign.accounts := countersign_private.lock_account(p_user_id, p_session_id);
begin
  if p_display_name is not distinct from account.display_name then return; end if;
  perform countersign_private.refuse(400, 'account.name_invalid')
  where not countersign_private.is_display_name(p_display_name);
  perform countersign_private.limit_changes(p_user_id, 'account.too_many_changes');
  update countersign.accounts a set display_name = p_display_name where a.user_id = p_user_id;
  perform countersign_private.add_event(
    p_user_id, 'account_renamed',
    jsonb_build_object('before', coalesce(account.display_name, ''), 'name', coalesce(p_display_name, '')), p_device);
end $$;
comment on function countersign.set_display_name is
  'Sets the display name of an account, or removes it if null. Refuses like lock_account, with account.name_invalid if the '
  'name is invalid, and with account.too_many_changes over the rate limit. Locks the account row.';

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

-- Wallets and their proofs. Rows are never deleted while the account exists: they end, and stay for the history.

create function countersign_private.is_label(p_label text) returns boolean language sql immutable set search_path = '' as $$
  select char_length(p_label) between 1 and 40
    -- At least one visible character: not only spaces, blank braille or variation selectors.
    and p_label ~ '[^\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\ufe00-\ufe0f]'
    -- No control or invisible characters (Default_Ignorable_Code_Point of Unicode, interlinear marks, line separators) except
    -- variation selectors, and the joiner between two pictographs, which makes them one emoji.
    and regexp_replace(
      p_label,
      '(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])', '', 'g'
    ) !~ (
      '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e'
      '\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    ) $$;

create table countersign.wallets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  chain text not null check (chain in ('solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet')),
  address text not null check (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  label text check (countersign_private.is_label(label)),
  -- Name and icon as the wallet app reports them. Shown only to the owner, to tell wallets apart.
  wallet_name text check (countersign_private.is_label(wallet_name)),
  -- The header of a 64 x 64 PNG, and its last chunk. The owner's browser drew it; a PNG runs no scripts.
  wallet_icon bytea check (
    octet_length(wallet_icon) <= 12288
    and substring(wallet_icon from 1 for 24) = '\x89504e470d0a1a0a0000000d494844520000004000000040'::bytea
    and substring(wallet_icon from octet_length(wallet_icon) - 11) = '\x0000000049454e44ae426082'::bytea
  ),
  is_primary boolean not null default false,
  is_listed boolean not null default false,
  proof_id uuid not null unique,
  proven_at timestamptz not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_because text check (removed_because in ('removed', 'moved')),
  check ((removed_at is null) = (removed_because is null)),
  check (removed_at is null or not (is_primary or is_listed))
);
comment on table countersign.wallets is
  'Wallets that accounts have proven. A row is live until removed_at is set, then stays for the history.';
comment on column countersign.wallets.proof_id is 'The current proof, or the last one of a removed wallet.';
comment on column countersign.wallets.is_listed is
  'Whether the user''s page lists its proof. Cleared once the proof is private, so that publishing it again lists nothing.';
comment on column countersign.wallets.wallet_name is
  'Name that the wallet app which signed last reports for itself, such as Phantom. Not verified.';
comment on column countersign.wallets.wallet_icon is 'Icon of that app, redrawn by the browser: a PNG of 64 x 64 pixels.';
create unique index wallets_live_address on countersign.wallets (address, chain) where removed_at is null;
-- A site uses one chain. If it switches, accounts can have wallets on several, and each chain needs its own primary wallet.
create unique index wallets_one_primary on countersign.wallets (user_id, chain) where is_primary;
create index wallets_of_account_by_chain on countersign.wallets (user_id, chain, is_primary desc, created_at desc, id)
  where removed_at is null;
create index wallets_listed on countersign.wallets (user_id) where is_listed;
-- Includes removed wallets, which the deletion of an account looks up.
create index wallets_ever_of_account on countersign.wallets (user_id);
create index wallets_moved_away on countersign.wallets (user_id, removed_at desc) where removed_because = 'moved';
alter table countersign.wallets enable row level security;
create policy "people read their own rows" on countersign.wallets
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "people read in a live session" on countersign.wallets
  as restrictive for select to authenticated using ((select countersign_private.has_live_session()));

create function countersign_private.end_sessions_of_lost_wallet() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.end_sessions_of_wallet(old.user_id, old.address, null);
  return null;
end $$;
comment on function countersign_private.end_sessions_of_lost_wallet is 'The caller holds the account lock.';
create trigger end_sessions_of_lost_wallet after update on countersign.wallets
  for each row when (old.removed_at is null and new.removed_because = 'moved')
  execute function countersign_private.end_sessions_of_lost_wallet();

create function countersign_private.end_wallet_identity() returns trigger language plpgsql set search_path = '' as $$
begin
  if not countersign_private.has_wallet_identity(old.user_id, old.address) or exists (
    select from countersign.wallets w
    where w.user_id = old.user_id and w.address = old.address and w.id <> old.id and w.removed_at is null
  ) then
    return new;
  end if;
  perform countersign_private.refuse(409, 'wallet.last_sign_in_method')
  where not countersign_private.has_other_sign_in_method(old.user_id, old.address);
  begin
    perform countersign_private.remove_wallet_identity(old.user_id, old.address);
  exception when insufficient_privilege then null; -- Some projects don't grant this. The server still refuses the wallet.
  end;
  return new;
end $$;
comment on function countersign_private.end_wallet_identity is
  'Otherwise the wallet could still sign in at Auth. The caller holds the account lock.';
create trigger end_wallet_identity before update on countersign.wallets
  for each row when (old.removed_at is null and new.removed_at is not null)
  execute function countersign_private.end_wallet_identity();

create function countersign_private.clear_wallet_appearance() returns trigger language plpgsql set search_path = '' as $$
begin
  new.wallet_name := null;
  new.wallet_icon := null;
  return new;
end $$;
create trigger clear_wallet_appearance before update on countersign.wallets
  for each row when (new.removed_at is not null and (new.wallet_name is not null or new.wallet_icon is not null))
  execute function countersign_private.clear_wallet_appearance();

create function countersign_private.queue_event_of_changed_wallet() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.queue_app_event(g.id, case
      when new.removed_at is null then 'wallet-proven'
      when new.removed_because = 'moved' then 'wallet-moved' else 'wallet-removed' end,
    countersign_private.describe_wallet_to_app(new))
  from countersign_private.oauth_granted_wallets shared
  join countersign_private.oauth_grants g on g.id = shared.grant_id and g.ended_at is null
  where shared.wallet_id = new.id order by g.id;
  return null;
end $$;
comment on function countersign_private.queue_event_of_changed_wallet is 'Waits for no lock.';
create trigger queue_event_of_changed_wallet after update on countersign.wallets for each row when (
    old.removed_at is null and (new.removed_at is not null or new.proven_at is distinct from old.proven_at)
  ) execute function countersign_private.queue_event_of_changed_wallet();

create function countersign_private.signs_in_at_auth(p_message bytea) returns boolean
language sql immutable set search_path = '' as $$
  -- No other part of a statement can contain this text. A memo with it counts too, although Auth accepts no memo.
  select position('URI:'::bytea in p_message) > 0 $$;

create table countersign.proofs (
  id uuid primary key default gen_random_uuid(),
  wallet_id uuid not null references countersign.wallets (id) on delete cascade,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  challenge_id uuid not null unique,
  account_code text not null,
  display_name text,
  method text not null check (method in ('sign_offchain_message', 'sign_in', 'sign_message', 'memo')),
  chain text not null,
  address text not null,
  origin text not null,
  message bytea not null,
  signed_bytes bytea not null check (octet_length(signed_bytes) between 1 and 8192),
  signature bytea not null check (octet_length(signature) = 64),
  proven_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_because text check (ended_because in ('replaced', 'removed', 'moved')),
  is_public boolean not null default false,
  outcome text not null check (outcome in ('proven', 're-proven', 'moved')),
  names_account boolean not null default true,
  evidence_at timestamptz not null,
  check ((ended_at is null) = (ended_because is null)),
  -- An off-chain message of version 1 with one signer: domain, version, number of signers, key, statement.
  constraint proofs_by_off_chain_message check (
    method <> 'sign_offchain_message' or (
      substring(signed_bytes for 18) = '\xff736f6c616e61206f6666636861696e0101' and substring(signed_bytes from 51) = message
    )
  )
);
comment on table countersign.proofs is
  'Verified signatures with the exact signed bytes. Only the end and the visibility of a proof ever change.';
comment on column countersign.proofs.signed_bytes is 'The statement itself, or a frame or transaction that contains it.';
comment on column countersign.proofs.is_public is
  'Whether the proof is public. Kept after the proof has ended, so that its page can say why.';
comment on column countersign.proofs.outcome is 'Result returned at the time, for a retry after a lost response.';
comment on column countersign.proofs.names_account is 'False for a proof made by signing in: no account to name yet.';
comment on column countersign.proofs.evidence_at is
  'When message, signed_bytes and signature may first be disclosed, even to the owner.';
comment on column countersign.proofs.display_name is
  'Display name of the account when the proof was made. Not signed: the statement has its ASCII form, or no name.';
create index proofs_of_wallet on countersign.proofs (wallet_id, proven_at desc);
create index proofs_of_account on countersign.proofs (user_id, proven_at desc);
create index proofs_public on countersign.proofs (user_id) where is_public and ended_at is null;
alter table countersign.proofs enable row level security;
create policy "people read their own rows" on countersign.proofs
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "people read in a live session" on countersign.proofs
  as restrictive for select to authenticated using ((select countersign_private.has_live_session()));

create function countersign_private.set_evidence_date() returns trigger language plpgsql set search_path = '' as $$
declare expires_at text;
begin
  new.evidence_at := new.proven_at;
  if countersign_private.signs_in_at_auth(new.message) then
    -- Escaped, because the message of a memo isn't all text.
    expires_at := substring(encode(new.message, 'escape') from 'Expiration Time: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$');
    perform countersign_private.refuse(400, 'proof.refused') where expires_at is null;
    new.evidence_at := greatest(new.proven_at, expires_at::timestamptz + interval '1 minute');
  end if;
  return new;
end $$;
comment on function countersign_private.set_evidence_date is
  'Withholds the evidence while Auth would accept the message as a sign-in.';
create trigger set_evidence_date before insert or update on countersign.proofs
  for each row execute function countersign_private.set_evidence_date();

create function countersign_private.refuse_nameless_public_proof() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.refuse(409, 'proof.names_no_account');
end $$;
create trigger refuse_nameless_public_proof before insert or update on countersign.proofs
  for each row when (new.is_public and not new.names_account)
  execute function countersign_private.refuse_nameless_public_proof();

create function countersign_private.record_deleted_public_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.is_public then
    insert into countersign_private.deleted_public_proofs (id, ended_at)
    values (old.id, coalesce(old.ended_at, now())) on conflict do nothing;
  end if;
  return old;
end $$;
comment on function countersign_private.record_deleted_public_proof is 'The deletion has locked the proof.';
create trigger record_deleted_public_proof before delete on countersign.proofs
  for each row execute function countersign_private.record_deleted_public_proof();

create function countersign_private.set_name_of_proof() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.names_account then
    select a.display_name into new.display_name from countersign.accounts a where a.user_id = new.user_id;
  end if;
  return new;
end $$;
comment on function countersign_private.set_name_of_proof is 'A later name never appears: the owner didn''t agree to that.';
create trigger set_name_of_proof before insert on countersign.proofs
  for each row execute function countersign_private.set_name_of_proof();

create table countersign_private.deleted_public_proofs (id uuid primary key, ended_at timestamptz not null default now());
alter table countersign_private.deleted_public_proofs enable row level security;

create view countersign.live_wallets with (security_invoker = true) as
  select w.id, w.chain, w.address, w.label, w.is_primary, w.proof_id, w.proven_at, w.created_at,
    w.wallet_name,
    translate(encode(w.wallet_icon, 'base64'), E'\n', '') as wallet_icon,
    -- One subquery for all details, which runs only for the rows of a page. A join made Postgres read all proofs of a large
    -- account first.
    (
      select jsonb_build_object(
        'isPublic', p.is_public, 'method', p.method, 'namesAccount', p.names_account,
        'accountCode', p.account_code, 'displayName', p.display_name
      )
      from countersign.proofs p where p.id = w.proof_id
    ) as proof,
    (select a.display_name from countersign.accounts a where a.user_id = w.user_id) as account_name,
    w.is_listed
  from countersign.wallets w
  where w.removed_at is null;
comment on view countersign.live_wallets is
  'The caller''s live wallets with details of their current proofs.';

-- Shared by the functions below.
create function countersign_private.has_wallet(p_user_id uuid, p_address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from countersign.wallets w where w.user_id = p_user_id and w.address = p_address and w.removed_at is null
  ) $$;

create function countersign_private.end_wallet(p_wallet_id uuid, p_because text) returns void
language sql set search_path = '' as $$
  update countersign.proofs set ended_at = now(), ended_because = p_because
  where wallet_id = p_wallet_id and ended_at is null;
  update countersign.wallets set removed_at = now(), removed_because = p_because, is_primary = false,
    is_listed = false
  where id = p_wallet_id $$;
comment on function countersign_private.end_wallet is 'The caller holds the account lock.';

create function countersign_private.choose_primary(p_user_id uuid, p_chain text) returns void
language plpgsql set search_path = '' as $$
begin
  update countersign.wallets set is_primary = true
  where id = (
    select w.id from countersign.wallets w
    where w.user_id = p_user_id and w.chain = p_chain and w.removed_at is null and not w.is_primary
    -- Scans the index wallets_of_account_by_chain backwards.
    order by w.created_at, w.id desc limit 1
  )
  and not exists (select from countersign.wallets w where w.user_id = p_user_id and w.chain = p_chain and w.is_primary);
end $$;
comment on function countersign_private.choose_primary is 'The caller holds the account lock.';

create function countersign_private.lock_wallet(p_user_id uuid, p_session_id uuid, p_wallet_id uuid)
returns countersign.wallets language plpgsql set search_path = '' as $$
declare wallet countersign.wallets;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  select * into wallet from countersign.wallets w
  where w.id = p_wallet_id and w.user_id = p_user_id and w.removed_at is null;
  perform countersign_private.refuse(404, 'wallet.unknown') where not found;
  perform countersign_private.limit_changes(p_user_id, 'wallet.too_many_changes');
  return wallet;
end $$;

create function countersign_private.add_wallet_event(p_user_id uuid, p_kind text, p_address text, p_device text)
returns void language sql set search_path = '' as $$
  select countersign_private.add_event(p_user_id, p_kind, jsonb_build_object('address', p_address), p_device) $$;

-- For the owner.
create function countersign.list_wallets(
  p_user_id uuid, p_session_id uuid, p_chain text, p_search text, p_order text, p_page integer
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  account jsonb := countersign.describe_account(p_user_id, p_session_id, p_chain);
  total bigint := (
    select count(*) from countersign.wallets w where w.user_id = p_user_id and w.chain = p_chain and w.removed_at is null);
  matches bigint := total;
  page uuid[];
begin
  if p_order = 'newest' and p_search = '' then
    -- Skips earlier pages in wallets_of_account_by_chain, without reading their rows.
    page := array(
      select w.id from countersign.wallets w
      where w.user_id = p_user_id and w.chain = p_chain and w.removed_at is null
      order by w.is_primary desc, w.created_at desc, w.id limit 50 offset 50 * (p_page - 1)
    );
  else
    select max(found.matches), array_agg(found.id) into matches, page from (
      select w.id, count(*) over () as matches from countersign.wallets w
      where w.user_id = p_user_id and w.chain = p_chain and w.removed_at is null and (
        p_search = '' or position(lower(p_search) in lower(concat_ws(' ', w.label, w.wallet_name, w.address))) > 0
      )
      order by case p_order when 'name' then lower(coalesce(w.label, w.wallet_name, w.address)) end,
        case p_order when 'oldest-proof' then w.proven_at end,
        case p_order when 'newest' then w.is_primary end desc, case p_order when 'newest' then w.created_at end desc, w.id
      limit 50 offset 50 * (p_page - 1)
    ) found;
  end if;
  return jsonb_build_object(
    'account', account, 'total', total, 'found', coalesce(matches, 0), 'wallets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', w.id, 'address', w.address, 'label', w.label, 'walletName', w.wallet_name,
        'icon', countersign_private.write_base64(w.wallet_icon), 'isPrimary', w.is_primary, 'isListed', w.is_listed,
        'accountName', account -> 'displayName', 'proofId', w.proof_id, 'provenAt', w.proven_at, 'proof', jsonb_build_object(
          'isPublic', p.is_public, 'namesAccount', p.names_account, 'accountCode', p.account_code, 'displayName', p.display_name)
      ) order by listed.place), '[]')
      from unnest(page) with ordinality as listed (id, place)
      join countersign.wallets w on w.id = listed.id join countersign.proofs p on p.id = w.proof_id
    )
  );
end $$;
comment on function countersign.list_wallets is
  'A page of 50 live wallets, with the numbers of all and of those found, and describe_account, like which it refuses and locks. '
  'Finds a part of a label, wallet name or address, in any case.';

create function countersign.label_wallet(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_label text, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform countersign_private.refuse(400, 'wallet.label_invalid') where not countersign_private.is_label(p_label);
  if p_label is not distinct from wallet.label then return; end if;
  update countersign.wallets set label = p_label where id = wallet.id;
  perform countersign_private.add_event(
    p_user_id, 'wallet_label_changed',
    jsonb_build_object('address', wallet.address, 'before', coalesce(wallet.label, ''), 'label', coalesce(p_label, '')), p_device);
end $$;
comment on function countersign.label_wallet is
  'Sets the label of a wallet; null removes it. Refuses like lock_wallet and with wallet.label_invalid. Locks the account row.';

create function countersign.make_wallet_primary(p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_device text)
returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  if wallet.is_primary then return; end if;
  update countersign.wallets set is_primary = false where user_id = p_user_id and chain = wallet.chain and is_primary;
  update countersign.wallets set is_primary = true where id = wallet.id;
  perform countersign_private.add_wallet_event(p_user_id, 'wallet_made_primary', wallet.address, p_device);
end $$;
comment on function countersign.make_wallet_primary is
  'Makes a wallet the one primary wallet on its chain. Refuses like lock_wallet. Locks the account row.';

create function countersign.remove_wallet(p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_device text)
returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.end_wallet(wallet.id, 'removed');
  perform countersign_private.choose_primary(p_user_id, wallet.chain);
  perform countersign_private.end_sessions_of_wallet(p_user_id, wallet.address, p_session_id);
  perform countersign_private.add_wallet_event(p_user_id, 'wallet_removed', wallet.address, p_device);
end $$;
comment on function countersign.remove_wallet is
  'Ends a wallet, its proof and all other sessions that it began. Refuses like lock_wallet, require_recent_auth and '
  'end_wallet_identity. Locks the account row.';

create function countersign.publish_wallet(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_is_public boolean, p_device text, p_proof_id uuid default null
) returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform countersign_private.refuse(400, 'request.unexpected') where p_is_public is null;
  -- Unpublishing needs no step-up, and takes back whatever is public.
  if p_is_public then
    perform countersign.require_recent_auth(p_user_id, p_session_id);
    perform countersign_private.refuse(409, 'proof.replaced') where p_proof_id <> wallet.proof_id;
  end if;
  update countersign.wallets w set is_listed = false where w.id = wallet.id and w.is_listed and not p_is_public;
  -- Unpublishing includes the links to proofs that this one has replaced.
  update countersign.proofs p set is_public = p_is_public
  where p.wallet_id = wallet.id and p.is_public <> p_is_public and (p.id = wallet.proof_id or not p_is_public);
  if found then
    perform countersign_private.add_wallet_event(
      p_user_id, case when p_is_public then 'wallet_published' else 'wallet_unpublished' end, wallet.address, p_device
    );
  end if;
end $$;
comment on function countersign.publish_wallet is
  'Makes the current proof public, or all proofs of the wallet private and unlisted. p_proof_id: the proof on the page. Refuses like '
  'lock_wallet and, to publish, require_recent_auth, with proof.replaced and proof.names_no_account. Locks the account row.';

create function countersign.set_wallet_appearance(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_name text, p_icon text
) returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  update countersign.wallets w set wallet_name = p_name, wallet_icon = countersign_private.read_base64(p_icon)
  where w.id = wallet.id;
exception
  -- The error of Postgres would contain the whole row.
  when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.set_wallet_appearance is
  'Replaces the name and icon (base64) that the wallet app reported; null for none. Refuses like lock_wallet, with '
  'request.unexpected if either is invalid, and with proof.refused if the icon isn''t base64. Locks the account row.';

-- Proving a wallet. The wallets themselves are in 04_wallets.sql. The server issues a challenge (a statement to sign) for an account
-- and session: to prove a wallet, to move one here from another account, or to step up. Challenges for signed-out browsers are in
-- 12_wallet_sign_in.sql.
-- A challenge is single-use. consume_challenge marks it used in one UPDATE, before the signature is verified, and stores the
-- hash of that signature. The same signature may retry after a lost response; any other is refused. record_proof then stores
-- one proof per challenge and returns the same result to a retry.
create table countersign_private.challenges (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('prove', 'move', 'move-and-delete', 'confirm', 'sign-in')),
  user_id uuid references countersign.accounts (user_id) on delete cascade,
  session_id uuid,
  browser_hash text check (browser_hash ~ '^[0-9a-f]{64}$'),
  method text not null check (method in ('sign_offchain_message', 'sign_in', 'sign_message', 'memo')),
  chain text not null check (chain in ('solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet')),
  address text not null check (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  origin text not null check (origin ~ '^https?://[^/\s]{1,255}$'),
  -- 128 bits are 22 characters of base64, or 32 hex digits.
  nonce text not null unique check (nonce ~ '^[A-Za-z0-9]{22,64}$'),
  message bytea not null check (octet_length(message) between 1 and 2048),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  consumed_with bytea check (octet_length(consumed_with) = 32),
  offered_account uuid references countersign.accounts (user_id) on delete set null,
  check (expires_at <= issued_at + interval '5 minutes'),
  constraint challenges_consumed_with_something check ((consumed_at is null) = (consumed_with is null)),
  constraint challenges_of_account_or_browser check (case purpose
    when 'sign-in' then browser_hash is not null and user_id is null and session_id is null
    else browser_hash is null and user_id is not null and session_id is not null
  end),
  constraint challenges_sign_nobody_in check (
    case purpose
      when 'sign-in' then method <> 'sign_offchain_message'
      else not countersign_private.signs_in_at_auth(message)
    end
  ),
  constraint challenges_sign_for_deletion check (
    (purpose = 'move-and-delete') = (position('This deletes the account it is proven on now.'::bytea in message) > 0)
  )
);
comment on column countersign_private.challenges.consumed_with is
  'Hash of the signature that used it. If a response is lost before the proof is recorded, the same signature may retry.';
comment on column countersign_private.challenges.offered_account is
  'The account that had the wallet when a valid signature to prove it was refused, and whose deletion this session was offered.';
create index challenges_of_offered_account on countersign_private.challenges (offered_account) where offered_account is not null;
create index challenges_of_account on countersign_private.challenges (user_id, issued_at desc);
create index challenges_of_browser on countersign_private.challenges (browser_hash, issued_at desc);
create index challenges_by_expiry on countersign_private.challenges (expires_at) where purpose = 'sign-in';
-- For cleaning up after accounts that never ask for another challenge.
create index challenges_of_accounts_by_expiry on countersign_private.challenges (expires_at) where purpose <> 'sign-in';
alter table countersign_private.challenges enable row level security;

create function countersign_private.hash_evidence(p_signed_bytes bytea, p_signature bytea) returns bytea
language sql immutable strict set search_path = '' as $$
  -- The inner hash has a fixed length, so that no byte can shift from one input to the other.
  select sha256(sha256(p_signed_bytes) || p_signature) $$;

create function countersign_private.store_challenge(
  p_purpose text, p_user_id uuid, p_session_id uuid, p_browser_hash text, p_method text, p_chain text, p_address text,
  p_origin text, p_nonce text, p_message text, p_expires_in_seconds integer
) returns uuid language plpgsql set search_path = '' as $$
declare
  issue_at timestamptz;
  challenge_id uuid;
begin
  -- At most three are live: a fourth expires the oldest, as of issued_at, because a concurrent transaction that began earlier
  -- compares with its earlier now().
  update countersign_private.challenges c set expires_at = c.issued_at
  where c.id in (
    select live.id from countersign_private.challenges live
    where (live.user_id = p_user_id or live.browser_hash = p_browser_hash)
      and live.consumed_at is null and live.expires_at > now()
    order by live.issued_at desc
    offset 2
  );
  -- Always later than the one before, even if the clock ticks in milliseconds.
  select greatest(clock_timestamp(), max(c.issued_at) + interval '1 microsecond') into issue_at
  from countersign_private.challenges c where c.user_id = p_user_id or c.browser_hash = p_browser_hash;
  insert into countersign_private.challenges (
    purpose, user_id, session_id, browser_hash, method, chain, address, origin, nonce, message, issued_at, expires_at
  )
  values (
    p_purpose, p_user_id, p_session_id, p_browser_hash, p_method, p_chain, p_address, p_origin, p_nonce,
    decode(p_message, 'base64'), issue_at, issue_at + make_interval(secs => p_expires_in_seconds)
  ) returning id into challenge_id;
  return challenge_id;
exception
  -- The error of Postgres would contain the whole row.
  when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
    perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign_private.store_challenge is
  'The caller serializes calls: two concurrent ones could leave more than three live challenges.';

create function countersign.issue_challenge(
  p_user_id uuid, p_session_id uuid, p_purpose text, p_method text, p_chain text, p_address text, p_origin text,
  p_nonce text, p_message text, p_expires_in_seconds integer
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  issued integer;
  oldest timestamptz;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  -- Checked before signing, so that a step-up which expires in front of a hardware wallet wastes no signature.
  if p_purpose is distinct from 'confirm' then
    perform countersign.require_recent_auth(p_user_id, p_session_id);
  end if;
  select count(*), min(c.issued_at) into issued, oldest from countersign_private.challenges c
  where c.user_id = p_user_id and c.issued_at > now() - interval '1 minute';
  perform countersign_private.refuse(
    429, 'proof.too_many_challenges', least(interval '1 minute', oldest + interval '1 minute' - now())
  ) where issued >= 10;
  delete from countersign_private.challenges c
  where c.user_id = p_user_id and c.expires_at < now() - interval '1 hour';
  return countersign_private.store_challenge(
    p_purpose, p_user_id, p_session_id, null, p_method, p_chain, p_address, p_origin, p_nonce, p_message,
    p_expires_in_seconds
  );
end $$;
comment on function countersign.issue_challenge is
  'Issues a challenge to sign; returns its id. Locks the account row. Refuses like lock_account and store_challenge, like '
  'require_recent_auth unless p_purpose is confirm, and with proof.too_many_challenges over 10 a minute.';

create function countersign.consume_challenge(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text
) returns table (purpose text, method text, chain text, address text, origin text, message text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  update countersign_private.challenges c
  set consumed_at = coalesce(c.consumed_at, now()), consumed_with = evidence.hash
  from (
    select countersign_private.hash_evidence(
      countersign_private.read_base64(p_signed_bytes), countersign_private.read_base64(p_signature)
    ) as hash
  ) evidence where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id
    and evidence.hash is not null and (c.consumed_at is null or c.consumed_with = evidence.hash)
    -- A challenge that became a proof may be retried at any time.
    and (c.expires_at > now() or exists (select from countersign.proofs p where p.challenge_id = c.id))
    and countersign_private.is_session_live(p_user_id, p_session_id)
  returning c.purpose, c.method, c.chain, c.address, c.origin, countersign_private.write_base64(c.message);
end $$;
comment on function countersign.consume_challenge is
  'Marks a challenge used by this signature, before it is verified, and returns it. The same signature may retry; of different '
  'ones, one succeeds. No row if expired, used or of another session. Locks the challenge row.';

create function countersign.discard_challenges(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for a challenge that is being issued, so that it expires too.
  perform from countersign.accounts a where a.user_id = p_user_id for update;
  update countersign_private.challenges c set expires_at = c.issued_at
  where c.user_id = p_user_id and c.expires_at > c.issued_at;
end $$;
comment on function countersign.discard_challenges is
  'Expires the account''s challenges, even those in use, after a password or email change. Proofs stay. Locks the account row.';

create function countersign_private.find_used_challenge(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes bytea, p_signature bytea
) returns setof countersign_private.challenges language sql stable set search_path = '' as $$
  select c.* from countersign_private.challenges c
  where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id
    -- A statement to step up proves no wallet.
    and c.purpose <> 'confirm'
    -- A wallet may return the bare message although it signed a frame around it. The proof stores the frame.
    and c.consumed_with in (
      countersign_private.hash_evidence(p_signed_bytes, p_signature),
      countersign_private.hash_evidence(c.message, p_signature)
    )
    and (
      -- Not discarded, and used in time: recording follows within seconds.
      c.expires_at > greatest(c.issued_at, now() - interval '1 minute')
      or exists (select from countersign.proofs p where p.challenge_id = c.id)
    ) $$;

create function countersign_private.store_proof(
  p_proof_id uuid, p_wallet_id uuid, p_account countersign.accounts,
  p_challenge countersign_private.challenges, p_signed_bytes bytea, p_signature bytea, p_is_public boolean, p_outcome text
) returns void
language plpgsql set search_path = '' as $$
begin
  insert into countersign.proofs (
    id, wallet_id, user_id, challenge_id, account_code, method, chain, address, origin, message, signed_bytes,
    signature, is_public, outcome, names_account
  )
  values (
    p_proof_id, p_wallet_id, p_account.user_id, p_challenge.id, p_account.code, p_challenge.method, p_challenge.chain,
    p_challenge.address, p_challenge.origin, p_challenge.message, p_signed_bytes, p_signature, p_is_public, p_outcome,
    p_challenge.purpose <> 'sign-in'
  );
end $$;
comment on function countersign_private.store_proof is 'The caller holds the account lock.';

create function countersign.record_proof(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text, p_device text
) returns table ("proofId" uuid, "walletId" uuid, outcome text, "closedUserId" uuid)
language plpgsql security definer set search_path = '' as $$
declare
  signed_bytes bytea := countersign_private.read_base64(p_signed_bytes);
  signature bytea := countersign_private.read_base64(p_signature);
  account countersign.accounts;
  challenge countersign_private.challenges;
  earlier countersign.proofs;
  live countersign.wallets;
  stood_public boolean := false;
begin
  select * into challenge from countersign_private.find_used_challenge(
    p_challenge_id, p_user_id, p_session_id, signed_bytes, signature
  );
  perform countersign_private.refuse(409, 'proof.challenge_gone') where not found;
  -- Serializes proofs of this address: from here on the wallet can leave an account, but no account can gain it. Then both
  -- accounts are locked, in order of id.
  perform pg_advisory_xact_lock(hashtextextended(challenge.chain || ' ' || challenge.address, 0));
  perform from countersign.accounts a
  where a.user_id = p_user_id or a.user_id = (
    select w.user_id from countersign.wallets w
    where w.address = challenge.address and w.chain = challenge.chain and w.removed_at is null
  ) order by a.user_id
  for update;
  account := countersign_private.lock_account(p_user_id, p_session_id);
  -- Checked again under the locks: the challenge may have been discarded while this waited.
  perform from countersign_private.find_used_challenge(
    p_challenge_id, p_user_id, p_session_id, signed_bytes, signature
  );
  perform countersign_private.refuse(409, 'proof.challenge_gone') where not found;
  select * into earlier from countersign.proofs p where p.challenge_id = challenge.id;
  if found then
    perform countersign_private.refuse(409, 'proof.challenge_gone') where earlier.ended_at is not null;
    return query select earlier.id, earlier.wallet_id, earlier.outcome, null::uuid;
    return;
  end if;
  select * into live from countersign.wallets w
  where w.address = challenge.address and w.chain = challenge.chain and w.removed_at is null;
  "proofId" := gen_random_uuid();
  outcome := 'proven';
  if challenge.purpose = 'move-and-delete' then
    -- Deletes the account that this session was offered to delete, or nothing.
    perform countersign_private.refuse(409, 'proof.challenge_gone')
    where not exists (
      select from countersign_private.challenges c
      where c.user_id = p_user_id and c.session_id = p_session_id and c.chain = live.chain and c.address = live.address
        and c.offered_account = live.user_id and c.issued_at > now() - interval '15 minutes' and c.expires_at > c.issued_at
    );
    perform countersign_private.refuse_to_delete_account(live.user_id, live.address);
    -- Waits for a concurrent change by Auth, such as a confirmed email, and looks again.
    perform from auth.users u where u.id = live.user_id for update;
    perform countersign_private.refuse_to_delete_account(live.user_id, live.address);
    perform countersign_private.close_account(live.user_id, null, null);
    "closedUserId" := live.user_id;
    outcome := 'moved';
  elsif live.user_id <> p_user_id then
    perform countersign_private.refuse(409, 'wallet.proven_elsewhere') where challenge.purpose <> 'move';
    perform countersign_private.refuse(409, 'wallet.only_sign_in_method')
    where not countersign_private.has_other_sign_in_method(live.user_id, live.address);
    perform countersign_private.end_wallet(live.id, 'moved');
    perform countersign_private.choose_primary(live.user_id, live.chain);
    perform countersign_private.add_wallet_event(live.user_id, 'wallet_moved_away', live.address, null);
    perform countersign_private.queue_mail(live.user_id, 'wallet_moved_away', jsonb_build_object('address', live.address));
    outcome := 'moved';
  elsif live.user_id = p_user_id then
    outcome := 're-proven';
    "walletId" := live.id;
    update countersign.proofs p set ended_at = now(), ended_because = 'replaced'
    where p.id = live.proof_id returning p.is_public into stood_public;
    update countersign.wallets w set proof_id = "proofId", proven_at = now() where w.id = live.id;
  end if;
  if "walletId" is null then
    insert into countersign.wallets (user_id, chain, address, proof_id, proven_at)
    values (p_user_id, challenge.chain, challenge.address, "proofId", now()) returning id into "walletId";
    perform countersign_private.choose_primary(p_user_id, challenge.chain);
  end if;
  perform countersign_private.store_proof(
    "proofId", "walletId", account, challenge, signed_bytes, signature, stood_public, outcome
  );
  perform countersign_private.add_event(
    p_user_id,
    case outcome when 're-proven' then 'wallet_reproven' when 'moved' then 'wallet_moved_here' else 'wallet_proven' end,
    jsonb_build_object(
      'address', challenge.address, 'method', challenge.method,
      'closed_account', case when "closedUserId" is not null then 'yes' end
    ), p_device
  );
  return next;
exception
  -- The error of Postgres would contain the whole row. Only the lengths of the signed bytes and signature can be invalid here.
  when check_violation or not_null_violation then
    perform countersign_private.refuse(400, 'proof.refused');
end $$;
comment on function countersign.record_proof is
  'Stores a verified signature as a proof; a retry returns the same. If it also deletes the account the wallet leaves, returns '
  'that for Auth to delete. Refuses like lock_account, with proof.challenge_gone, wallet.proven_elsewhere unless moving, '
  'wallet.only_sign_in_method and like refuse_to_delete_account. Takes the address lock, then the accounts by id, then Auth''s user.';

create function countersign_private.refuse_to_delete_account(p_user_id uuid, p_address text) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform countersign_private.refuse(409, 'wallet.account_has_sign_in_method')
  where countersign_private.has_other_sign_in_method(p_user_id, p_address);
  -- A ban outlasts the wallet's move. Without the right to lock Auth's row, a concurrent change could be overlooked.
  perform countersign_private.refuse(409, 'wallet.only_sign_in_method')
  where not has_any_column_privilege('auth.users', 'update') or exists (
    select from auth.users u where u.id = p_user_id and (u.banned_until > now() or u.phone_confirmed_at is not null)
  );
  -- Without its second factor, a wallet can't delete an account. Passkeys count even while they are off or can't be read.
  perform countersign_private.refuse(409, 'wallet.account_has_second_factor')
  where to_regclass('auth.webauthn_credentials') is not null and not countersign.can_read_passkeys();
  perform countersign_private.refuse(409, 'wallet.account_has_second_factor')
  from countersign_private.sign_in_methods_at_auth(p_user_id) m where m.kind in ('authenticator', 'passkey');
  perform countersign_private.refuse(409, 'wallet.account_has_wallets')
  from countersign.wallets w where w.user_id = p_user_id and w.address <> p_address and w.removed_at is null;
  perform countersign_private.refuse(409, 'wallet.account_has_apps')
  from countersign_private.oauth_clients c where c.owner_id = p_user_id and c.removed_at is null;
end $$;
comment on function countersign_private.refuse_to_delete_account is 'Unless this wallet is all that the account has.';

create function countersign.offer_account_deletion(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  challenge countersign_private.challenges;
  other countersign.accounts;
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  select * into challenge from countersign_private.find_used_challenge(
    p_challenge_id, p_user_id, p_session_id, countersign_private.read_base64(p_signed_bytes),
    countersign_private.read_base64(p_signature)
  ) c where c.purpose = 'prove';
  select a.* into other from countersign.wallets w join countersign.accounts a on a.user_id = w.user_id
  where w.chain = challenge.chain and w.address = challenge.address and w.removed_at is null and w.user_id <> p_user_id
    and not countersign_private.has_other_sign_in_method(w.user_id, w.address);
  if not found then return null; end if;
  perform countersign_private.refuse_to_delete_account(other.user_id, challenge.address);
  update countersign_private.challenges c set offered_account = other.user_id where c.id = challenge.id;
  return jsonb_build_object(
    'code', other.code, 'createdAt', other.created_at,
    'proofs', (select count(*) from countersign.proofs p where p.user_id = other.user_id and p.ended_at is null),
    'publicProofs', (
      select count(*) from countersign.proofs p where p.user_id = other.user_id and p.is_public and p.ended_at is null
    ),
    'apps', (select count(*) from countersign_private.oauth_grants g where g.user_id = other.user_id and g.ended_at is null),
    'signsInHere', exists (
      select from auth.users u
      where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null and not u.is_sso_user
    )
  );
end $$;
comment on function countersign.offer_account_deletion is
  'Describes the account that has a wallet as its only sign-in method, once the server has verified a signature to prove the '
  'wallet here, and offers this session its deletion; else null. Refuses like require_live_session and '
  'refuse_to_delete_account. Locks the challenge row.';

-- Disclosing a proof.
create function countersign_private.describe_proof(p_proof countersign.proofs) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'account_code', p_proof.account_code, 'display_name', p_proof.display_name, 'method', p_proof.method,
    'chain', p_proof.chain, 'address', p_proof.address, 'origin', p_proof.origin, 'proven_at', p_proof.proven_at
  ) || case when p_proof.evidence_at <= now() then jsonb_build_object(
    'message', countersign_private.write_base64(p_proof.message),
    'signed_bytes', countersign_private.write_base64(p_proof.signed_bytes),
    'signature', countersign_private.write_base64(p_proof.signature)
  ) else jsonb_build_object('evidence_at', p_proof.evidence_at) end;
end $$;
comment on function countersign_private.describe_proof is 'Nothing else discloses the bytes of a proof.';

create function countersign.read_public_proof(p_proof_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', p.id,
      'status', coalesce(p.ended_because, 'standing'),
      'endedAt', p.ended_at,
      'replacedBy', case when p.ended_because = 'replaced' then (
        select now_standing.id from countersign.wallets w
        join countersign.proofs now_standing on now_standing.id = w.proof_id
        where w.id = p.wallet_id and now_standing.is_public and now_standing.ended_at is null
      ) end,
      'proof', case when p.ended_at is null then countersign_private.describe_proof(p) end
    ) from countersign.proofs p where p.id = p_proof_id and p.is_public
    union all
    select jsonb_build_object('id', d.id, 'status', 'deleted', 'endedAt', d.ended_at, 'replacedBy', null, 'proof', null)
    from countersign_private.deleted_public_proofs d where d.id = p_proof_id limit 1
  );
end $$;
comment on function countersign.read_public_proof is
  'Returns a public proof to anyone with its ID, or only its status and date once it has ended; null if private or unknown.';

-- A user's page: one link for the public proofs that the user lists. It is on while it has a row, which ends with the account.
create function countersign_private.new_page_id() returns text language sql volatile set search_path = '' as $$
  -- 128 of the 244 random bits of two UUIDs.
  select left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32) $$;

create table countersign_private.public_pages (
  user_id uuid primary key references countersign.accounts (user_id) on delete cascade,
  id text not null unique default countersign_private.new_page_id(),
  github_identity_id uuid,
  created_at timestamptz not null default now()
);
comment on column countersign_private.public_pages.id is
  'The last part of its URL. No proof discloses it, so a visitor of one proof can''t find the others.';
comment on column countersign_private.public_pages.github_identity_id is
  'The identity at Auth that the user chose to show. Another GitHub account that is linked later isn''t shown.';
alter table countersign_private.public_pages enable row level security;

create function countersign_private.github_accounts(p_user_id uuid)
returns table (identity_id uuid, account jsonb, is_current boolean)
language plpgsql stable set search_path = '' as $$
begin
  return query
  -- A sign-in with this identity stores GitHub's data and the time, as updated_at; no other request of a user changes either.
  -- Auth sets last_sign_in_at at the first sign-in only.
  select i.id, jsonb_build_object(
    'handle', i.identity_data ->> 'user_name', 'id', i.provider_id, 'confirmedAt', i.updated_at
  ), i.updated_at > now() - interval '30 days'
  from auth.identities i
  join countersign_private.sign_in_methods k
    on k.user_id = i.user_id and k.kind = 'identity' and k.reference = i.id::text and k.is_confirmed
  where i.user_id = p_user_id and i.provider = 'github'
    -- A user of another GitHub server may have a handle that belongs to another user on github.com.
    and i.identity_data ->> 'iss' = 'https://api.github.com'
    and i.identity_data ->> 'user_name' ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,38}$' and i.provider_id ~ '^[0-9]{1,20}$'
  order by i.updated_at desc;
end $$;
comment on function countersign_private.github_accounts is
  'The user''s GitHub accounts, current if GitHub confirmed them within 30 days; without any that was linked outside this site and not kept.';

create function countersign.read_public_page(p_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', page.id, 'accountCode', a.code,
      'github', (
        select g.account from countersign_private.github_accounts(page.user_id) g
        where g.identity_id = page.github_identity_id and g.is_current
      ),
      'proofs', (
        select coalesce(jsonb_agg(
          jsonb_build_object('id', p.id, 'proof', countersign_private.describe_proof(p)) order by p.proven_at, p.id
        ), '[]')
        from countersign.wallets w join countersign.proofs p on p.id = w.proof_id
        where w.user_id = page.user_id and w.is_listed and p.user_id = page.user_id and p.is_public and p.ended_at is null
      )
    )
    from countersign_private.public_pages page join countersign.accounts a on a.user_id = page.user_id where page.id = p_id
  );
end $$;
comment on function countersign.read_public_page is
  'Returns the listed proofs to every visitor with the page''s ID, and the GitHub account if its user shows it; null if unknown.';

-- For the owner.
create function countersign.describe_public_page(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return jsonb_build_object(
    'id', (select page.id from countersign_private.public_pages page where page.user_id = p_user_id),
    'github', (
      select coalesce(jsonb_agg(
        g.account || jsonb_build_object('isShown', page.user_id is not null, 'isCurrent', g.is_current)
      ), '[]')
      from countersign_private.github_accounts(p_user_id) g
      left join countersign_private.public_pages page on page.user_id = p_user_id and page.github_identity_id = g.identity_id
    ),
    'wallets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', shown.id, 'address', shown.address, 'label', shown.label, 'isListed', shown.is_listed,
        'origin', shown.origin
      ) order by shown.proven_at, shown.id), '[]')
      from (
        select w.*, p.origin from countersign.wallets w join countersign.proofs p on p.id = w.proof_id
        where w.user_id = p_user_id and w.removed_at is null and p.is_public and p.ended_at is null
        order by w.is_listed desc, w.proven_at desc, w.id limit 50
      ) shown
    )
  );
end $$;
comment on function countersign.describe_public_page is
  'The user''s page (null id: off), the GitHub accounts that it shows or could show, and the public proofs that it lists '
  'or could list, at most 50. Refuses like require_live_session.';

create function countersign.list_wallet(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_is_listed boolean, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform countersign_private.refuse(400, 'request.unexpected') where p_is_listed is null;
  -- Unlisting needs no step-up.
  if p_is_listed then
    perform countersign.require_recent_auth(p_user_id, p_session_id);
    perform countersign_private.refuse(409, 'page.proof_private')
    where not exists (select from countersign.proofs p where p.id = wallet.proof_id and p.is_public);
    perform countersign_private.refuse(409, 'page.full') where 20 <= (
      select count(*) from countersign.wallets w where w.user_id = p_user_id and w.is_listed and w.id <> wallet.id
    );
    insert into countersign_private.public_pages (user_id) values (p_user_id) on conflict (user_id) do nothing;
  end if;
  update countersign.wallets w set is_listed = p_is_listed where w.id = wallet.id and w.is_listed <> p_is_listed;
  if found then
    perform countersign_private.add_wallet_event(
      p_user_id, case when p_is_listed then 'wallet_listed' else 'wallet_unlisted' end, wallet.address, p_device
    );
  end if;
end $$;
comment on function countersign.list_wallet is
  'Lists the public proof of a wallet on the user''s page, and turns the page on; or unlists it. Refuses like lock_wallet and, to '
  'list, require_recent_auth, with page.proof_private and over 20 with page.full. Locks the account row.';

create function countersign.change_public_page(
  p_user_id uuid, p_session_id uuid, p_change text, p_github_id text, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare chosen uuid;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.limit_changes(p_user_id, 'account.too_many_changes');
  -- A new link or no page: apps that had the link lose it.
  if p_change in ('closed', 'link_changed') then
    update countersign_private.oauth_grants g set shows_page = false where g.user_id = p_user_id and g.shows_page;
  end if;
  case p_change
    when 'closed' then
      -- Turned on again, the page lists only what the user chooses then.
      update countersign.wallets w set is_listed = false where w.user_id = p_user_id and w.is_listed;
      delete from countersign_private.public_pages page where page.user_id = p_user_id;
    when 'link_changed' then
      perform countersign.require_recent_auth(p_user_id, p_session_id);
      update countersign_private.public_pages page set id = countersign_private.new_page_id() where page.user_id = p_user_id;
    when 'github_shown' then
      perform countersign.require_recent_auth(p_user_id, p_session_id);
      select g.identity_id into chosen from countersign_private.github_accounts(p_user_id) g
      where g.account ->> 'id' = p_github_id and g.is_current;
      perform countersign_private.refuse(409, 'page.github_unconfirmed') where chosen is null;
      update countersign_private.public_pages page set github_identity_id = chosen
      where page.user_id = p_user_id and page.github_identity_id is distinct from chosen;
    when 'github_hidden' then
      update countersign_private.public_pages page set github_identity_id = null
      where page.user_id = p_user_id and page.github_identity_id is not null;
    else perform countersign_private.refuse(400, 'request.unexpected');
  end case;
  if found then perform countersign_private.add_event(p_user_id, 'page_' || p_change, '{}', p_device); end if;
end $$;
comment on function countersign.change_public_page is
  'closed turns the page off, link_changed gives it another link, github_shown shows the GitHub account with this number, which the '
  'user saw, and github_hidden hides it. Does nothing to a page that is off. Refuses like lock_account, require_recent_auth unless '
  'it hides, and with page.github_unconfirmed and account.too_many_changes. Locks the account row.';

-- The activity of an account, as shown to its owner, and the emails about it.
create table countersign.activity_events (
  id bigint generated always as identity,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  kind text not null check (kind ~ '^[a-z]+_[a-z_]+$'),
  details jsonb not null default '{}',
  device text check (char_length(device) <= 200),
  -- The session that acted. References nothing: the event outlives it.
  session_id uuid,
  created_at timestamptz not null default now(),
  -- With an index on id alone, Postgres would scan all users' events backwards to find the newest of one account.
  primary key (user_id, id)
);
-- For the day of the last change, which several pages show.
create index activity_of_passwords on countersign.activity_events (user_id, id) where kind = 'password_changed';
-- For two filters of the activity, whose events are rare.
create index activity_besides_sign_ins_and_wallets on countersign.activity_events (user_id, (kind ~ '^app_'), id)
  where kind !~ '^(sign|wallet)';
-- For the most events an hour of a kind, which other events must not hide. event_kinds allows a most only for these.
create index activity_of_limited_kinds on countersign.activity_events (user_id, kind, id)
  where kind in ('sign_in_refused', 'passkey_renamed', 'app_token_reused');
comment on table countersign.activity_events is 'Activity of each account, as shown to its owner. Append-only.';
alter table countersign.activity_events enable row level security;
create policy "people read their own rows" on countersign.activity_events
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "people read in a live session" on countersign.activity_events
  as restrictive for select to authenticated using ((select countersign_private.has_live_session()));

create function countersign.list_activity(
  p_user_id uuid, p_session_id uuid, p_show text, p_since timestamptz, p_until timestamptz, p_before bigint, p_limit integer default 51
) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  live uuid[] := array(select s.id from countersign.list_sessions(p_user_id, p_session_id) s);
  page countersign.activity_events[];
begin
  page := case when p_show in ('apps', 'security') then array(
    select e from countersign.activity_events e
    where e.user_id = p_user_id and e.kind !~ '^(sign|wallet)' and (e.kind ~ '^app_') = (p_show = 'apps')
      and e.id < p_before and e.created_at >= p_since and e.created_at < p_until order by e.id desc limit p_limit
  ) else array(
    select e from countersign.activity_events e
    where e.user_id = p_user_id and e.kind ~ case p_show when 'sign-ins' then '^sign' when 'wallets' then '^wallet' else '' end
      and e.id < p_before and e.created_at >= p_since and e.created_at < p_until order by e.id desc limit p_limit
  ) end;
  return jsonb_build_object('startedAt', (select a.created_at from countersign.accounts a where a.user_id = p_user_id), 'events', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', e.id, 'kind', e.kind, 'address', e.details ->> 'address', 'details', e.details, 'device', e.device,
      'label', wallet.label, 'hasWallet', wallet.address is not null,
      'sessionId', e.session_id, 'location', a.location, 'createdAt', e.created_at,
      -- A session that expired or ended at Auth keeps its row. The list may lack the oldest of a hundred.
      'hasSessionEnded', (case when cardinality(live) < 100 then e.session_id = any (live)
        else a.session_id is not null and a.ended_at is null end) is not true
    ) order by e.id desc), '[]')
    from unnest(page) e
    left join countersign.account_sessions a on a.session_id = e.session_id and a.user_id = p_user_id
    left join lateral (
      select w.address, w.label from countersign.wallets w
      where w.address = e.details ->> 'address' and w.user_id = p_user_id and w.removed_at is null
      -- If the address is live on two chains: the labeled one, or the most recently proven.
      order by w.label is null, w.proven_at desc limit 1
    ) wallet on true
  ));
end $$;
comment on function countersign.list_activity is
  'The newest events (all, sign-ins, wallets, apps, or security for the rest) before an ID and within times, with the label '
  'of the wallet that each is about, whether it is live, and the state of its session; and when the account began. Refuses like list_sessions.';

create table countersign_private.event_kinds (
  kind text primary key check (kind ~ '^[a-z]+_[a-z_]+$'),
  detail_names text[] not null default '{}',
  sends_mail boolean not null default false,
  most_an_hour integer check (most_an_hour > 0),
  check (most_an_hour is null or kind in ('sign_in_refused', 'passkey_renamed', 'app_token_reused'))
);
comment on table countersign_private.event_kinds is
  'All kinds of events. A new one is a row here, a sentence in event-row.tsx and, if it sends an email, one in lib/mail.';
comment on column countersign_private.event_kinds.detail_names is
  'The details that are stored. Any other is dropped. before is the earlier value; emails are stored shortened.';
comment on column countersign_private.event_kinds.most_an_hour is
  'For events that strangers can cause: more are dropped, so that they can''t bury others.';
alter table countersign_private.event_kinds enable row level security;
insert into countersign_private.event_kinds (kind, detail_names, sends_mail, most_an_hour) values
  -- Sign-in. second_step is the second factor used.
  ('signed_in', '{method,second_step}', false, null),
  ('signed_in_elsewhere', '{method,second_step}', true, null),
  ('sign_in_refused', '{method}', false, 5),
  ('session_ended', '{ended_device}', false, null),
  ('sessions_ended', '{}', false, null),
  -- Sign-in methods. method_found, method_lost and method_kept are about changes made outside this site.
  ('password_changed', '{}', true, null),
  ('email_changed', '{before,after}', true, null),
  ('factor_added', '{name}', true, null),
  ('factor_removed', '{name}', true, null),
  -- replace_recovery_codes records these two. The email of factor_added covers the first codes.
  ('recovery_codes_made', '{replaced}', true, null),
  ('first_recovery_codes_made', '{}', false, null),
  ('recovery_code_used', '{}', true, null),
  ('identity_added', '{provider}', true, null),
  ('identity_removed', '{provider}', true, null),
  -- Auth linked a provider to the account by its verified email: a sign-in method that the account didn't ask for.
  ('identity_joined', '{provider}', true, null),
  ('passkey_added', '{name}', true, null),
  ('passkey_renamed', '{before,name}', false, 20),
  ('passkey_removed', '{name}', true, null),
  ('method_found', '{means}', true, null),
  ('method_lost', '{means}', true, null),
  ('method_kept', '{means}', false, null),
  -- Account. Only its owner sees the new name, in the activity and in an export.
  ('account_exported', '{}', false, null),
  ('account_renamed', '{before,name}', false, null),
  -- Wallets.
  ('wallet_proven', '{address,method}', true, null),
  ('wallet_reproven', '{address,method}', false, null),
  ('wallet_moved_here', '{address,closed_account,method}', true, null),
  -- record_proof enqueues the email of this one.
  ('wallet_moved_away', '{address}', false, null),
  ('wallet_removed', '{address}', true, null),
  ('wallet_published', '{address}', true, null),
  ('wallet_unpublished', '{address}', false, null),
  ('wallet_listed', '{address}', true, null),
  ('wallet_unlisted', '{address}', false, null),
  ('wallet_label_changed', '{address,before,label}', false, null),
  ('wallet_made_primary', '{address}', false, null),
  -- The public page. list_wallet turns it on.
  ('page_closed', '{}', false, null),
  ('page_link_changed', '{}', false, null),
  ('page_github_shown', '{}', true, null),
  ('page_github_hidden', '{}', false, null),
  -- Apps that the account registered.
  ('app_registered', '{app}', true, null),
  ('app_changed', '{app,before}', false, null),
  ('app_secret_rotated', '{app}', true, null),
  ('app_removed', '{app}', false, null),
  -- Apps that have access to the account.
  ('app_allowed', '{app,host}', true, null),
  ('app_allowed_more', '{app,host}', false, null),
  ('app_ended', '{app,host}', false, null),
  ('app_wallet_shared', '{app,host,address}', false, null),
  ('app_wallet_unshared', '{app,host,address}', false, null),
  ('app_page_shared', '{app,host}', false, null),
  ('app_page_unshared', '{app,host}', false, null),
  -- Caused by an app whenever it signs the user in.
  ('app_token_reused', '{app,host}', true, 5),
  -- Team actions.
  ('team_ended_sessions', '{reason}', true, null),
  ('team_removed_second_factor', '{reason}', true, null);

create function countersign_private.add_event(
  p_user_id uuid, p_kind text, p_details jsonb, p_device text,
  p_session_id uuid default nullif(current_setting('countersign.acting_session', true), '')::uuid
) returns void language plpgsql set search_path = '' as $$
declare
  known countersign_private.event_kinds;
  acting countersign.account_sessions;
  kept jsonb;
begin
  select * into known from countersign_private.event_kinds k where k.kind = p_kind;
  perform countersign_private.refuse(400, 'request.unexpected') where not found;
  if known.most_an_hour is not null then
    -- Locked, so that concurrent events can't all be the last one allowed.
    perform from countersign.accounts a where a.user_id = p_user_id for update;
    if (
      select e.created_at from countersign.activity_events e
      where e.user_id = p_user_id and e.kind = p_kind and e.kind in ('sign_in_refused', 'passkey_renamed', 'app_token_reused')
      order by e.id desc offset known.most_an_hour - 1 limit 1
    ) > now() - interval '1 hour' then return; end if;
  end if;
  select coalesce(jsonb_object_agg(d.key, left(d.value, 200)), '{}') into kept
  from jsonb_each_text(coalesce(p_details, '{}')) d where d.key = any (known.detail_names) and d.value is not null;
  select * into acting from countersign.account_sessions a where a.session_id = p_session_id and a.user_id = p_user_id;
  p_device := coalesce(left(p_device, 200), acting.device);
  insert into countersign.activity_events (user_id, kind, details, device, session_id)
  values (p_user_id, p_kind, kept, p_device, acting.session_id);
  if known.sends_mail then
    kept := kept || jsonb_strip_nulls(jsonb_build_object('device', p_device));
    perform countersign_private.queue_mail(p_user_id, p_kind, kept);
    if p_details ? 'also_to' then
      perform countersign_private.queue_mail(p_user_id, p_kind, kept || jsonb_build_object('to', p_details ->> 'also_to'));
    end if;
  end if;
end $$;
comment on function countersign_private.add_event is
  'Locks the account row only for kinds with a limit. Doesn''t store also_to, or a session of another account. The session of '
  'lock_account, unless the caller names one or none.';

create function countersign_private.limit_changes(p_user_id uuid, p_code text) returns void
language plpgsql set search_path = '' as $$
declare
  changes integer := 0;
  events integer := 0;
  oldest timestamptz;
  changed_at timestamptz;
begin
  -- The events of one change have the same time. One consent adds up to 42: of 40 wallets, the page and the scopes.
  for changed_at in
    select e.created_at from countersign.activity_events e where e.user_id = p_user_id order by e.id desc limit 300
  loop
    exit when changed_at <= now() - interval '1 minute' or changes >= 60;
    events := events + 1;
    changes := changes + (changed_at is distinct from oldest)::integer;
    oldest := changed_at;
  end loop;
  -- now() is the start of a transaction: a faster transaction that began later may have written the oldest event, so the wait is
  -- capped.
  perform countersign_private.refuse(429, p_code, least(interval '1 minute', oldest + interval '1 minute' - now()))
  where changes >= 60 or events >= 300;
end $$;
comment on function countersign_private.limit_changes is 'Counts changes by their events, which are kept forever. The caller holds the account lock.';

create function countersign.record_event(
  p_user_id uuid, p_kind text, p_details jsonb, p_device text, p_acting_session_id uuid default null
) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.ensure_account(p_user_id);
  perform countersign_private.add_event(p_user_id, p_kind, p_details, p_device, p_acting_session_id);
end $$;
comment on function countersign.record_event is
  'Appends an event about something that Auth did for an account. The acting session is only stored. Refuses and locks like ensure_account and add_event.';

create function countersign.record_refused_sign_in(p_email text, p_method text, p_device text) returns void
language plpgsql security definer set search_path = '' as $$
declare known uuid;
begin
  select u.id into known from auth.users u
  where u.email = lower(p_email) and u.email_confirmed_at is not null and not u.is_sso_user
    and not exists (select from countersign_private.pending_deletions d where d.user_id = u.id);
  if found then
    perform countersign_private.ensure_account(known);
    perform countersign_private.add_event(known, 'sign_in_refused', jsonb_build_object('method', p_method), p_device);
  end if;
end $$;
comment on function countersign.record_refused_sign_in is
  'Records a refused sign-in with the account of this confirmed address, if one exists that isn''t being deleted; returns '
  'nothing either way. Locks the account row.';

create function countersign.record_sign_in(
  p_user_id uuid, p_session_id uuid, p_is_known_browser boolean, p_details jsonb, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  update countersign.account_sessions a set signed_in_at = now()
  where a.session_id = p_session_id and a.user_id = p_user_id and a.signed_in_at is null;
  if not found then return; end if;
  perform countersign_private.add_event(p_user_id, case when p_is_known_browser or not exists (
    select from countersign.activity_events e
    where e.user_id = p_user_id and e.kind in ('signed_in', 'signed_in_elsewhere')
  ) then 'signed_in' else 'signed_in_elsewhere' end, p_details, p_device);
end $$;
comment on function countersign.record_sign_in is
  'Records a sign-in, once per session: as one from a new device unless the account knows the browser or has never signed in '
  'before. Locks and refuses like lock_account.';

-- Emails are enqueued in the transaction that they report, so that none is lost between the database and the server.
create table countersign_private.outbox (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  kind text not null check (kind ~ '^[a-z]+_[a-z_]+$'),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
comment on table countersign_private.outbox is 'References no account: the email about a deletion outlives it.';
comment on column countersign_private.outbox.details is '"to" is an address that the account no longer has.';
comment on column countersign_private.outbox.due_at is 'Not sent before then: a caller is sending it, or a send has failed.';
create index outbox_by_due on countersign_private.outbox (due_at);
-- For delete_stale_mails, which runs on every enqueue and claim. Otherwise it would scan the whole queue, which holds a day of
-- emails while none are sent.
create index outbox_by_age on countersign_private.outbox (created_at);
create index outbox_given_up on countersign_private.outbox (due_at) where attempts >= 10;
alter table countersign_private.outbox enable row level security;

create function countersign_private.delete_stale_mails(p_at_most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  too_old integer;
  failed integer;
begin
  -- Skips locked rows: a later call deletes them.
  delete from countersign_private.outbox n where n.id = any (array(
    select stale.id from countersign_private.outbox stale where stale.created_at < now() - interval '1 day'
    order by stale.created_at limit p_at_most for update skip locked
  ));
  get diagnostics too_old = row_count;
  delete from countersign_private.outbox n where n.id = any (array(
    select stale.id from countersign_private.outbox stale where stale.attempts >= 10 and stale.due_at <= now()
    order by stale.due_at limit p_at_most for update skip locked
  ));
  get diagnostics failed = row_count;
  return too_old + failed;
end $$;
comment on function countersign_private.delete_stale_mails is 'Skips locked rows.';

create function countersign_private.queue_mail(p_user_id uuid, p_kind text, p_details jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  -- Also here, because a site that sends no email never claims any.
  perform countersign_private.delete_stale_mails(20);
  insert into countersign_private.outbox (user_id, kind, details) values (p_user_id, p_kind, p_details);
end $$;
comment on function countersign_private.queue_mail is 'Skips locked rows. "to" in the details is another recipient.';

create function countersign.claim_outbox(p_at_most integer)
returns table (id uuid, kind text, details jsonb, recipient text, "createdAt" timestamptz, "retryAt" timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.delete_stale_mails(20);
  return query
  with due as materialized (
    select n.id from countersign_private.outbox n where n.due_at <= now() order by n.due_at limit p_at_most
    for update skip locked
  ), claimed as (
    -- One minute to send it, doubling with each further attempt: nine waits add up to 8.5 hours.
    update countersign_private.outbox n
    set attempts = n.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ n.attempts from due where n.id = due.id
    returning n.*
  )
  select c.id, c.kind,
    c.details - 'to' || case when c.details ->> 'to' is not null then '{"isFormer": true}' else '{}' end::jsonb,
    coalesce(c.details ->> 'to', countersign_private.known_email(c.user_id)),
    c.created_at, c.due_at
  from claimed c order by c.created_at;
end $$;
comment on function countersign.claim_outbox is
  'Claims up to p_at_most due emails, each for one caller until retryAt. recipient is null if the account has no known email. '
  'Also deletes stale emails, even if p_at_most is 0. Skips locked rows.';

create function countersign.finish_outbox_mail(p_mail_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from countersign_private.outbox n where n.id = p_mail_id $$;
comment on function countersign.finish_outbox_mail is 'Deletes an email that was sent or has no recipient. Locks its row.';

-- Rate limits, shared by all processes of the server. A window begins with its first attempt, not with the hour of
-- the clock. The numbers are in lib/rate-limit/limits.ts.
-- Expired rows are deleted a few at a time, by ctid and with sequential scans off. Otherwise a plan that was cached while the
-- table was small would keep scanning all of it.
create table countersign_private.rate_limits (
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  key_hash text not null check (key_hash ~ '^[0-9a-f]{64}$'),
  attempts integer not null check (attempts > 0),
  window_ends_at timestamptz not null,
  primary key (kind, key_hash)
);
comment on table countersign_private.rate_limits is 'Keys are keyed hashes, which reveal no email or address.';
create index rate_limits_by_window on countersign_private.rate_limits (window_ends_at);
alter table countersign_private.rate_limits enable row level security;

create function countersign_private.count_attempt(p_kind text, p_key_hash text, p_lasts interval)
returns countersign_private.rate_limits language plpgsql set search_path = '' as $$
declare counted countersign_private.rate_limits;
begin
  insert into countersign_private.rate_limits as a (kind, key_hash, attempts, window_ends_at)
  values (p_kind, p_key_hash, 1, clock_timestamp() + p_lasts) on conflict (kind, key_hash) do update set
    attempts = case when a.window_ends_at <= clock_timestamp() then 1 else a.attempts + 1 end,
    window_ends_at = case
      when a.window_ends_at <= clock_timestamp() then excluded.window_ends_at else a.window_ends_at
    end
  returning a.* into counted;
  return counted;
end $$;
comment on function countersign_private.count_attempt is 'Locks the counter.';

create function countersign.consume_rate_limit(p_kind text, p_counters jsonb) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_sort = off as $$
declare
  counter record;
  window_ends timestamptz;
begin
  -- In the given order, the same for all attempts of a kind, so that calls can't deadlock.
  for counter in
    select c.value ->> 'key_hash' as key_hash,
      (c.value ->> 'attempts')::integer as most,
      make_interval(secs => (c.value ->> 'window_seconds')::integer) as lasts,
      coalesce((c.value ->> 'counted_later')::boolean, false) as counted_later
    from jsonb_array_elements(p_counters) with ordinality as c (value, place) order by c.place
  loop
    if counter.counted_later then
      select a.window_ends_at into window_ends from countersign_private.rate_limits a
      where a.kind = p_kind and a.key_hash = counter.key_hash
        and a.attempts >= counter.most and a.window_ends_at > clock_timestamp();
    else
      select c.window_ends_at into window_ends
      from countersign_private.count_attempt(p_kind, counter.key_hash, counter.lasts) c
      where c.attempts > counter.most;
    end if;
    -- Rolls back the counts above: a refused attempt isn't counted.
    perform countersign_private.refuse(429, 'auth.too_many_attempts', window_ends - clock_timestamp())
    where window_ends is not null;
  end loop;
  -- Deletes more rows than one attempt adds, so that they never pile up. Last, and skips locked rows, to avoid deadlocks.
  delete from countersign_private.rate_limits a where a.ctid = any (array(
    select over.ctid from countersign_private.rate_limits over where over.window_ends_at < now()
    order by over.window_ends_at limit 10 for update skip locked
  ));
end $$;
comment on function countersign.consume_rate_limit is
  'Counts one attempt on every counter, or on none and refuses with auth.too_many_attempts. Only checks counted_later ones. '
  'Locks the counters in the given order.';

create function countersign.reset_rate_limit(p_kind text, p_key_hashes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare forgotten text;
begin
  -- In the order in which consume_rate_limit locks them.
  for forgotten in
    select k.value from jsonb_array_elements_text(p_key_hashes) with ordinality as k (value, place) order by k.place
  loop
    delete from countersign_private.rate_limits a where a.kind = p_kind and a.key_hash = forgotten;
  end loop;
end $$;
comment on function countersign.reset_rate_limit is
  'Resets counters after a successful attempt. Locks them in the given order.';

-- Emails that Auth sends are counted once sent.
create function countersign_private.find_last_mail(p_email text, p_user_id uuid) returns timestamptz
language sql stable set search_path = '' as $$
  -- Separate queries, so that each uses an index.
  select greatest(u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at, u.reauthentication_sent_at)
  from auth.users u where u.id = p_user_id
  union all
  select greatest(u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at, u.reauthentication_sent_at)
  from auth.users u where p_user_id is null and u.email = lower(p_email) and u.is_sso_user = false limit 1 $$;

-- Single use under concurrency. Auth may accept a code more than once if concurrent transactions each read it as unused; here
-- one row decides.
create table countersign_private.single_uses (
  kind text not null check (kind in ('factor_code', 'mail_token', 'mail')),
  key_hash text not null check (key_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz not null default now(),
  primary key (kind, key_hash)
);
create index single_uses_by_age on countersign_private.single_uses (kind, used_at);
create index single_uses_by_time on countersign_private.single_uses (used_at);
alter table countersign_private.single_uses enable row level security;

create function countersign_private.consume_once(p_kind text, p_key_hash text, p_lasts interval) returns boolean
language plpgsql set search_path = '' set enable_seqscan = off set enable_sort = off as $$
begin
  -- Deletes more rows than one use adds, so that they never pile up. Compares the pair, because only the index on both columns
  -- finds it: by time alone Postgres would scan the old rows of other kinds.
  delete from countersign_private.single_uses u where u.ctid = any (array(
    select stale.ctid from countersign_private.single_uses stale
    where stale.kind = p_kind and (stale.kind, stale.used_at) < (p_kind, now() - p_lasts) and stale.key_hash <> p_key_hash
    order by stale.used_at limit 10 for update skip locked
  ));
  insert into countersign_private.single_uses as u (kind, key_hash) values (p_kind, p_key_hash)
  on conflict (kind, key_hash) do update set used_at = now() where u.used_at < now() - p_lasts;
  return found;
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign_private.consume_once is 'True for one concurrent caller. Locks the row of the key.';

create function countersign.consume_factor_code(p_code_hash text) returns boolean
language sql security definer set search_path = '' as $$
  -- Auth accepts a code for 90 seconds: a step of 30 seconds and one on either side. This is twice that.
  select countersign_private.consume_once('factor_code', p_code_hash, interval '180 seconds') $$;
comment on function countersign.consume_factor_code is
  'Uses up an authenticator code before Auth verifies it. True once in three minutes. Refuses and locks like consume_once.';

-- Sign-in methods: passwords, authenticators, providers, emails and passkeys. An access token suffices to change them at Auth,
-- outside this site. So this table stores the methods that this site set up, and they are compared with Auth's whenever a session
-- begins, is refreshed or steps up. An unannounced method is reported to the owner, and is no step-up until the owner keeps it.
create table countersign_private.sign_in_methods (
  id uuid not null default gen_random_uuid() unique,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  kind text not null check (kind in ('password', 'authenticator', 'identity', 'email', 'passkey')),
  reference text not null,
  name text not null,
  is_confirmed boolean not null,
  found_at timestamptz not null default now(),
  primary key (user_id, kind, reference)
);
comment on table countersign_private.sign_in_methods is
  'Sign-in methods that this site set up or the owner confirmed (is_confirmed), and unannounced ones found at Auth. An account '
  'without a row has not signed in yet.';
comment on column countersign_private.sign_in_methods.reference is
  'Identifies the method at Auth: an id, or the address of an email. For a password, a hash of Auth''s own hash.';
alter table countersign_private.sign_in_methods enable row level security;

create table countersign_private.announced_changes (
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  kind text not null check (kind in ('password', 'authenticator', 'identity', 'email', 'passkey')),
  reference text not null,
  session_id uuid,
  label text,
  device text,
  expires_at timestamptz not null,
  primary key (user_id, kind, reference),
  -- A new passkey is announced by its unguessable credential id, so that no other passkey matches. With the prefix, no made-up
  -- credential id can look like the id of a passkey being removed.
  constraint announced_changes_one_passkey
    check (kind <> 'passkey' or reference ~ '^new:.' or (reference !~ '^new:' and session_id is not null))
);
comment on table countersign_private.announced_changes is
  'Changes that this site asks Auth for. A matching method at Auth is its own, even if the response was lost. reference is '
  'empty for any of its kind; for a new passkey, "new:" and its credential id.';
create index announced_changes_by_expiry on countersign_private.announced_changes (expires_at);
alter table countersign_private.announced_changes enable row level security;

create function countersign_private.sign_in_methods_at_auth(p_user_id uuid)
returns table (kind text, reference text, name text, vouches_for text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select 'password',
    -- The id of the key with which Auth encrypts the password (GOTRUE_SECURITY_DB_ENCRYPTION_*; empty without one), and a hash.
    case when u.encrypted_password like '{%' then
      coalesce(substring(u.encrypted_password from '"key_id" *: *"([^"]*)"'), '') else '' end
      || ':' || encode(sha256(convert_to(u.encrypted_password, 'UTF8')), 'hex'), 'password', null
  from auth.users u where u.id = p_user_id and u.encrypted_password <> ''
  union all
  select 'authenticator', f.id::text, 'authenticator', null
  from auth.mfa_factors f where f.user_id = p_user_id and f.status::text = 'verified'
  union all
  select 'identity', i.id::text, i.provider,
    case when i.identity_data ->> 'email_verified' = 'true' then lower(i.identity_data ->> 'email') end
  from auth.identities i where i.user_id = p_user_id and i.provider <> 'email'
  union all
  select 'email', lower(u.email), 'email', null
  from auth.users u where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null
  union all
  select 'passkey', p.id::text, 'passkey', null from countersign_private.passkeys_at_auth(p_user_id) p;
end $$;

create function countersign_private.unannounced_sign_in_methods(p_user_id uuid)
returns table (kind text, reference text, name text) language plpgsql stable set search_path = '' as $$
begin
  return query select m.kind, m.reference, m.name from countersign_private.sign_in_methods_at_auth(p_user_id) m
  left join countersign_private.sign_in_methods k
    on k.user_id = p_user_id and k.kind = m.kind and k.reference = m.reference
  where exists (select from countersign_private.sign_in_methods any_of where any_of.user_id = p_user_id)
    and not coalesce(k.is_confirmed, (
      exists (
        select from countersign_private.announced_changes e
        where e.user_id = p_user_id and e.kind = m.kind and e.expires_at > now() and case m.kind
          -- By credential id alone: the removal of a passkey is announced by the passkey's id, and must not confirm it.
          when 'passkey' then exists (
            select from countersign_private.passkeys_at_auth(p_user_id) p
            where p.id::text = m.reference and e.reference = countersign_private.new_passkey_reference(p.credential_id)
          )
          else e.reference in ('', m.reference, m.name) end
      )
      -- Auth rewrites a password at sign-in once the project turns encryption on or changes the key. The id of the key precedes
      -- a colon and the 64 digits of the hash.
      or m.kind = 'password' and left(m.reference, -65) <> '' and exists (
        select from countersign_private.sign_in_methods before
        where before.user_id = p_user_id and before.kind = 'password' and before.is_confirmed
          and left(before.reference, -65) <> left(m.reference, -65)
      )
      -- Auth links a provider that vouches for the account's own email by itself. The owner of that address could sign in with an
      -- emailed code anyway.
      or exists (
        select from countersign_private.sign_in_methods address
        where address.user_id = p_user_id and address.kind = 'email' and address.is_confirmed
          and m.kind = 'identity' and address.reference = m.vouches_for
      )
    ));
end $$;

create function countersign_private.compare_sign_in_methods(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  is_known boolean := exists (select from countersign_private.sign_in_methods k where k.user_id = p_user_id);
  changed record;
  announced record;
begin
  -- Also on the first sign-in: then every method is the account's own.
  for changed in
    insert into countersign_private.sign_in_methods as k (user_id, kind, reference, name, is_confirmed)
    select p_user_id, m.kind, m.reference, m.name, true from countersign_private.sign_in_methods_at_auth(p_user_id) m
    where not exists (
      select from countersign_private.unannounced_sign_in_methods(p_user_id) f
      where f.kind = m.kind and f.reference = m.reference
    ) on conflict do nothing returning k.kind, k.reference
  loop
    -- Recorded here, because the response to the request that added the passkey may be lost.
    if is_known and changed.kind = 'passkey' then
      select e.device, e.session_id into announced from countersign_private.announced_changes e
      where e.user_id = p_user_id and e.kind = 'passkey' and e.reference = (
        select countersign_private.new_passkey_reference(p.credential_id)
        from countersign_private.passkeys_at_auth(p_user_id) p where p.id::text = changed.reference);
      perform countersign_private.add_event(p_user_id, 'passkey_added', jsonb_build_object(
        'name', countersign_private.read_passkey_name(p_user_id, changed.reference::uuid)), announced.device, announced.session_id);
    end if;
  end loop;
  if not is_known then return; end if;
  for changed in
    insert into countersign_private.sign_in_methods as k (user_id, kind, reference, name, is_confirmed)
    select p_user_id, f.kind, f.reference, f.name, false from countersign_private.unannounced_sign_in_methods(p_user_id) f
    on conflict do nothing returning k.name
  loop
    perform countersign_private.add_event(p_user_id, 'method_found', jsonb_build_object('means', changed.name), null, null);
  end loop;
  for changed in
    delete from countersign_private.sign_in_methods k where k.user_id = p_user_id
      and not exists (
        select from countersign_private.sign_in_methods_at_auth(p_user_id) m
        where m.kind = k.kind and m.reference = k.reference
      )
      -- Keeps the address for notifications until the new one is confirmed.
      and not (k.kind = 'email' and k.is_confirmed and exists (
        select from countersign_private.unannounced_sign_in_methods(p_user_id) f where f.kind = 'email'
      ))
    returning k.kind, k.reference, k.name, k.is_confirmed
  loop
    -- Recorded here, not by the server: Auth reports success to each of several concurrent deletions of a factor.
    select case e.kind when 'passkey' then 'passkey_removed' else 'factor_removed' end as event, e.label, e.device, e.session_id
    into announced from countersign_private.announced_changes e
    where e.user_id = p_user_id and e.kind = changed.kind and e.reference = changed.reference and e.label is not null
      and e.expires_at > now();
    if found then
      perform countersign_private.add_event(
        p_user_id, announced.event, jsonb_build_object('name', announced.label), announced.device, announced.session_id);
      continue;
    end if;
    -- A replaced password or email was reported above, and wallets are removed by functions of this schema.
    if changed.is_confirmed
      and (changed.kind in ('authenticator', 'passkey') or changed.kind = 'identity' and changed.name <> 'web3')
      and not exists (
        select from countersign_private.announced_changes e
        where e.user_id = p_user_id and e.kind = changed.kind and e.reference in ('', changed.reference)
          and e.expires_at > now()
      )
    then
      perform countersign_private.add_event(p_user_id, 'method_lost', jsonb_build_object('means', changed.name), null, null);
    end if;
  end loop;
end $$;
comment on function countersign_private.compare_sign_in_methods is 'Reports each change once. Doesn''t lock the account.';

create function countersign_private.known_email(p_user_id uuid) returns text language plpgsql stable set search_path = '' as $$
begin
  return (
    select case
      when exists (select from countersign_private.sign_in_methods k where k.user_id = p_user_id) then (
        select k.reference from countersign_private.sign_in_methods k
        where k.user_id = p_user_id and k.kind = 'email' and k.is_confirmed order by k.found_at desc limit 1
      )
      else u.email::text end
    from auth.users u where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null
  );
end $$;

-- The server announces a change before asking Auth for it, so that the change isn't reported as made outside this site.
create function countersign.begin_sign_in_method_change(
  p_user_id uuid, p_kind text, p_reference text, p_device text default null, p_acting_session_id uuid default null
) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  -- Methods that exist already aren't part of this change.
  perform countersign_private.compare_sign_in_methods(p_user_id);
  delete from countersign_private.announced_changes e where e.user_id = p_user_id and e.expires_at <= now();
  insert into countersign_private.announced_changes as e (user_id, kind, reference, expires_at, session_id, device, label)
  select p_user_id, expected.kind, expected.reference, now() + expected.span, p_acting_session_id, left(p_device, 200), (
    -- Only a removal names a recorded authenticator. An attacker may have chosen the name of an unannounced one.
    select case when k.is_confirmed then coalesce(nullif(f.friendly_name, ''), 'Authenticator')
      else 'set up outside this site' end
    from countersign_private.sign_in_methods k join auth.mfa_factors f on f.id::text = k.reference
    where k.user_id = p_user_id and k.kind = 'authenticator' and k.kind = expected.kind and k.reference = expected.reference
  )
  from (
    -- Longer for an authenticator's id, which can't be guessed, and for an email, which only its owner can confirm.
    select p_kind,
      case when p_kind = 'passkey' then countersign_private.new_passkey_reference(p_reference) else lower(p_reference) end,
      case when p_kind in ('authenticator', 'email') and p_reference <> '' then interval '1 day'
        else interval '15 minutes' end
    -- Auth adds the email of a provider to the account, and removes it with the provider.
    union all select 'email', '', interval '15 minutes' where p_kind = 'identity'
  ) as expected (kind, reference, span)
  on conflict (user_id, kind, reference) do update
  set expires_at = excluded.expires_at, session_id = excluded.session_id, device = excluded.device, label = excluded.label;
exception when check_violation or not_null_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.begin_sign_in_method_change is
  'Announces a change before the server asks Auth for it, for 15 minutes; a day for a named authenticator or email. Refuses '
  'like lock_account_row. Locks the account row.';

create function countersign.finish_sign_in_method_change(p_user_id uuid, p_kind text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.compare_sign_in_methods(p_user_id);
  delete from countersign_private.announced_changes e where e.user_id = p_user_id
    and (e.kind = p_kind or p_kind = 'identity' and e.kind = 'email' and e.reference = '')
    -- Keeps announcements of passkeys that other tabs are adding, and of passkeys and authenticators that other tabs are removing.
    and case when e.label is not null then not exists (
        select from countersign_private.sign_in_methods k
        where k.user_id = p_user_id and k.kind = e.kind and k.reference = e.reference
      )
      else e.kind <> 'passkey' or exists (
        select from countersign_private.sign_in_methods k
        join countersign_private.passkeys_at_auth(p_user_id) p on p.id::text = k.reference
        where k.user_id = p_user_id and k.kind = 'passkey'
          and e.reference = countersign_private.new_passkey_reference(p.credential_id)
      ) end;
  update countersign.account_sessions a set bypassed_factors = null
  where a.user_id = p_user_id and not countersign_private.list_second_factors(p_user_id) <@ a.bypassed_factors;
end $$;
comment on function countersign.finish_sign_in_method_change is
  'Records the change at Auth as this site''s own and ends the announcement. A recovery session older than one of the second factors '
  'no longer counts as two factors. Locks and refuses like lock_account_row.';

-- For the owner.
create function countersign.describe_sign_in_methods(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return (
    select jsonb_build_object(
      'email', coalesce(u.email, ''), 'hasPassword', coalesce(u.encrypted_password, '') <> '',
      'passwordChangedAt', case when coalesce(u.encrypted_password, '') <> '' then (
        select e.created_at from countersign.activity_events e
        where e.user_id = u.id and e.kind = 'password_changed' order by e.id desc limit 1
      ) end,
      'emailChange', (
        select jsonb_build_object('to', wanted.email, 'waitsForOld', wanted.waits_for_old, 'waitsForNew', wanted.waits_for_new)
        from (select
          coalesce(c.email, u.email_change) as email,
          c.user_id is not null and c.asks_old and c.old_agreed_at is null or c.user_id is null and exists (
            select from auth.one_time_tokens t
            where t.user_id = u.id and t.token_type::text = 'email_change_token_current'
          ) as waits_for_old,
          c.user_id is not null or exists (
            select from auth.one_time_tokens t where t.user_id = u.id and t.token_type::text = 'email_change_token_new'
          ) as waits_for_new
        ) wanted where wanted.email <> '' and (wanted.waits_for_old or wanted.waits_for_new)
      ),
      'walletsThatSignIn', (
        select count(distinct counted.address) from (
          -- A limit on distinct addresses would read all wallets of the account.
          select w.address from countersign.wallets w where w.user_id = u.id and w.removed_at is null
            and u.email <> '' and u.email_confirmed_at is not null and not u.is_sso_user limit 1000
        ) counted
      ),
      'passkeys', (select count(*) from countersign_private.remaining_passkeys(u.id)),
      'identities', coalesce((select jsonb_agg(jsonb_build_object(
          'id', i.id, 'provider', i.provider, 'subject', i.provider_id, 'email', coalesce(i.email, ''),
          'name', coalesce(i.identity_data ->> 'user_name', ''),
          'isProvenWallet', i.provider = 'web3' and exists (
            select from countersign.wallets w where w.user_id = u.id and w.removed_at is null
              and i.provider_id ^@ 'web3:solana:' and w.address = substr(i.provider_id, 13)
          )
        ) order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]')
    ) from auth.users u left join lateral countersign_private.find_email_change(u.id) c on true where u.id = p_user_id
  );
end $$;
comment on function countersign.describe_sign_in_methods is
  'Describes the account''s sign-in methods in more detail than Auth''s API does. Counts the addresses of 1000 wallets at most. '
  'Refuses like require_live_session.';

create function countersign.describe_account(p_user_id uuid, p_session_id uuid, p_chain text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare account countersign.accounts;
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  account := countersign_private.ensure_account(p_user_id);
  return jsonb_build_object(
    'code', account.code, 'displayName', account.display_name,
    'signInMethods', countersign.describe_sign_in_methods(p_user_id, p_session_id),
    'page', countersign.describe_public_page(p_user_id, p_session_id),
    'movedWallet', (
      select jsonb_build_object('address', w.address, 'movedAt', w.removed_at) from countersign.wallets w
      where w.user_id = p_user_id and w.chain = p_chain and w.removed_because = 'moved'
        and w.removed_at > now() - interval '30 days'
        and not exists (
          select from countersign.wallets back
          where back.user_id = p_user_id and back.chain = p_chain and back.address = w.address and back.removed_at is null
        )
      order by w.removed_at desc limit 1
    )
  );
end $$;
comment on function countersign.describe_account is
  'What pages show of the account, in one call: its code and name, describe_sign_in_methods, describe_public_page, and the last '
  'wallet of the chain that moved to another account in 30 days and isn''t back. Refuses like require_live_session. Doesn''t lock an '
  'existing account row.';

create function countersign.describe_security(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'sessions', array(select to_jsonb(s) from countersign.list_sessions(p_user_id, p_session_id) s),
    'passkeys', array(select to_jsonb(p) from countersign.list_passkeys(p_user_id, p_session_id) p),
    'signInMethods', countersign.describe_sign_in_methods(p_user_id, p_session_id),
    'codes', (select to_jsonb(c) from countersign.describe_recovery_codes(p_user_id) c),
    'found', array(
      select jsonb_build_object('id', k.id, 'kind', k.kind, 'name', k.name, 'foundAt', k.found_at,
        'reference', case when k.kind <> 'password' then k.reference end)
      from countersign_private.sign_in_methods k
      join countersign_private.unannounced_sign_in_methods(p_user_id) f on f.kind = k.kind and f.reference = k.reference
      where k.user_id = p_user_id and not k.is_confirmed order by k.found_at, k.id
    )
  );
end $$;
comment on function countersign.describe_security is
  'The content of the page Security, in one call: found are unannounced sign-in methods that the owner has yet to keep or remove. '
  'Refuses like require_live_session.';

create function countersign.keep_sign_in_method(p_user_id uuid, p_session_id uuid, p_method_id uuid, p_device text)
returns void language plpgsql security definer set search_path = '' as $$
declare kept text;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  update countersign_private.sign_in_methods k set is_confirmed = true
  where k.id = p_method_id and k.user_id = p_user_id and not k.is_confirmed returning k.name into kept;
  perform countersign_private.refuse(404, 'sign_in_method.unknown') where not found;
  perform countersign_private.add_event(p_user_id, 'method_kept', jsonb_build_object('means', kept), p_device);
  perform countersign_private.compare_sign_in_methods(p_user_id);
end $$;
comment on function countersign.keep_sign_in_method is
  'Confirms an unannounced sign-in method. Refuses like lock_account and require_recent_auth, and with sign_in_method.unknown '
  'if the account has no such method. Locks the account row.';

create function countersign.end_sessions_of_sign_in_method(p_user_id uuid, p_session_id uuid, p_method text, p_address text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  if p_method = 'wallet' then
    perform countersign_private.end_sessions_of_wallet(p_user_id, p_address, p_session_id);
  else
    perform countersign_private.end_sessions(p_user_id, array(
      select a.session_id from countersign.account_sessions a
      where a.user_id = p_user_id and a.session_id <> p_session_id and a.method = p_method and a.ended_at is null
    ), 'sign_in_method_removed');
  end if;
end $$;
comment on function countersign.end_sessions_of_sign_in_method is
  'Ends the other sessions that a method began, once Auth has removed it: p_method is its name, such as github, or wallet with '
  'p_address. Refuses like lock_account. Locks the account row.';

-- Step-up: a session may be a day old or stolen, so sensitive actions require users to confirm their identity again.
-- The table "Sensitive actions" of docs/security.md lists them all; supabase/sensitive-actions.test.ts tries each.
-- Long enough for one task, short enough for an unattended laptop.
create function countersign_private.step_up_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '10 minutes' $$;

-- As Auth's setting otp_expiry.
create function countersign_private.mailed_code_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '1 hour' $$;

create function countersign.require_recent_auth(p_user_id uuid, p_session_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  perform countersign_private.refuse(403, 'auth.recent_auth_required')
  where not exists (
    select from auth.sessions s left join countersign.account_sessions a on a.session_id = s.id
    where s.id = p_session_id and s.user_id = p_user_id
      and greatest(
        case when countersign_private.is_sign_in_step_up(p_user_id, p_session_id) then coalesce(a.recovered_at, s.created_at) end,
        a.stepped_up_at
      ) > now() - countersign_private.step_up_lifetime()
  );
end $$;
comment on function countersign.require_recent_auth is
  'Refuses like require_live_session, and with auth.recent_auth_required if the session has neither stepped up nor signed in '
  '(see is_sign_in_step_up) within step_up_lifetime.';

create function countersign_private.is_sign_in_step_up(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return countersign_private.is_passkey_session(p_user_id, p_session_id)
  or not countersign_private.is_unannounced_session(p_user_id, p_session_id) and (
    -- Auth accepts the code of any authenticator. factor_id is the authenticator that the session used last.
    not countersign_private.has_known_authenticator(p_user_id) or exists (
      select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id
        and s.factor_id = any (countersign.list_known_authenticators(p_user_id))
    ) or countersign_private.is_recovery_session(p_user_id, p_session_id)
  );
end $$;
comment on function countersign_private.is_sign_in_step_up is
  'Whether signing in to this session counts as a step-up. With a passkey of this site, always. Otherwise not if its method may be '
  'unannounced, or if the account has known authenticators and the session last used neither one of them nor a recovery code.';

create function countersign_private.is_unannounced_session(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- A session opened with a passkey has no valid mark if that passkey is unannounced, was removed, or confirmed another session.
  return (
    select case began.method
      when 'passkey' then not countersign_private.is_passkey_session(p_user_id, p_session_id)
      else exists (
        select from countersign_private.unannounced_sign_in_methods(p_user_id) f where began.method is null or case f.kind
          when 'password' then began.method = 'password'
          when 'email' then began.method in ('code', 'link', 'recovery', 'confirmation')
          when 'identity' then began.method = case f.name when 'web3' then 'wallet' else f.name end
          when 'passkey' then began.method = 'passkey'
          else false end
      ) end
    from (
      select (select a.method from countersign.account_sessions a where a.session_id = p_session_id)
    ) as began (method)
  );
end $$;

create function countersign_private.has_known_authenticator(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return cardinality(countersign.list_known_authenticators(p_user_id)) > 0;
end $$;

create function countersign.list_known_authenticators(p_user_id uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select m.reference::uuid from countersign_private.sign_in_methods_at_auth(p_user_id) m
    where m.kind = 'authenticator' and not exists (
      select from countersign_private.unannounced_sign_in_methods(p_user_id) f
      where f.kind = m.kind and f.reference = m.reference
    )
  );
end $$;
comment on function countersign.list_known_authenticators is
  'Returns the ids of the account''s authenticators whose codes count as a step-up: all but unannounced ones.';

create function countersign.list_step_up_methods(p_user_id uuid, p_chain text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when exists (select from countersign_private.known_passkeys(p_user_id)) then '["passkey"]'::jsonb
    else '[]' end
  || case when countersign_private.has_known_authenticator(p_user_id) then '["authenticator"]'::jsonb
    else coalesce((select jsonb_agg(way.name order by way.place)
      from auth.users u, lateral (
        values
          (1, 'password', coalesce(u.encrypted_password, '') <> ''
            and not exists (select from countersign_private.unannounced_sign_in_methods(u.id) f where f.kind = 'password')),
          (2, 'code', coalesce(u.email, '') <> '' and u.email_confirmed_at is not null
            and not exists (select from countersign_private.unannounced_sign_in_methods(u.id) f where f.kind = 'email')),
          (3, 'wallet', exists (
            select from countersign.wallets w where w.user_id = u.id and w.chain = p_chain and w.removed_at is null
          ))
      ) as way (place, name, is_there) where u.id = p_user_id and way.is_there), '[]') end;
end $$;
comment on function countersign.list_step_up_methods is
  'Returns the account''s step-up methods as a JSON array, best first: passkey, then only authenticator if it has one, else '
  'password, code and wallet (on p_chain). Omits unannounced methods.';

-- A session steps up only with a code that it requested. The code of an email that is being sent, or was sent within the last
-- minute, counts for the request too. Of several emails only the newest code works, for every session that requested one.
create function countersign.ask_for_code(p_user_id uuid, p_session_id uuid, p_withdraws boolean default false) returns boolean
language plpgsql security definer set search_path = '' as $$
declare has_asked boolean;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  has_asked := countersign.has_asked_for_code(p_user_id, p_session_id);
  update countersign.account_sessions a set code_asked_at = case when not p_withdraws then now() end
  where a.session_id = p_session_id and a.user_id = p_user_id;
  return has_asked;
end $$;
comment on function countersign.ask_for_code is
  'Records that this session asked for an emailed code to step up with, or withdraws it. Returns whether it had asked before '
  '(has_asked_for_code). Locks the account row. Refuses like lock_account.';

create function countersign.has_asked_for_code(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return exists (
    select from countersign.account_sessions a
    where a.session_id = p_session_id and a.user_id = p_user_id and a.code_asked_at > now() - countersign_private.mailed_code_lifetime()
  );
end $$;
comment on function countersign.has_asked_for_code is
  'Whether this session asked for an emailed code in the last hour, for which codes are valid, and hasn''t stepped up with one '
  'since. Refuses like require_live_session.';

create function countersign.record_step_up(p_user_id uuid, p_session_id uuid, p_by text) returns void
language plpgsql security definer set search_path = '' as $$
declare has_authenticator boolean;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  has_authenticator := countersign_private.has_known_authenticator(p_user_id);
  -- An account with an authenticator must use it. Its code has just raised the session to aal2.
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where has_authenticator and p_by is distinct from 'authenticator';
  -- Wallet and passkey have their own functions, which check the evidence.
  perform countersign_private.refuse(400, 'request.unexpected') where p_by in ('wallet', 'passkey');
  -- A session opened with a passkey gets here at aal1, without any code.
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where p_by = 'authenticator' and not exists (
    select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id and s.aal::text = 'aal2'
  );
  perform countersign_private.refuse(409, 'step_up.method_unknown')
  where not has_authenticator and exists (
    select from countersign_private.unannounced_sign_in_methods(p_user_id) f
    where p_by = case f.kind when 'email' then 'code' else f.kind end
  );
  perform countersign_private.refuse(403, 'auth.code_wrong')
  where p_by = 'code' and not countersign.has_asked_for_code(p_user_id, p_session_id);
  update countersign.account_sessions a set stepped_up_at = now(), stepped_up_by = p_by,
    code_asked_at = case when p_by <> 'code' then a.code_asked_at end
  where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null;
exception when check_violation or not_null_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.record_step_up is
  'Records a step-up by authenticator, password or code. Locks the account row. Refuses like lock_account, with '
  'auth.second_factor_required if the account has a known authenticator and p_by is another method, step_up.method_unknown if '
  'it is unannounced, and auth.code_wrong for a code that the session didn''t ask for.';

create function countersign.record_step_up_by_wallet(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text
) returns void language plpgsql security definer set search_path = '' as $$
declare
  signature bytea := countersign_private.read_base64(p_signature);
  evidence bytea := countersign_private.hash_evidence(countersign_private.read_base64(p_signed_bytes), signature);
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where countersign_private.has_known_authenticator(p_user_id);
  -- Single-use: the same signature can't confirm twice. A consumed challenge is accepted until a minute after it expires.
  update countersign_private.challenges c set expires_at = c.issued_at
  where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id and c.purpose = 'confirm'
    and c.consumed_with in (evidence, countersign_private.hash_evidence(c.message, signature))
    and c.expires_at > greatest(c.issued_at, now() - interval '1 minute')
    and exists (
      select from countersign.wallets w
      where w.user_id = p_user_id and w.address = c.address and w.chain = c.chain and w.removed_at is null
    );
  perform countersign_private.refuse(409, 'proof.challenge_gone') where not found;
  update countersign.account_sessions a set stepped_up_at = now(), stepped_up_by = 'wallet'
  where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null;
end $$;
comment on function countersign.record_step_up_by_wallet is
  'Records a step-up by a wallet whose signature consumed a challenge to confirm. Locks the account row. Refuses like '
  'lock_account, with auth.second_factor_required if there is a known authenticator, and proof.challenge_gone.';

-- Recovery from a lost second factor: recovery codes, and a way past an authenticator that an attacker set up.
create table countersign_private.recovery_codes (
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  kept_at timestamptz,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
alter table countersign_private.recovery_codes enable row level security;

create function countersign.replace_recovery_codes(
  p_user_id uuid, p_session_id uuid, p_code_hashes text[], p_device text default null
) returns timestamptz language plpgsql security definer set search_path = '' as $$
declare replaced boolean;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.refuse(403, 'factor.needed')
  where cardinality(p_code_hashes) > 0 and not exists (
    select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id and s.aal::text = 'aal2'
  );
  delete from countersign_private.recovery_codes r where r.user_id = p_user_id;
  replaced := found;
  update countersign.account_sessions a set bypassed_factors = null
  where a.user_id = p_user_id and a.bypassed_factors is not null;
  insert into countersign_private.recovery_codes (user_id, code_hash)
  select p_user_id, h from unnest(p_code_hashes) as h;
  if cardinality(p_code_hashes) = 0 then return now(); end if;
  -- The email about a new authenticator covers the account's first codes. Codes that void others always send their own.
  if not replaced and exists (
    -- Of the newest rows, since events are kept forever.
    select from (
      select e.kind, e.created_at from countersign.activity_events e
      where e.user_id = p_user_id order by e.id desc limit 60
    ) recent where recent.kind = 'factor_added' and recent.created_at > now() - interval '10 minutes'
  ) then
    perform countersign_private.add_event(p_user_id, 'first_recovery_codes_made', null, p_device);
  else
    perform countersign_private.add_event(p_user_id, 'recovery_codes_made',
      case when replaced then '{"replaced": "yes"}'::jsonb end, p_device);
  end if;
  return now();
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.replace_recovery_codes is
  'Replaces the recovery codes; an empty array deletes them. A session that used an earlier code no longer counts as two factors. '
  'Records an event, with an email unless they are the first codes of an authenticator added in the last 10 minutes. Locks the account '
  'row. Refuses like require_recent_auth, and with factor.needed at aal1.';

create function countersign.keep_recovery_codes(p_user_id uuid, p_session_id uuid, p_made_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  update countersign_private.recovery_codes r set kept_at = coalesce(r.kept_at, now())
  where r.user_id = p_user_id and r.made_at = p_made_at;
  return found;
end $$;
comment on function countersign.keep_recovery_codes is
  'Records that the recovery codes made at p_made_at were saved. Returns false if others have replaced them. Locks the account '
  'row. Refuses like lock_account.';

create function countersign.consume_recovery_code(
  p_user_id uuid, p_session_id uuid, p_code_hash text, p_device text
) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  -- Not lock_account: it refuses a session that still owes its second factor.
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  update countersign_private.recovery_codes r set used_at = now()
  where r.user_id = p_user_id and r.code_hash = p_code_hash and r.used_at is null;
  if not found then
    -- The response to the request that used the code may have been lost. This is then the account's only session, so it may
    -- send the code again.
    return exists (
      select from countersign_private.recovery_codes r
      join countersign.account_sessions a on a.user_id = r.user_id and a.recovered_at = r.used_at
      where r.user_id = p_user_id and r.code_hash = p_code_hash and a.session_id = p_session_id
    );
  end if;
  perform countersign_private.end_sessions_except(p_user_id, p_session_id, 'recovery_code_used');
  perform countersign_private.add_event(p_user_id, 'recovery_code_used', null, p_device, p_session_id);
  update countersign.account_sessions a set recovered_at = now(), is_removing_factors = false,
    bypassed_factors = countersign_private.list_second_factors(p_user_id)
  where a.session_id = p_session_id and a.user_id = p_user_id;
  return true;
end $$;
comment on function countersign.consume_recovery_code is
  'Consumes a recovery code, ends every other session, and marks this one as two factors (is_recovery_session). The session may '
  'repeat it; false for a wrong or used code. Locks the account row. Refuses with auth.signed_out.';

-- Why a recovery code counts as a second factor: it replaces the authenticator's code for one session. Auth still calls that
-- session aal1, and any other authenticator than the one the code was used for ends the mark.
create function countersign_private.list_second_factors(p_user_id uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select f.id from auth.mfa_factors f where f.user_id = p_user_id and f.status::text = 'verified' order by f.id
  );
end $$;

create function countersign_private.is_recovery_session(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from countersign.account_sessions a, countersign_private.list_second_factors(p_user_id) as present
    where a.session_id = p_session_id and a.user_id = p_user_id and present <> '{}'
      -- The session itself may have removed some of them, but none may have been added.
      and (present = a.bypassed_factors or a.is_removing_factors and present <@ a.bypassed_factors)
  );
end $$;

create function countersign_private.may_remove_lost_authenticator(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return countersign_private.is_recovery_session(p_user_id, p_session_id)
    and countersign_private.is_sign_in_step_up(p_user_id, p_session_id)
    -- A later step-up doesn't extend this.
    and exists (
      select from countersign.account_sessions a
      where a.session_id = p_session_id and a.recovered_at > now() - countersign_private.step_up_lifetime()
    );
end $$;

create function countersign.describe_recovery(p_user_id uuid, p_session_id uuid)
returns table ("mayRemove" boolean, "secondFactors" integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return query select countersign_private.may_remove_lost_authenticator(p_user_id, p_session_id),
    cardinality(countersign_private.list_second_factors(p_user_id));
end $$;
comment on function countersign.describe_recovery is
  'Returns whether begin_lost_authenticator_removal would let this session remove the account''s second factors, and how many '
  'it has. Refuses like require_live_session.';

create function countersign.begin_lost_authenticator_removal(p_user_id uuid, p_session_id uuid) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare bypassed uuid[];
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.refuse(403, 'auth.authenticator_code_required')
  where not countersign_private.may_remove_lost_authenticator(p_user_id, p_session_id);
  update countersign.account_sessions a set is_removing_factors = true
  where a.session_id = p_session_id and a.user_id = p_user_id returning a.bypassed_factors into bypassed;
  return array(
    select present.id from unnest(countersign_private.list_second_factors(p_user_id)) as present (id)
    where present.id = any (bypassed)
  );
end $$;
comment on function countersign.begin_lost_authenticator_removal is
  'Lets a session that used a recovery code within step_up_lifetime remove the second factors it bypassed. Returns the remaining ones, '
  'so it may be repeated. Locks the account row. Refuses like require_recent_auth, and with auth.authenticator_code_required.';

create function countersign.describe_recovery_codes(p_user_id uuid)
returns table (unused integer, "madeAt" timestamptz, "areKept" boolean)
language sql stable security definer set search_path = '' as $$
  select (count(*) filter (where r.used_at is null))::integer, max(r.made_at), coalesce(bool_and(r.kept_at is not null), false)
  from countersign_private.recovery_codes r where r.user_id = p_user_id $$;
comment on function countersign.describe_recovery_codes is
  'Returns the number of unused recovery codes, when they were made (null without codes), and whether they were saved.';

create function countersign.void_recovery_codes(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from countersign_private.recovery_codes r
  where r.user_id = p_user_id and not countersign_private.has_second_factor(p_user_id) $$;
comment on function countersign.void_recovery_codes is
  'Deletes the recovery codes of an account without a second factor, so that they don''t apply to its next one. Does nothing '
  'to other accounts. Locks only the rows it deletes.';

create function countersign.find_authenticator_recovery(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  gone text := (select a.method from countersign.account_sessions a where a.session_id = p_session_id);
  is_by_passkey boolean := countersign_private.is_passkey_session(p_user_id, p_session_id) and exists (
    select from auth.sessions s join countersign.account_sessions a on a.session_id = s.id
    where s.id = p_session_id and greatest(s.created_at, a.stepped_up_at) > now() - countersign_private.step_up_lifetime()
  );
begin
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  if countersign_private.has_known_authenticator(p_user_id)
    or not exists (select from countersign_private.unannounced_sign_in_methods(p_user_id) f where f.kind = 'authenticator')
    or countersign_private.is_unannounced_session(p_user_id, p_session_id) then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'email', coalesce(u.email, ''),
      'needsPassword', not is_by_passkey and ways ? 'password',
      'needsCode', not is_by_passkey and ways ? 'code',
      'foundAt', (
        select min(k.found_at) from countersign_private.sign_in_methods k
        where k.user_id = p_user_id and k.kind = 'authenticator'
      )
    ) from auth.users u, countersign.list_step_up_methods(p_user_id, '') ways where u.id = p_user_id
      -- Requires two factors that one theft can't yield: the same mailbox twice is one, a user-verifying passkey is two.
      and (
        is_by_passkey
        or ways ? 'password' and gone <> 'password'
        or ways ? 'code' and gone not in ('code', 'link', 'recovery', 'confirmation')
        -- An attacker's password has replaced the owner's. Access to the mailbox alone can't have set it: once an account has a second
        -- factor, Auth requires it for a new password.
        or ways ? 'code' and exists (
          select from countersign_private.unannounced_sign_in_methods(p_user_id) f where f.kind = 'password'
        )
      )
  );
end $$;
comment on function countersign.find_authenticator_recovery is
  'Requirements for a user with an unannounced authenticator: {email, needsPassword, needsCode, foundAt}. A passkey of '
  'this site, used within step_up_lifetime, needs neither. Null if recovery isn''t possible. Refuses with auth.signed_out.';

create function countersign.begin_authenticator_recovery(p_user_id uuid, p_session_id uuid) returns uuid[]
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where countersign.find_authenticator_recovery(p_user_id, p_session_id) is null;
  perform countersign_private.end_sessions_except(p_user_id, p_session_id, 'factors_changed');
  return array(
    select f.reference::uuid from countersign_private.unannounced_sign_in_methods(p_user_id) f
    where f.kind = 'authenticator'
  );
end $$;
comment on function countersign.begin_authenticator_recovery is
  'Ends every other session and returns the ids of the unannounced authenticators, which the server removes next. Locks the '
  'account row. Refuses like find_authenticator_recovery, and with auth.second_factor_required if that is null.';

-- Passkeys. Auth stores them, and any app of the project can register one. As with other sign-in methods, this schema records
-- which of them this site registered or the owner kept.
-- Older versions of Auth have no table for them. Postgres resolves the tables of a plpgsql function only when it executes the
-- statement, so auth.webauthn_credentials is only used in such functions, after a check of can_read_passkeys.
create function countersign_private.can_read_passkeys() returns boolean language plpgsql stable set search_path = '' as $$
begin
  return coalesce(has_table_privilege(to_regclass('auth.webauthn_credentials'), 'select'), false);
end $$;

create function countersign.can_read_passkeys() returns boolean
language sql stable security definer set search_path = '' as $$ select countersign_private.can_read_passkeys() $$;
comment on function countersign.can_read_passkeys is
  'Whether this project supports passkeys: false if its Auth is too old or doesn''t let them be read.';

-- A project can turn passkeys off while accounts have some. The database can't see that: the server sends a header.

create function countersign_private.passkeys_at_auth(p_user_id uuid) returns table (
  id uuid, credential_id text, name text, created_at timestamptz, last_used_at timestamptz, is_synced boolean
) language plpgsql stable set search_path = '' as $$
begin
  if not countersign_private.can_read_passkeys() then return; end if;
  return query select c.id, countersign_private.write_base64url(c.credential_id), c.friendly_name::text, c.created_at,
    c.last_used_at, c.backed_up
  from auth.webauthn_credentials c where c.user_id = p_user_id;
end $$;
comment on function countersign_private.passkeys_at_auth is 'Includes unannounced ones. Empty if can_read_passkeys is false.';

create function countersign_private.known_passkeys(p_user_id uuid) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  -- Returns early for most accounts, because the next query takes longer.
  if not exists (select from countersign_private.passkeys_at_auth(p_user_id)) then return; end if;
  return query select p.id from countersign_private.passkeys_at_auth(p_user_id) p where not exists (
    select from countersign_private.unannounced_sign_in_methods(p_user_id) f
    where f.kind = 'passkey' and f.reference = p.id::text
  );
end $$;

create function countersign_private.remaining_passkeys(p_user_id uuid) returns setof uuid
language sql stable set search_path = '' as $$
  select known.id from countersign_private.known_passkeys(p_user_id) as known (id) where not exists (
    select from countersign_private.announced_changes e where e.user_id = p_user_id and e.kind = 'passkey'
      and e.reference = known.id::text and e.expires_at > now()
  ) $$;

create function countersign_private.read_passkey_name(p_user_id uuid, p_passkey_id uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce((
    select p.name from countersign_private.passkeys_at_auth(p_user_id) p
    where p.id = p_passkey_id and countersign_private.is_label(p.name)
  ), 'Passkey') $$;

-- Why a passkey is two factors. Auth leaves a session opened with a passkey at aal1, even if the passkey verified the user. The
-- server requires that verification, by PIN or biometric, and marks the session here. The mark counts as the second factor and
-- is in no token. A session that Auth opened outside this site has no mark.
create table countersign_private.passkey_sessions (
  session_id uuid primary key,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  passkey_id uuid not null,
  began_at timestamptz not null default now()
);
comment on table countersign_private.passkey_sessions is 'A mark counts while Auth has the passkey and it is confirmed here.';
create index passkey_sessions_of_account on countersign_private.passkey_sessions (user_id, passkey_id);
alter table countersign_private.passkey_sessions enable row level security;

create function countersign_private.is_passkey_session(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from countersign_private.passkey_sessions s
    join countersign_private.sign_in_methods k on k.user_id = s.user_id and k.kind = 'passkey'
      and k.reference = s.passkey_id::text and k.is_confirmed
    where s.session_id = p_session_id and s.user_id = p_user_id
      and exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = s.passkey_id)
  );
end $$;

create function countersign_private.has_lost_passkey(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from countersign_private.passkey_sessions s
    where s.session_id = p_session_id
      and not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = s.passkey_id)
      -- The session that is removing it stays live; end_sessions_of_passkey deletes its mark.
      and not exists (
        select from countersign_private.announced_changes e where e.user_id = s.user_id and e.kind = 'passkey'
          and e.reference = s.passkey_id::text and e.session_id = s.session_id and e.expires_at > now()
      )
  );
end $$;
comment on function countersign_private.has_lost_passkey is 'Auth keeps such sessions. False for the session that removes the passkey.';

create function countersign.mark_passkey_session(p_user_id uuid, p_session_id uuid, p_credential_id text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  used uuid;
  marked uuid;
begin
  -- Not lock_account: without its mark, the session still owes the account's second factor.
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  select p.id into used from countersign_private.passkeys_at_auth(p_user_id) p
  where p.credential_id = countersign_private.write_base64url(countersign_private.read_base64url(p_credential_id))
    and exists (
      select from auth.mfa_amr_claims c where c.session_id = p_session_id and c.authentication_method = 'passkey'
    )
    and exists (
      select from countersign.account_sessions a where a.session_id = p_session_id and a.method = 'passkey'
    );
  select s.passkey_id into marked from countersign_private.passkey_sessions s where s.session_id = p_session_id;
  perform countersign_private.refuse(400, 'passkey.refused') where used is null or marked <> used;
  if marked is not null then return marked; end if;
  -- record_session has just compared the account's methods: a passkey without a confirmed row is unannounced.
  if not exists (
    select from countersign_private.sign_in_methods k
    where k.user_id = p_user_id and k.kind = 'passkey' and k.reference = used::text and k.is_confirmed
  ) then
    return null;
  end if;
  delete from countersign_private.passkey_sessions s
  where s.user_id = p_user_id and not exists (select from auth.sessions auths where auths.id = s.session_id);
  insert into countersign_private.passkey_sessions (session_id, user_id, passkey_id)
  values (p_session_id, p_user_id, used);
  return used;
end $$;
comment on function countersign.mark_passkey_session is
  'Marks a session as opened by a passkey that verified the user, before the server hands it out. Idempotent. Null without a '
  'mark if the passkey is unannounced. Locks the account row. Refuses with auth.signed_out and passkey.refused.';

create function countersign.record_step_up_by_passkey(p_user_id uuid, p_session_id uuid, p_proof_session uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Single-use: concurrent calls wait for this lock, and the second one finds no mark.
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.refuse(400, 'passkey.refused')
  where p_proof_session is null or p_proof_session = p_session_id
    or not countersign_private.is_session_live(p_user_id, p_proof_session)
    or not countersign_private.is_passkey_session(p_user_id, p_proof_session)
    or not exists (
      select from auth.sessions auths join countersign_private.passkey_sessions m on m.session_id = auths.id
      where auths.id = p_proof_session and least(auths.created_at, m.began_at) > now() - interval '1 minute'
    );
  delete from countersign_private.passkey_sessions s where s.session_id = p_proof_session;
  -- No client has received its tokens.
  perform countersign_private.end_sessions(p_user_id, array[p_proof_session], 'signed_out');
  update countersign.account_sessions a set stepped_up_at = now(), stepped_up_by = 'passkey'
  where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null;
end $$;
comment on function countersign.record_step_up_by_passkey is
  'Records a step-up by a passkey of this site, also with an authenticator. p_proof_session is the session that '
  'the passkey opened and mark_passkey_session marked, both within the last minute; it ends. Locks the account row. Refuses like '
  'lock_account, and with passkey.refused.';

create function countersign.end_sessions_of_passkey(p_user_id uuid, p_session_id uuid, p_passkey_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  -- The calling session stays. If this passkey opened it, it now owes the account's second factor.
  delete from countersign_private.passkey_sessions s
  where s.session_id = p_session_id and s.user_id = p_user_id and s.passkey_id = p_passkey_id
    and not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = p_passkey_id);
  perform countersign.require_live_session(p_user_id, p_session_id);
  perform countersign_private.end_sessions(p_user_id, array(
    select a.session_id from countersign.account_sessions a
    left join countersign_private.passkey_sessions s on s.session_id = a.session_id
    where a.user_id = p_user_id and a.session_id <> p_session_id and a.ended_at is null
      -- A passkey session without a mark may have used this passkey.
      and (s.passkey_id = p_passkey_id or s.session_id is null and a.method = 'passkey')
  ), 'sign_in_method_removed');
end $$;
comment on function countersign.end_sessions_of_passkey is
  'Called once Auth has removed a passkey: ends every other session that it opened. Locks the account row. Refuses like '
  'require_live_session.';

-- Adding, renaming and removing a passkey, which Auth does. The server announces a new passkey by its unguessable credential
-- id. If Auth refuses, it withdraws the announcement: otherwise that passkey could be added outside this site unreported.
create function countersign.list_passkeys(p_user_id uuid, p_session_id uuid) returns table (
  id uuid, "credentialId" text, name text, "addedAt" timestamptz, "lastUsedAt" timestamptz, "isSynced" boolean,
  "isConfirmed" boolean
) language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return query
  select p.id, p.credential_id, p.name, p.created_at, p.last_used_at, p.is_synced,
    p.id in (select known from countersign_private.known_passkeys(p_user_id) known)
  from countersign_private.passkeys_at_auth(p_user_id) p order by p.created_at, p.id;
end $$;
comment on function countersign.list_passkeys is
  'Returns the account''s passkeys for its owner, oldest first. lastUsedAt may be null. isSynced: backed up when '
  'registered. isConfirmed: not unannounced. Refuses like require_live_session.';

create function countersign.is_credential_known(p_credential_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- If in doubt, a passkey is not reported as unknown: password managers hide unknown passkeys.
  if not countersign_private.can_read_passkeys() then return true; end if;
  return exists (
    select from auth.webauthn_credentials c
    where c.credential_id = countersign_private.read_base64url(p_credential_id)
  );
end $$;
comment on function countersign.is_credential_known is
  'Whether any account of the project has this passkey (credential id in base64url). True if Auth''s can''t be read.';

create function countersign_private.new_passkey_reference(p_credential_id text) returns text
language sql immutable set search_path = '' as $$
  -- In lower case, like all announced references. A credential id has at least 128 bits: enough are left to be unguessable.
  select 'new:' || lower(p_credential_id) $$;

create function countersign.begin_passkey_removal(p_user_id uuid, p_session_id uuid, p_passkey_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  -- A method that is already gone is not part of this change.
  perform countersign_private.compare_sign_in_methods(p_user_id);
  perform countersign_private.refuse(404, 'passkey.gone')
  where not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = p_passkey_id);
  delete from countersign_private.announced_changes e where e.user_id = p_user_id and e.expires_at <= now();
  insert into countersign_private.announced_changes as e (user_id, kind, reference, expires_at, session_id, label)
  values (
    p_user_id, 'passkey', p_passkey_id::text, now() + interval '15 minutes', p_session_id,
    countersign_private.read_passkey_name(p_user_id, p_passkey_id)
  ) on conflict (user_id, kind, reference) do update
  set expires_at = excluded.expires_at, session_id = excluded.session_id, label = excluded.label;
  -- Checked under the lock, so removals in other tabs count. An unannounced passkey can always be removed.
  perform countersign_private.refuse(409, 'passkey.last')
  where p_passkey_id in (select known from countersign_private.known_passkeys(p_user_id) known)
    and not countersign_private.has_other_sign_in_method(p_user_id, '');
end $$;
comment on function countersign.begin_passkey_removal is
  'Announces a removal for 15 minutes. The passkey''s sessions end with it, except this one. Locks the account row. Refuses '
  'like require_recent_auth, with passkey.gone, and with passkey.last if no other method signs in.';

create function countersign.withdraw_passkey_change(p_user_id uuid, p_credential_id text, p_passkey_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  delete from countersign_private.announced_changes e where e.user_id = p_user_id and e.kind in ('passkey', 'authenticator')
    and e.reference in (countersign_private.new_passkey_reference(p_credential_id), p_passkey_id::text);
  perform countersign_private.compare_sign_in_methods(p_user_id);
end $$;
comment on function countersign.withdraw_passkey_change is
  'Withdraws an announcement after Auth refused to add a passkey (by its credential id), or to remove one or an authenticator '
  '(by its id), so that such a change counts as unannounced. Locks the account row. Refuses like lock_account_row.';

create function countersign.rename_passkey(p_user_id uuid, p_session_id uuid, p_passkey_id uuid, p_name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.refuse(400, 'passkey.name_invalid') where countersign_private.is_label(p_name) is not true;
  perform countersign_private.refuse(404, 'passkey.gone')
  where not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = p_passkey_id);
  -- Some projects don't grant this right. A missing table was already refused above: it has no passkeys.
  perform countersign_private.refuse(422, 'passkey.off')
  where not has_table_privilege('auth.webauthn_credentials', 'update');
  update auth.webauthn_credentials c set friendly_name = p_name where c.id = p_passkey_id and c.user_id = p_user_id;
end $$;
comment on function countersign.rename_passkey is
  'Renames a passkey in Auth''s table, because Auth refuses while passkeys are off. Locks the account row. Refuses like '
  'lock_account, with passkey.name_invalid, passkey.gone and passkey.off.';

-- Offering a passkey.
create table countersign_private.passkey_offers (
  user_id uuid primary key references countersign.accounts (user_id) on delete cascade,
  shown_at timestamptz not null,
  declined_at timestamptz,
  times_declined integer not null default 0
);
alter table countersign_private.passkey_offers enable row level security;

create function countersign.claim_passkey_offer(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  if not countersign_private.can_read_passkeys()
    or exists (select from countersign_private.passkeys_at_auth(p_user_id))
  then
    return false;
  end if;
  -- A new account's page is about its first proof.
  if not exists (select from countersign.wallets w where w.user_id = p_user_id and w.removed_at is null) then
    return false;
  end if;
  insert into countersign_private.passkey_offers as o (user_id, shown_at) values (p_user_id, now())
  on conflict (user_id) do update set shown_at = now()
  where o.times_declined < 2 and o.shown_at <= now() - interval '30 days';
  return found;
end $$;
comment on function countersign.claim_passkey_offer is
  'Returns whether to offer the account a passkey now, and records that it was offered: it has a proven wallet and no passkey, '
  'was not offered one in 30 days and has declined at most once. Of concurrent calls, one gets true. Locks the account row. '
  'Refuses like lock_account.';

create function countersign.decline_passkey_offer(p_user_id uuid, p_session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  -- At most once per offer.
  update countersign_private.passkey_offers o set declined_at = now(), times_declined = o.times_declined + 1
  where o.user_id = p_user_id and (o.declined_at is null or o.declined_at < o.shown_at);
end $$;
comment on function countersign.decline_passkey_offer is
  'Records that the account declined the offer. Locks the account row. Refuses like lock_account.';

-- Signing in with a wallet. Auth checks no nonce, so the server issues a challenge first. A live proof decides which account
-- owns the wallet. Without one, Auth's web3 identity does.
-- With a text that a wallet signed on any site, an attacker can have Auth create an account for that wallet, and add a password.
-- So before the wallet's owner gets such an account, clear_all_but_wallet deletes all that the wallet did not sign for. If the
-- account has been used here without the wallet, it loses the wallet instead.
create table countersign_private.wallet_sessions (
  session_id uuid primary key,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  address text not null check (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$')
);
comment on table countersign_private.wallet_sessions is
  'The server opens some by a link that it creates and redeems itself, so their tokens claim that an email was opened.';
create index wallet_sessions_of_account on countersign_private.wallet_sessions (user_id);
alter table countersign_private.wallet_sessions enable row level security;

create function countersign.issue_sign_in_challenge(
  p_browser_hash text, p_method text, p_chain text, p_address text, p_origin text, p_nonce text, p_message text,
  p_expires_in_seconds integer
) returns uuid language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('wallet sign-in ' || p_browser_hash, 0));
  -- Deletes more than it adds, so expired challenges never pile up. Skips locked rows, so it never waits.
  delete from countersign_private.challenges c
  where c.id in (
    select over.id from countersign_private.challenges over
    where over.purpose = 'sign-in' and over.expires_at < now() - interval '1 hour' order by over.expires_at limit 10
    for update skip locked
  );
  return countersign_private.store_challenge(
    'sign-in', null, null, p_browser_hash, p_method, p_chain, p_address, p_origin, p_nonce, p_message,
    p_expires_in_seconds
  );
end $$;
comment on function countersign.issue_sign_in_challenge is
  'Issues a challenge to a signed-out browser and returns its id. Takes a lock on the browser. Refuses like store_challenge.';

create function countersign.consume_sign_in_challenge(
  p_id uuid, p_browser_hash text, p_signed_bytes text, p_signature text
) returns table (method text, chain text, address text, origin text, message text)
language sql security definer set search_path = '' as $$
  update countersign_private.challenges c set consumed_at = now(), consumed_with = evidence.hash
  from (
    select countersign_private.hash_evidence(
      countersign_private.read_base64(p_signed_bytes), countersign_private.read_base64(p_signature)
    ) as hash
  ) evidence where c.id = p_id and c.browser_hash = p_browser_hash and evidence.hash is not null
    and c.consumed_at is null and c.expires_at > now()
  returning c.method, c.chain, c.address, c.origin, countersign_private.write_base64(c.message) $$;
comment on function countersign.consume_sign_in_challenge is
  'Consumes a challenge with this signature, before it is verified, and returns it to one of concurrent calls. No row if it is '
  'another browser''s, used or expired. Locks the challenge row.';

create function countersign.find_wallet_account(p_chain text, p_address text)
returns table ("provenBy" uuid, "provenByEmail" text, "identityOf" uuid, "wasRemoved" boolean)
language sql stable security definer set search_path = '' as $$
  select live.user_id,
    (
      select u.email::text from auth.users u
      where u.id = live.user_id and u.email <> '' and u.email_confirmed_at is not null and not u.is_sso_user
    ),
    i.user_id,
    exists (
      select from countersign.wallets w
      where w.user_id = i.user_id and w.address = p_address and w.removed_at is not null
    )
  from (select) as one_row
  left join lateral (
    select w.user_id from countersign.wallets w where w.address = p_address and w.removed_at is null
    -- After a site has changed its chain, a proof on the old chain still decides.
    order by (w.chain = p_chain) desc, w.proven_at desc limit 1
  ) live on true
  left join auth.identities i on i.provider = 'web3' and i.provider_id = 'web3:solana:' || p_address $$;
comment on function countersign.find_wallet_account is
  'Returns one row on who owns this wallet: the account it is proven on, with its confirmed email; the account that Auth would '
  'sign in; whether that one removed the wallet. Ids and email may be null. Server only, after the wallet has signed.';

create function countersign_private.has_wallet_identity(p_user_id uuid, p_address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from auth.identities i
    where i.user_id = p_user_id and i.provider = 'web3' and i.provider_id = 'web3:solana:' || p_address) $$;

create function countersign_private.has_other_sign_in_method(p_user_id uuid, p_address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from auth.users u where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null)
  or exists (
    select from auth.identities i
    where i.user_id = p_user_id and i.provider <> 'email' and i.provider_id <> 'web3:solana:' || p_address
  )
  -- Unless the server says that passkeys can't sign in. A forged header only leads to more refusals.
  or nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-countersign-passkeys' is distinct from 'off'
    and exists (select from countersign_private.remaining_passkeys(p_user_id)) $$;

create function countersign.claim_wallet_account(p_user_id uuid, p_address text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wallet_identity text := 'web3:solana:' || p_address;
  account countersign.accounts := countersign_private.lock_account_row(p_user_id);
begin
  -- Already settled in another tab.
  if countersign_private.has_wallet(p_user_id, p_address) then return 'claimed'; end if;
  perform countersign_private.refuse(409, 'proof.challenge_gone')
  where not countersign_private.has_wallet_identity(p_user_id, p_address) or exists (
    select from countersign.wallets w where w.address = p_address and (w.removed_at is null or w.user_id = p_user_id)
  );
  begin
    if account.signed_in_without_wallet_at is null
      and not exists (select from countersign.wallets w where w.user_id = p_user_id)
    then
      -- Waits for a concurrent change by Auth, which is then deleted too.
      perform from auth.users u where u.id = p_user_id for update;
      if not countersign_private.holds_only_wallet(p_user_id, wallet_identity) then
        perform countersign_private.clear_all_but_wallet(p_user_id, wallet_identity);
      end if;
      return 'claimed';
    end if;
    if countersign_private.has_other_sign_in_method(p_user_id, p_address) then
      perform countersign_private.remove_wallet_identity(p_user_id, p_address);
      return 'released';
    end if;
  exception when insufficient_privilege then null; -- Some projects don't grant this. The wallet then opens no account here.
  end;
  perform countersign_private.refuse(409, 'wallet.opens_other_account');
end $$;
comment on function countersign.claim_wallet_account is
  'Settles who owns an account that Auth would open to a wallet. claimed: only wallets have signed in here, so all but this '
  'wallet is deleted. released: it loses only the wallet. Locks the account row, then Auth''s user. Refuses with '
  'auth.signed_out, proof.challenge_gone and wallet.opens_other_account.';

create function countersign_private.holds_only_wallet(p_user_id uuid, p_identity text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  table_name text;
  is_there boolean;
begin
  if exists (
    select from auth.users u
    where u.id = p_user_id and (
      coalesce(u.email, '') <> '' or coalesce(u.phone, '') <> '' or coalesce(u.encrypted_password, '') <> ''
      or coalesce(u.email_change, '') <> '' or coalesce(u.phone_change, '') <> ''
    )
  )
  or exists (
    select from auth.sessions s
    where s.user_id = p_user_id and not countersign_private.is_session_live(p_user_id, s.id)
  ) or exists (select from auth.mfa_factors f where f.user_id = p_user_id)
  or exists (select from auth.one_time_tokens t where t.user_id = p_user_id)
  or exists (
    select from auth.identities i
    where i.user_id = p_user_id and not (i.provider = 'web3' and i.provider_id = p_identity)
  )
  or exists (select from auth.flow_state f where f.user_id = p_user_id) then
    return false;
  end if;
  -- Not every version of Auth has these tables.
  foreach table_name in array
    array['webauthn_credentials', 'webauthn_challenges', 'oauth_authorizations', 'oauth_consents']
  loop
    if to_regclass('auth.' || table_name) is not null then
      execute format('select exists (select from auth.%I where user_id = $1)', table_name) into is_there using p_user_id;
      if is_there then return false; end if;
    end if;
  end loop;
  -- Last, because the column has no index.
  if countersign_private.knows_linking_target() then
    execute 'select exists (select from auth.flow_state where linking_target_id = $1)' into is_there using p_user_id;
    if is_there then return false; end if;
  end if;
  return true;
end $$;

create function countersign_private.clear_all_but_wallet(p_user_id uuid, p_identity text) returns void
language plpgsql set search_path = '' as $$
declare table_name text;
begin
  -- The only live sessions of this account were opened here by a wallet.
  delete from auth.sessions s
  where s.user_id = p_user_id and not countersign_private.is_session_live(p_user_id, s.id);
  delete from auth.mfa_factors f where f.user_id = p_user_id;
  delete from auth.one_time_tokens t where t.user_id = p_user_id;
  delete from auth.identities i
  where i.user_id = p_user_id and not (i.provider = 'web3' and i.provider_id = p_identity);
  -- Provider sign-ins and links that have not been completed.
  delete from auth.flow_state f where f.user_id = p_user_id;
  if countersign_private.knows_linking_target() then
    execute 'delete from auth.flow_state where linking_target_id = $1' using p_user_id;
  end if;
  -- Not every version of Auth has these tables.
  foreach table_name in array
    array['webauthn_credentials', 'webauthn_challenges', 'oauth_authorizations', 'oauth_consents']
  loop
    if to_regclass('auth.' || table_name) is not null then
      execute format('delete from auth.%I where user_id = $1', table_name) using p_user_id;
    end if;
  end loop;
  update auth.users u set
    email = null, email_confirmed_at = null, encrypted_password = '', phone = null, phone_confirmed_at = null,
    email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
    phone_change = '', phone_change_token = '', confirmation_token = '', recovery_token = '', reauthentication_token = '',
    raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || '{"provider": "web3", "providers": ["web3"]}'
  where u.id = p_user_id;
end $$;
comment on function countersign_private.clear_all_but_wallet is 'The caller holds the account lock.';

create function countersign_private.remove_wallet_identity(p_user_id uuid, p_address text) returns void
language sql set search_path = '' as $$
  delete from auth.identities i
  where i.user_id = p_user_id and i.provider = 'web3' and i.provider_id = 'web3:solana:' || p_address;
  -- Auth updates this list only when it changes identities itself, and copies it into tokens.
  update auth.users u set raw_app_meta_data = u.raw_app_meta_data || jsonb_build_object('providers', (
    select coalesce(jsonb_agg(distinct i.provider), '[]') from auth.identities i where i.user_id = p_user_id
  )) where u.id = p_user_id $$;
comment on function countersign_private.remove_wallet_identity is 'The caller holds the account lock.';

-- Auth keeps a started provider sign-in for a day, without an index on the account it will be linked to. Queries name the
-- column only if it exists; converting each row to JSON instead takes 20 times as long.
create function countersign_private.knows_linking_target() returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = to_regclass('auth.flow_state') and a.attname = 'linking_target_id' and not a.attisdropped
  );
end $$;

create function countersign.record_wallet_sign_in(
  p_id uuid, p_browser_hash text, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text,
  p_device text
) returns table ("proofId" uuid, "walletId" uuid)
language plpgsql security definer set search_path = '' as $$
declare
  signed_bytes bytea := countersign_private.read_base64(p_signed_bytes);
  signature bytea := countersign_private.read_base64(p_signature);
  account countersign.accounts;
  issued countersign_private.challenges;
begin
  select * into issued from countersign_private.challenges c
  where c.id = p_id and c.browser_hash = p_browser_hash and c.method <> 'memo'
    -- The server gets here within seconds of consuming it.
    and c.consumed_at > now() - interval '1 minute'
    -- A wallet may return the bare message although it signed a frame around it. The proof stores the frame.
    and c.consumed_with in (
      countersign_private.hash_evidence(signed_bytes, signature),
      countersign_private.hash_evidence(c.message, signature)
    );
  perform countersign_private.refuse(409, 'proof.challenge_gone') where not found;
  -- The same lock order as in record_proof: the address, then the account.
  perform pg_advisory_xact_lock(hashtextextended(issued.chain || ' ' || issued.address, 0));
  account := countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.refuse(409, 'proof.challenge_gone')
  where exists (select from countersign.proofs p where p.challenge_id = issued.id);
  perform countersign_private.refuse(400, 'proof.refused')
  where not countersign_private.has_wallet_identity(p_user_id, issued.address);
  perform countersign_private.refuse(409, 'wallet.removed_from_account')
  where exists (
    select from countersign.wallets w
    where w.user_id = p_user_id and w.address = issued.address and w.removed_at is not null
  );
  perform countersign_private.refuse(409, 'wallet.proven_elsewhere')
  where exists (
    select from countersign.wallets w
    where w.address = issued.address and w.removed_at is null and w.user_id <> p_user_id
  );
  -- Already stored by another tab: returns its proof.
  select w.proof_id, w.id into "proofId", "walletId" from countersign.wallets w
  where w.user_id = p_user_id and w.chain = issued.chain and w.address = issued.address and w.removed_at is null;
  if found then
    return next;
    return;
  end if;
  "proofId" := gen_random_uuid();
  insert into countersign.wallets (user_id, chain, address, proof_id, proven_at)
  values (p_user_id, issued.chain, issued.address, "proofId", now()) returning id into "walletId";
  perform countersign_private.choose_primary(p_user_id, issued.chain);
  perform countersign_private.store_proof(
    "proofId", "walletId", account, issued, signed_bytes, signature, false, 'proven'
  );
  perform countersign_private.add_wallet_event(p_user_id, 'wallet_proven', issued.address, p_device);
  return next;
exception when check_violation or not_null_violation then
  perform countersign_private.refuse(400, 'proof.refused');
end $$;
comment on function countersign.record_wallet_sign_in is
  'Stores the wallet that just signed in and a proof from that signature. Takes the address lock, then the account row. Refuses '
  'like lock_account, with proof.challenge_gone, proof.refused, wallet.removed_from_account and wallet.proven_elsewhere.';

create function countersign.mark_wallet_session(p_user_id uuid, p_session_id uuid, p_address text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Not lock_account: the session may still owe its second factor.
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  -- Checked under the lock: the wallet may have left while the session was being opened.
  perform countersign_private.refuse(409, 'wallet.removed_from_account')
  where not countersign_private.has_wallet(p_user_id, p_address);
  delete from countersign_private.wallet_sessions w
  where w.user_id = p_user_id and not exists (select from auth.sessions s where s.id = w.session_id);
  insert into countersign_private.wallet_sessions (session_id, user_id, address)
  values (p_session_id, p_user_id, p_address) on conflict (session_id) do nothing;
end $$;
comment on function countersign.mark_wallet_session is
  'Records which wallet opened this session, before the server hands it out. Locks the account row. Refuses with '
  'auth.signed_out if the session is not live, and with wallet.removed_from_account if the wallet has just left the account.';

create function countersign.is_wallet_session(p_session_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from countersign_private.wallet_sessions w where w.session_id = p_session_id) $$;
comment on function countersign.is_wallet_session is
  'Whether a wallet opened this session. If so, no email was opened, whatever its token says.';

create function countersign_private.end_sessions_of_wallet(p_user_id uuid, p_address text, p_keep uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- Also proven on another chain, so it can still sign in.
  if countersign_private.has_wallet(p_user_id, p_address) then return; end if;
  perform countersign_private.end_sessions(p_user_id, array(
    select s.id from auth.sessions s left join countersign_private.wallet_sessions w on w.session_id = s.id
    left join countersign.account_sessions a on a.session_id = s.id
    where s.user_id = p_user_id and s.id is distinct from p_keep
      -- A wallet session without a recorded wallet may have used this one.
      and (w.address = p_address or (w.session_id is null and a.method = 'wallet'))
  ), 'sign_in_method_removed');
end $$;
comment on function countersign_private.end_sessions_of_wallet is 'The caller holds the account lock.';

-- Emailed codes and links, and first passwords.
-- An attacker can sign up with another person's address and a password, which Auth keeps even if it is never confirmed. So signing
-- up leaves a mark in the account's metadata, and the browser keeps the value that the mark is derived from. Before a code or link
-- is used, the server finds out whose password it is. A password that isn't the confirming user's is deleted in Auth's transaction
-- that confirms the address, so nothing can fail in between. An account created for an emailed code has the mark 'code' and a
-- password that Auth made up.
create table countersign_private.unverified_passwords (user_id uuid primary key references auth.users (id) on delete cascade);
alter table countersign_private.unverified_passwords enable row level security;

create function countersign.resolve_first_password(p_token_hash text, p_email text, p_mark text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  owner_id uuid;
  holds_token boolean;
  is_confirmed boolean;
  mark text;
begin
  select t.user_id into owner_id from auth.one_time_tokens t
    where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash) limit 1;
  holds_token := found;
  if not holds_token then
    select u.id into owner_id from auth.users u where u.email = lower(p_email) and not u.is_sso_user;
  end if;
  select u.email_confirmed_at is not null, u.raw_user_meta_data ->> 'sign_up_mark'
    into is_confirmed, mark from auth.users u where u.id = owner_id;
  if not found then
    return null;
  elsif is_confirmed then
    return 'confirmed';
  elsif mark is distinct from p_mark or p_mark is null then
    if mark = 'code' then return 'made_up'; end if;
    insert into countersign_private.unverified_passwords (user_id) values (owner_id) on conflict do nothing;
    return 'replaced';
  end if;
  -- Undone only with a valid token: an attacker who signed up first has the mark too, and may be guessing codes.
  if holds_token then
    delete from countersign_private.unverified_passwords d where d.user_id = owner_id;
  end if;
  return 'kept';
end $$;
comment on function countersign.resolve_first_password is
  'Decides on the password before an address is confirmed. confirmed: it already is. kept: p_mark is the sign-up browser''s. '
  'replaced: it isn''t, so the confirmation deletes it. made_up: Auth made it up; it is deleted too. Null: no such account or link. '
  'Locks only the row it changes.';

create function countersign_private.end_first_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is null then
    delete from countersign_private.unverified_passwords d where d.user_id = new.id;
    if found or old.raw_user_meta_data ->> 'sign_up_mark' = 'code' then
      new.encrypted_password := '';
    end if;
  end if;
  new.raw_user_meta_data := new.raw_user_meta_data - 'sign_up_mark';
  return new;
end $$;
comment on function countersign_private.end_first_password is
  'Runs inside Auth''s confirmation, which has locked the user''s row: deletes an unverified or made-up password and the mark, '
  'which would be in every token. Auth writes the metadata again from memory, so later updates delete the mark too.';
create trigger end_first_password before update on auth.users for each row when ( new.email_confirmed_at is not null
    and (old.email_confirmed_at is null or new.raw_user_meta_data ? 'sign_up_mark')
  )
  execute function countersign_private.end_first_password();

-- Before a code or link is redeemed at Auth.
create function countersign.find_account_of_mail_link(p_token_hash text)
returns table ("userId" uuid, email text, "isConfirmed" boolean)
language sql stable security definer set search_path = '' as $$
  select u.id, coalesce(nullif(t.relates_to, ''), u.email)::text, u.email_confirmed_at is not null
  from auth.one_time_tokens t join auth.users u on u.id = t.user_id
  where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)
    and t.token_type::text not in ('email_change_token_current', 'email_change_token_new')
  limit 1 $$;
comment on function countersign.find_account_of_mail_link is
  'Returns the account that an unused link signs in to, its address, and whether it is confirmed already. Server only: a token '
  'hash alone reveals the address.';

create function countersign.consume_mail_token(p_token_hash text, p_token_key text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- Auth itself refuses unknown tokens, so guesses leave no rows here.
  perform from auth.one_time_tokens t where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash);
  -- Auth takes at most 10 seconds. After that the token is gone, except for about one email in a million.
  return not found or countersign_private.consume_once('mail_token', p_token_key, interval '10 minutes');
end $$;
comment on function countersign.consume_mail_token is
  'Called before an emailed code or link is redeemed at Auth. Of concurrent calls, one gets true; so does any token that Auth '
  'doesn''t know. Locks like consume_once. Refuses with request.unexpected for a malformed key.';

create function countersign.release_mail_token(p_token_hash text, p_token_key text) returns void
language sql security definer set search_path = '' as $$
  delete from countersign_private.single_uses u where u.kind = 'mail_token' and u.key_hash = p_token_key
    and exists (select from auth.one_time_tokens t where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)) $$;
comment on function countersign.release_mail_token is
  'Called if Auth refused or couldn''t be reached: lets a code or link that is still valid be used again. Locks the row of the key.';

-- Before the server asks Auth for an email.
create function countersign.begin_mail(p_mail_key text, p_email text, p_user_id uuid)
returns table ("secondsLeft" integer, "lastMailAt" timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  -- Rows of crashed processes expire after 30 seconds. Auth takes at most 10, and the server waits for 20.
  if countersign_private.consume_once('mail', p_mail_key, interval '30 seconds') then
    return query select 0, countersign_private.find_last_mail(p_email, p_user_id);
  else
    return query select greatest(1, ceil(10 - extract(epoch from now() - m.used_at)))::integer, null::timestamptz
      from countersign_private.single_uses m where m.kind = 'mail' and m.key_hash = p_mail_key;
  end if;
end $$;
comment on function countersign.begin_mail is
  'Called before the server asks Auth for an email. Gives the first caller 0 and when Auth last emailed the account, and others 1 to '
  '10 seconds to wait. For the server only: don''t disclose it. Refuses and locks like consume_once.';

create function countersign.end_mail(
  p_mail_key text, p_email text, p_user_id uuid, p_last_mail_at timestamptz, p_counters jsonb
) returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from countersign_private.single_uses m where m.kind = 'mail' and m.key_hash = p_mail_key;
  if countersign_private.find_last_mail(p_email, p_user_id) is not distinct from p_last_mail_at then return; end if;
  perform countersign_private.count_attempt(
    'send_mail', c.value ->> 'key_hash', make_interval(secs => (c.value ->> 'window_seconds')::integer)
  ) from jsonb_array_elements(p_counters) with ordinality as c (value, place);
end $$;
comment on function countersign.end_mail is
  'Called once Auth has answered about this email, with any result. Counts it on every counter if Auth has sent this account an email '
  'since p_last_mail_at. Never refuses. Locks the counters.';

create function countersign.find_providers_of_email(p_email text) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct i.provider), '{}') from auth.identities i
  where i.email = lower(p_email) and i.provider <> 'email'
    and not exists (select from auth.users u where u.email = lower(p_email) and not u.is_sso_user) $$;
comment on function countersign.find_providers_of_email is
  'Returns the providers if an account has this address only through them: then Auth accepts a request for a code but sends no email. '
  'For the server only: the caller must not disclose it.';

-- Unconfirmed accounts. A typed address creates one, so most come from typos or attackers.
create table countersign_private.abandoned_sign_ups (user_id uuid primary key, found_at timestamptz not null default now());
comment on table countersign_private.abandoned_sign_ups is
  'Accounts that the server has asked Auth to delete, within the last day. References no user: the row outlives it.';
alter table countersign_private.abandoned_sign_ups enable row level security;

create function countersign_private.is_abandoned_sign_up(p_user_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from auth.users u where u.id = p_user_id and u.raw_user_meta_data ? 'sign_up_mark'
      and u.email_confirmed_at is null and u.phone_confirmed_at is null and u.invited_at is null and u.last_sign_in_at is null
      -- For an imported user without an identity, Auth overwrites the metadata with the mark, and adds an identity then.
      and not exists (select from auth.identities i where i.user_id = u.id
        and (i.provider <> 'email' or i.created_at > u.created_at + interval '1 minute')))
    and not exists (select from auth.one_time_tokens t where t.user_id = p_user_id and t.created_at > now() - interval '7 days') $$;
comment on function countersign_private.is_abandoned_sign_up is
  'Whether a sign-up through this site was never confirmed, invited, signed in to or linked to a provider, and was sent no code for '
  '7 days.';

create function countersign.find_abandoned_sign_ups(p_at_most integer) returns uuid[]
language sql security definer set search_path = '' as $$
  delete from countersign_private.abandoned_sign_ups a where a.found_at < now() - interval '1 day';
  with old as materialized (
    select t.user_id from auth.one_time_tokens t join auth.users u on u.id = t.user_id
    where t.token_type = 'confirmation_token' and t.created_at < now() - interval '7 days'
      and u.raw_user_meta_data ? 'sign_up_mark' and u.email_confirmed_at is null
      and not exists (select from countersign_private.abandoned_sign_ups a where a.user_id = t.user_id)
  ), found as (
    insert into countersign_private.abandoned_sign_ups (user_id)
    select old.user_id from old where countersign_private.is_abandoned_sign_up(old.user_id) limit p_at_most
    on conflict do nothing returning user_id
  )
  select coalesce(array_agg(found.user_id), '{}') from found $$;
comment on function countersign.find_abandoned_sign_ups is
  'Returns up to p_at_most abandoned sign-ups for Auth to delete, each once a day to one caller. Locks only the rows it changes.';

create function countersign_private.keep_confirmed_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from countersign_private.abandoned_sign_ups a
    where a.user_id = old.id and a.found_at > now() - interval '10 minutes'
  ) and not countersign_private.is_abandoned_sign_up(old.id) then
    raise exception 'Someone has returned to this account.';
  end if;
  return old;
end $$;
comment on function countersign_private.keep_confirmed_account is
  'Runs inside Auth''s deletion, which has locked the user''s row: an owner who has returned since the account was found abandoned keeps it. '
  'For ten minutes no other deletion of that account succeeds either.';
create trigger keep_confirmed_account before delete on auth.users
  for each row execute function countersign_private.keep_confirmed_account();

-- Changing the email. Auth reveals whether a requested address is taken. So requests are recorded here, and a change that can't
-- happen looks like any pending one (docs/decisions/036-asking-for-a-taken-email.md).
create table countersign_private.email_changes (
  user_id uuid primary key references countersign.accounts (user_id) on delete cascade,
  email text,
  asked_at timestamptz not null default now(),
  auth_sent_at timestamptz,
  asks_old boolean not null,
  token_hash text unique,
  old_agreed_at timestamptz
);
comment on table countersign_private.email_changes is
  'The email change that each account requested last. It counts until Auth begins it, and permanently if another account has '
  'the address: that one looks like a change that Auth has begun.';
comment on column countersign_private.email_changes.email is
  'Null once the change has failed or is done. The row remains, so that the pause before the next request stays.';
comment on column countersign_private.email_changes.auth_sent_at is
  'Auth''s email_change_sent_at before this request. It changes when Auth begins this change or any other.';
comment on column countersign_private.email_changes.token_hash is
  'Hash of the token emailed to the old address for a change that can''t happen.';
alter table countersign_private.email_changes enable row level security;

create function countersign_private.find_email_change(p_user_id uuid) returns countersign_private.email_changes
language plpgsql stable set search_path = '' as $$
begin
  return (
    select c from countersign_private.email_changes c join auth.users u on u.id = c.user_id
    where c.user_id = p_user_id and c.email is not null and u.email_change_sent_at is not distinct from c.auth_sent_at
  );
end $$;

create function countersign.start_email_change(p_user_id uuid, p_session_id uuid, p_email text, p_pause_seconds integer)
returns text language plpgsql security definer set search_path = '' as $$
declare
  current_email text;
  asked timestamptz;
  sent timestamptz;
  pause interval := make_interval(secs => p_pause_seconds);
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  select coalesce(u.email, ''), u.email_change_sent_at into current_email, sent from auth.users u where u.id = p_user_id;
  -- Prefers the time recorded here: Auth's is later, and changes only if the address is free.
  select coalesce(c.asked_at, sent) into asked from (select 1) one
  left join countersign_private.email_changes c on c.user_id = p_user_id;
  perform countersign_private.refuse(429, 'auth.mail_too_soon', least(pause, asked + pause - now()))
  where asked > now() - pause;
  insert into countersign_private.email_changes as c (user_id, email, auth_sent_at, asks_old)
  values (p_user_id, lower(p_email), sent, current_email <> '') on conflict (user_id) do update set
    email = excluded.email, asked_at = now(), auth_sent_at = excluded.auth_sent_at, asks_old = excluded.asks_old,
    token_hash = null, old_agreed_at = null;
  return current_email;
end $$;
comment on function countersign.start_email_change is
  'Records the requested email, before the server asks Auth. Returns the current email or ''''. Locks the account row. Refuses '
  'like require_recent_auth, and with auth.mail_too_soon within p_pause_seconds of the last request, whatever its result.';

create function countersign.block_email_change(p_user_id uuid, p_email text, p_asks_old boolean, p_token_hash text)
returns void language sql security definer set search_path = '' as $$
  update countersign_private.email_changes c set asks_old = p_asks_old, token_hash = p_token_hash
  where c.user_id = p_user_id and c.email = lower(p_email) $$;
comment on function countersign.block_email_change is
  'Called if Auth refused the change because another account has the address. Records whether the old address has to consent all the '
  'same, and the token''s hash. Locks the row of the change.';

create function countersign.clear_email_change(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.email_changes c set email = null, token_hash = null, old_agreed_at = null
  where c.user_id = p_user_id $$;
comment on function countersign.clear_email_change is
  'Called when a change has failed or is done, and when an emailed sign-in or a new password ends Auth''s own. Locks its row.';

create function countersign.agree_to_email_change(p_token_hash text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  update countersign_private.email_changes c set token_hash = null, old_agreed_at = now()
  where c.token_hash = p_token_hash and c.asked_at > now() - countersign_private.mailed_code_lifetime()
    and c.user_id = (countersign_private.find_email_change(c.user_id)).user_id;
  if found then return 'agreed'; end if;
  return case
    when exists (
      select from auth.one_time_tokens t where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)
        and (countersign_private.find_email_change(t.user_id)).user_id is not null
    ) then 'replaced'
    else 'ask_auth'
  end;
end $$;
comment on function countersign.agree_to_email_change is
  'Redeems a token. agreed: the old address consents to a change that can''t happen, once and within an hour. replaced: the '
  'token belongs to a change that a newer request replaced. ask_auth: anything else. Locks the row of the change.';

create function countersign.find_email_change_of_link(p_token_hash text)
returns table ("userId" uuid, "accountCode" text, "accountEmail" text, "newEmail" text, address text)
language sql stable security definer set search_path = '' as $$
  select u.id, a.code, coalesce(u.email, '')::text, u.email_change::text, coalesce(nullif(t.relates_to, ''), u.email)::text
  from auth.one_time_tokens t join auth.users u on u.id = t.user_id
  left join countersign.accounts a on a.user_id = u.id where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)
    and t.token_type::text in ('email_change_token_current', 'email_change_token_new')
    and (countersign_private.find_email_change(u.id)).user_id is null
  union all
  select u.id, a.code, coalesce(u.email, '')::text, c.email, u.email::text from countersign_private.email_changes c
  join auth.users u on u.id = c.user_id join countersign.accounts a on a.user_id = u.id
  where c.token_hash = p_token_hash and (countersign_private.find_email_change(u.id)).user_id is not null limit 1 $$;
comment on function countersign.find_email_change_of_link is
  'Returns the account whose email an unused link would change, both emails, and the address that consents. Server only.';

create function countersign.end_sessions_of_old_email(p_user_id uuid, p_keep uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.end_sessions_except(p_user_id, p_keep, 'email_changed');
  perform countersign.discard_challenges(p_user_id);
end $$;
comment on function countersign.end_sessions_of_old_email is
  'Called once Auth has changed the email: ends all sessions except p_keep, and all challenges. Locks the account row. Needs '
  'no session, since both addresses have agreed, one of them in any browser. Refuses with auth.signed_out if the user is gone.';

-- Export and account deletion. The site's data is deleted first and at once, then Auth deletes the user. A pending deletion
-- records the state in between, so that any process can resume after a failure, without the user.
create table countersign_private.pending_deletions (
  user_id uuid primary key,
  email text,
  reason text check (char_length(reason) <= 200),
  attempts integer not null default 0,
  due_at timestamptz not null,
  deleted_at timestamptz not null default now()
);
comment on table countersign_private.pending_deletions is 'References no user: the row outlives it.';
comment on column countersign_private.pending_deletions.due_at is 'Until then, another process works on it.';
alter table countersign_private.pending_deletions enable row level security;

create function countersign.delete_account(p_user_id uuid, p_session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Repeated, for example after a failure: nothing is left to protect.
  if exists (select from countersign_private.pending_deletions d where d.user_id = p_user_id) then return; end if;
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.close_account(
    u.id, case when u.email_confirmed_at is not null then nullif(u.email, '') end, null
  ) from auth.users u where u.id = p_user_id;
end $$;
comment on function countersign.delete_account is
  'Deletes all of the site''s data on an account and refuses it from now on. The server then has Auth delete the user. '
  'Idempotent. Locks the account row. Refuses like require_recent_auth.';

create function countersign_private.close_account(p_user_id uuid, p_email text, p_reason text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into countersign_private.pending_deletions (user_id, email, due_at, reason)
  values (p_user_id, p_email, now() + interval '1 minute', p_reason);
  -- Cascades to every table that references the account. Public proofs leave their ids in deleted_public_proofs.
  delete from countersign.accounts a where a.user_id = p_user_id;
  begin
    delete from auth.sessions s where s.user_id = p_user_id;
  exception when insufficient_privilege then null; -- Some projects don't grant this. Sessions then end with the user.
  end;
end $$;
comment on function countersign_private.close_account is 'The caller holds the account lock.';

create function countersign.claim_pending_deletions(p_at_most integer) returns uuid[]
language sql security definer set search_path = '' as $$
  with due as materialized (
    select d.user_id from countersign_private.pending_deletions d where d.due_at <= now() order by d.due_at
    limit p_at_most for update skip locked
  ), claimed as (
    -- Retries never stop, because the site has told the user that the account is deleted. They slow down to once an hour.
    update countersign_private.pending_deletions d set attempts = d.attempts + 1,
      due_at = now() + interval '1 minute' * least(60, 2 ^ least(d.attempts, 6))
    from due where d.user_id = due.user_id returning d.user_id
  )
  select coalesce(array_agg(claimed.user_id), '{}') from claimed $$;
comment on function countersign.claim_pending_deletions is
  'Claims up to p_at_most due deletions and returns the users that Auth still has to delete, each to one caller, which then '
  'calls finish_deletion. Skips locked rows.';

create function countersign.finish_deletion(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare deletion countersign_private.pending_deletions;
begin
  delete from countersign_private.pending_deletions d
  where d.user_id = p_user_id and not exists (select from auth.users u where u.id = p_user_id)
  returning * into deletion;
  if found and deletion.email is not null then
    perform countersign_private.queue_mail(p_user_id, 'account_deleted',
      jsonb_strip_nulls(jsonb_build_object('to', deletion.email, 'reason', deletion.reason)));
  end if;
end $$;
comment on function countersign.finish_deletion is
  'Deletes a pending deletion once Auth has deleted the user, and enqueues the last email. Does nothing before then, or twice. '
  'Locks the row of the pending deletion.';

-- The export. Long lists are paginated.
create function countersign.start_export(p_user_id uuid, p_session_id uuid, p_device text) returns jsonb
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
        -- Auth keeps the address of a change after it has ended.
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
      -- Never a factor's secret.
      'secondFactors', coalesce((select jsonb_agg(jsonb_build_object(
          'name', f.friendly_name, 'type', f.factor_type, 'status', f.status, 'createdAt', f.created_at
        ) order by f.created_at) from auth.mfa_factors f where f.user_id = u.id), '[]'),
      -- No credential ids: a site could request one from a device.
      'passkeys', coalesce((select jsonb_agg(jsonb_build_object(
          'name', p.name, 'createdAt', p.created_at, 'lastUsedAt', p.last_used_at
        ) order by p.created_at) from countersign_private.passkeys_at_auth(u.id) p), '[]'),
      'publicPage', (
        select jsonb_build_object(
          'id', page.id, 'showsGithub', page.github_identity_id is not null, 'createdAt', page.created_at
        ) from countersign_private.public_pages page where page.user_id = u.id
      ),
      'apps', countersign_private.export_grants(u.id),
      'ownApps', coalesce((select jsonb_agg(jsonb_build_object(
          'clientId', c.client_id, 'name', c.name, 'redirectUris', c.redirect_uris,
          'postLogoutRedirectUris', c.post_logout_redirect_uris, 'keepsSecret', c.is_confidential, 'createdAt', c.created_at
        ) order by c.created_at, c.client_id)
        from countersign_private.oauth_clients c where c.owner_id = u.id and c.removed_at is null), '[]'),
      'sessions', coalesce((select jsonb_agg(jsonb_build_object(
          'id', coalesce(s.id, seen.session_id), 'method', seen.method, 'device', seen.device,
          'location', seen.location, 'recoveryCodeUsedAt', seen.recovered_at, 'browser', s.user_agent,
          'networkAddress', host(s.ip), 'level', s.aal,
          'startedAt', coalesce(s.created_at, seen.first_seen_at), 'lastUsedAt', coalesce(seen.last_seen_at, s.updated_at),
          'endedAt', seen.ended_at, 'endedBecause', seen.ended_because
        ) order by coalesce(s.created_at, seen.first_seen_at))
        from (
          select auths.id, auths.user_agent, auths.ip, auths.aal, auths.created_at, auths.updated_at
          from auth.sessions auths where auths.user_id = u.id
        ) s
        full join (select * from countersign.account_sessions ours where ours.user_id = u.id) seen
          on seen.session_id = s.id), '[]')
    ) from auth.users u left join lateral countersign_private.find_email_change(u.id) c on true where u.id = p_user_id
  );
end $$;
comment on function countersign.start_export is
  'Returns the part of the export that is not paginated, without secrets, and records account_exported. Locks the account row. '
  'Refuses like require_recent_auth.';

create function countersign_private.export_grants(p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'app', c.name, 'host', case when c.removed_at is null then countersign_private.host_and_port_of_redirect_uri(c.redirect_uris[1]) end,
    -- The subject id that the app knows, which links the export to the app's data.
    'accountThere', s.sub, 'scopes', g.scopes, 'showsPage', g.shows_page, 'allowedAt', g.created_at, 'lastUsedAt', g.last_used_at,
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

create function countersign.export_wallets(p_user_id uuid, p_after uuid, p_at_most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', page.id, 'chain', page.chain, 'address', page.address, 'label', page.label, 'walletName', page.wallet_name,
    'isPrimary', page.is_primary, 'isListed', page.is_listed, 'newestProof', page.proof_id, 'provenAt', page.proven_at, 'createdAt', page.created_at,
    'removedAt', page.removed_at, 'removedBecause', page.removed_because
  ) order by page.created_at, page.id), '[]')
  from (
    select w.* from countersign.wallets w
    where w.user_id = p_user_id and (p_after is null
      or (w.created_at, w.id) > (select last.created_at, last.id from countersign.wallets last where last.id = p_after))
    order by w.created_at, w.id limit p_at_most
  ) page $$;
comment on function countersign.export_wallets is
  'Returns a page of the account''s live and ended wallets, oldest first, after the wallet p_after.';

create function countersign.export_proofs(p_user_id uuid, p_after uuid, p_at_most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', page.id, 'walletId', page.wallet_id, 'isPublic', page.is_public,
    'status', coalesce(page.ended_because, 'standing'), 'endedAt', page.ended_at,
    'proof', countersign_private.describe_proof(page)
  ) order by page.proven_at, page.id), '[]')
  from (
    select p.* from countersign.proofs p
    where p.user_id = p_user_id and (p_after is null
      or (p.proven_at, p.id) > (select last.proven_at, last.id from countersign.proofs last where last.id = p_after))
    order by p.proven_at, p.id limit p_at_most
  ) page $$;
comment on function countersign.export_proofs is
  'Returns a page of the account''s proofs, oldest first, after the proof p_after, as describe_proof returns them.';

create function countersign.export_activity(p_user_id uuid, p_after bigint, p_at_most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', page.id, 'kind', page.kind, 'details', page.details, 'device', page.device, 'sessionId', page.session_id,
    'createdAt', page.created_at
  ) order by page.id), '[]')
  from (
    select e.* from countersign.activity_events e where e.user_id = p_user_id and e.id > coalesce(p_after, 0)
    order by e.id limit p_at_most
  ) page $$;
comment on function countersign.export_activity is
  'Returns a page of the account''s activity, oldest first, after the event p_after.';

-- Apps that users sign in to: OAuth clients. The team registers its own, and a user up to ten if the site allows it. The
-- server is stricter than the database, which knows neither all letters nor whether a site runs on localhost.

-- Names and redirect URIs.
create function countersign_private.is_app_name(p_name text) returns boolean language sql immutable set search_path = '' as $$
  -- Visible characters only, as in a wallet label.
  select countersign_private.is_label(p_name)
    and p_name is nfc normalized
    and p_name !~ '^\s|\s$|\s\s'
    -- No joiners, and no characters that quote, begin markup or resemble an address.
    and p_name !~ '[\u200d<>"\\/@\u00a0\u2000-\u200a\u202f\u205f\u3000]'
    -- One alphabet only, of those with look-alike letters.
    and not (
      p_name ~ '[A-Za-z\u00c0-\u024f\u1e00-\u1eff]' and p_name ~ '[\u0370-\u03ff\u1f00-\u1fff\u0400-\u0484\u0487-\u052f]'
      or p_name ~ '[\u0370-\u03ff\u1f00-\u1fff]' and p_name ~ '[\u0400-\u0484\u0487-\u052f]'
    ) $$;

create function countersign_private.imitates_site(p_name text) returns boolean language sql immutable set search_path = '' as $$
  -- Ignores marks, spaces and punctuation. A non-ASCII character matches any letter, as long as most of the 11 are ASCII.
  with folded as (
    select regexp_replace(
      lower(normalize(p_name, nfkd)),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u206f\u20d0-\u20ff]',
      '', 'g'
    ) as name
  )
  select exists (
    select from folded, generate_series(1, char_length(folded.name) - 10) as place
    cross join lateral (select substr(folded.name, place, 11) as part) at_place
    where at_place.part ~ (
        '^[c\u0080-\uffff][o0\u0080-\uffff][u\u0080-\uffff][n\u0080-\uffff][t7\u0080-\uffff][e3\u0080-\uffff]'
        '[r\u0080-\uffff][s5\u0080-\uffff][i1l\u0080-\uffff][g9\u0080-\uffff][n\u0080-\uffff]$'
      )
      and char_length(regexp_replace(at_place.part, '[^a-z0-9]', '', 'g')) > 5
  ) $$;
comment on function countersign_private.imitates_site is 'The server checks the site''s own name too.';

create function countersign_private.is_redirect_uri(p_uri text, p_is_confidential boolean) returns boolean
language sql immutable set search_path = '' as $$
  -- No fragment, user, comma, wildcard, space or backslash in any of them, and a lowercase host.
  select char_length(p_uri) <= 500
    -- The port, if any, is valid.
    and coalesce(substring(p_uri from '^https?://[^/?]*:([0-9]{1,5})(?:[/?]|$)')::integer, 1) between 1 and 65535
    and (
    p_uri ~ '^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?([/?][A-Za-z0-9._~!$&''()+;=:@/?%-]*)?$'
    -- Loopback. The server decides whether an app with a secret may use it.
    or p_uri ~ '^http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?([/?][A-Za-z0-9._~!$&''()+;=:@/?%-]*)?$'
    -- The private-use scheme of an installed app without a secret: a reversed domain name. One slash, so that nothing after it
    -- looks like a host.
    or not p_is_confidential and p_uri ~ '^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/([A-Za-z0-9._~!$&''()+;=:@?%-][A-Za-z0-9._~!$&''()+;=:@/?%-]*)?$'
  ) $$;

create function countersign_private.are_redirect_uris(p_uris text[], p_is_confidential boolean) returns boolean
language sql immutable set search_path = '' as $$
  select p_uris is not null and cardinality(p_uris) <= 10 and coalesce(bool_and(
    uri is not null and countersign_private.is_redirect_uri(uri, p_is_confidential)
  ), true) from unnest(p_uris) as uri $$;

create function countersign_private.hosts_of_redirect_uris(p_uris text[]) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(distinct coalesce(substring(uri from '^https?://(\[::1\]|[^:/?]+)'), substring(uri from '^([^:]+):')))
  from unnest(p_uris) as uri $$;

create function countersign_private.host_and_port_of_redirect_uri(p_uri text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(substring(p_uri from '^https?://((?:\[::1\]|[^:/?]+)(?::\d+)?)'), substring(p_uri from '^[^:]+:')) $$;

create function countersign_private.new_client_id() returns text language sql volatile set search_path = '' as $$
  -- 96 random bits: the first 12 hexadecimal digits of each of two random UUIDs, before their fixed ones.
  select 'app_' || left(replace(gen_random_uuid()::text, '-', ''), 12) || left(replace(gen_random_uuid()::text, '-', ''), 12) $$;

create table countersign_private.oauth_clients (
  client_id text primary key default countersign_private.new_client_id() check (client_id ~ '^app_[a-z0-9]{24}$'),
  name text not null constraint oauth_clients_name check (countersign_private.is_app_name(name)),
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null default '{}',
  sector text not null check (char_length(sector) between 1 and 255),
  is_confidential boolean not null,
  secret_hash text check (secret_hash ~ '^[A-Za-z0-9_-]{43}$'),
  secret_made_at timestamptz not null default now(),
  previous_secret_hash text check (previous_secret_hash ~ '^[A-Za-z0-9_-]{43}$'),
  previous_secret_until timestamptz,
  is_first_party boolean not null default false,
  is_reviewed boolean not null default false,
  owner_id uuid references countersign.accounts (user_id) on delete set null,
  id_token_alg text not null default 'RS256' check (id_token_alg in ('ES256', 'RS256')),
  created_at timestamptz not null default now(),
  asks_again_from timestamptz,
  disabled_at timestamptz,
  removed_at timestamptz,
  requires_pkce boolean not null default true,
  constraint oauth_clients_redirect_uris check (
    cardinality(redirect_uris) > 0 and countersign_private.are_redirect_uris(redirect_uris, is_confidential)
    and countersign_private.are_redirect_uris(post_logout_redirect_uris, is_confidential)
  ),
  constraint oauth_clients_secret check (is_confidential = (secret_hash is not null)),
  check ((previous_secret_hash is null) = (previous_secret_until is null)),
  check (is_reviewed or not is_first_party),
  constraint oauth_clients_pkce check (requires_pkce or is_reviewed and is_confidential)
);
comment on table countersign_private.oauth_clients is 'A removed app''s row is deleted once its users were notified.';
comment on column countersign_private.oauth_clients.sector is
  'Apps of one sector receive the same sub for a user. The sector is a redirect host that the team vouches for. Any other app is its '
  'own sector, since an app could claim another site''s host.';
comment on column countersign_private.oauth_clients.asks_again_from is
  'When the app last changed its name or gained a host. Earlier grants are void: the users consented to a different app.';
comment on column countersign_private.oauth_clients.secret_made_at is
  'When the newest secret was made, which identifies it; without a secret, when the app was registered.';
comment on column countersign_private.oauth_clients.requires_pkce is 'False only for a reviewed app with a secret.';
create index oauth_clients_of_owner on countersign_private.oauth_clients (owner_id, created_at desc) where owner_id is not null;
create index oauth_clients_by_age on countersign_private.oauth_clients (created_at desc, client_id);
create index oauth_clients_removed on countersign_private.oauth_clients (removed_at) where removed_at is not null;
alter table countersign_private.oauth_clients enable row level security;

create function countersign_private.end_pkce_exemption() returns trigger language plpgsql set search_path = '' as $$
begin
  new.requires_pkce := true;
  return new;
end $$;
create trigger end_pkce_exemption before update on countersign_private.oauth_clients
  for each row when (not old.requires_pkce and not (new.is_reviewed and new.is_confidential))
  execute function countersign_private.end_pkce_exemption();

create table countersign_private.oauth_client_logos (
  client_id text primary key references countersign_private.oauth_clients (client_id) on delete cascade,
  -- The first and last bytes of a PNG. The server re-encodes each logo.
  logo bytea not null constraint oauth_clients_logo check (
    octet_length(logo) <= 16384
    and substring(logo from 1 for 16) = '\x89504e470d0a1a0a0000000d49484452'::bytea
    and substring(logo from octet_length(logo) - 11) = '\x0000000049454e44ae426082'::bytea
  )
);
comment on table countersign_private.oauth_client_logos is 'Separate, so that reading an app doesn''t read its logo.';
alter table countersign_private.oauth_client_logos enable row level security;

create function countersign_private.set_logo(p_client_id text, p_logo text) returns void
language plpgsql set search_path = '' as $$
begin
  delete from countersign_private.oauth_client_logos l where l.client_id = p_client_id;
  if p_logo is not null then
    insert into countersign_private.oauth_client_logos (client_id, logo) values (p_client_id, decode(p_logo, 'base64'));
  end if;
exception when invalid_parameter_value then perform countersign_private.refuse(400, 'app.logo_invalid');
end $$;
comment on function countersign_private.set_logo is 'The caller holds the app''s lock.';

create function countersign_private.has_logo(p_client_id text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from countersign_private.oauth_client_logos l where l.client_id = p_client_id);
end $$;

-- Reading.
create function countersign_private.find_client(p_client_id text) returns countersign_private.oauth_clients
language plpgsql stable set search_path = '' as $$
declare client countersign_private.oauth_clients;
begin
  select c.* into client from countersign_private.oauth_clients c
  where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null;
  return client;
end $$;

create function countersign_private.describe_client(p_client countersign_private.oauth_clients) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'clientId', p_client.client_id, 'name', p_client.name, 'redirectUris', p_client.redirect_uris,
    'signOutUris', p_client.post_logout_redirect_uris, 'sector', p_client.sector,
    'isConfidential', p_client.is_confidential, 'isFirstParty', p_client.is_first_party,
    'isReviewed', p_client.is_reviewed, 'algorithm', p_client.id_token_alg, 'requiresPkce', p_client.requires_pkce,
    'hasLogo', countersign_private.has_logo(p_client.client_id)
  );
end $$;

create function countersign.read_oauth_client(p_client_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare client countersign_private.oauth_clients := countersign_private.find_client(p_client_id);
begin
  if client.client_id is null then return null; end if;
  return countersign_private.describe_client(client) || jsonb_build_object('secretHashes', to_jsonb(array_remove(array[
    client.secret_hash, case when client.previous_secret_until > now() then client.previous_secret_hash end
  ], null)));
end $$;
comment on function countersign.read_oauth_client is
  'Describes an app, with the hashes of its currently valid secrets. Null whether it is unknown, disabled or removed.';

create function countersign.read_oauth_client_logo(p_client_id text) returns text
language sql stable security definer set search_path = '' as $$
  select countersign_private.write_base64(l.logo) from countersign_private.oauth_client_logos l
  join countersign_private.oauth_clients c using (client_id)
  where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null $$;
comment on function countersign.read_oauth_client_logo is
  'The logo of an app, a PNG in base64; null if it has none or is unknown.';

-- Registration.
create function countersign_private.read_texts(p_array jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  if p_array is null or jsonb_typeof(p_array) <> 'array' or p_array = '[]' then return '{}'; end if;
  return (
    select array_agg(t.value order by t.place) from jsonb_array_elements_text(p_array) with ordinality as t (value, place)
  );
end $$;

create function countersign_private.choose_sector(
  p_client_id text, p_owner_id uuid, p_redirect_uris text[], p_sector text
) returns text language plpgsql immutable set search_path = '' as $$
declare hosts text[] := countersign_private.hosts_of_redirect_uris(p_redirect_uris);
begin
  if p_owner_id is not null then return p_client_id; end if;
  if p_sector is not null then
    perform countersign_private.refuse(400, 'app.redirect_invalid')
    where not p_sector = any (hosts) or p_sector in ('localhost', '127.0.0.1', '[::1]');
    return p_sector;
  end if;
  if hosts <@ array['localhost', '127.0.0.1', '[::1]'] then return p_client_id; end if;
  -- With several hosts it must be named: it can't change once users have a sub in it.
  perform countersign_private.refuse(400, 'app.redirect_invalid') where cardinality(hosts) > 1;
  return hosts[1];
end $$;

create function countersign_private.refuse_client(p_constraint text) returns void language plpgsql set search_path = '' as $$
begin
  perform countersign_private.refuse(400, case p_constraint
    when 'oauth_clients_name' then 'app.name_invalid'
    when 'oauth_clients_redirect_uris' then 'app.redirect_invalid'
    when 'oauth_clients_logo' then 'app.logo_invalid'
    else 'request.unexpected' end);
end $$;
comment on function countersign_private.refuse_client is 'The error of Postgres would contain the whole row.';

create function countersign_private.insert_client(p_owner_id uuid, p_client jsonb, p_secret_hash text) returns text
language plpgsql set search_path = '' as $$
declare
  made_id text := countersign_private.new_client_id();
  uris text[] := countersign_private.read_texts(p_client -> 'redirect_uris');
  is_first_party boolean := p_owner_id is null and coalesce((p_client ->> 'is_first_party')::boolean, false);
  broken text;
begin
  perform countersign_private.refuse(400, 'app.name_imitates')
  where not is_first_party and countersign_private.imitates_site(p_client ->> 'name');
  insert into countersign_private.oauth_clients (
    client_id, name, redirect_uris, post_logout_redirect_uris, sector, is_confidential, secret_hash, is_first_party,
    is_reviewed, owner_id, id_token_alg
  )
  values (
    made_id, p_client ->> 'name', uris, countersign_private.read_texts(p_client -> 'post_logout_redirect_uris'),
    countersign_private.choose_sector(made_id, p_owner_id, uris, p_client ->> 'sector'),
    coalesce((p_client ->> 'is_confidential')::boolean, true), p_secret_hash, is_first_party, p_owner_id is null,
    p_owner_id, coalesce(p_client ->> 'id_token_alg', 'RS256')
  );
  perform countersign_private.set_logo(made_id, p_client ->> 'logo');
  return made_id;
exception
  when check_violation then
    get stacked diagnostics broken = constraint_name;
    perform countersign_private.refuse_client(broken);
  when not_null_violation then
    get stacked diagnostics broken = column_name;
    perform countersign_private.refuse_client('oauth_clients_' || case broken when 'sector' then 'redirect_uris' else broken end);
  when invalid_text_representation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;

-- Secrets. A new secret either joins the newest one, which stays valid for a while, or replaces it. Two operators who replace it
-- concurrently would each end the secret the other one just received, so each names the one to replace by its secret_made_at.
create function countersign_private.rotate_secret(
  p_client countersign_private.oauth_clients, p_secret_hash text, p_keep_seconds integer
) returns void language plpgsql set search_path = '' as $$
begin
  perform countersign_private.refuse(400, 'request.unexpected')
  where not p_client.is_confidential or p_secret_hash is null or p_keep_seconds is null
    or p_keep_seconds not between 0 and 30 * 24 * 3600;
  update countersign_private.oauth_clients c set
    -- Not now(): this transaction may have waited for a later one that set the previous secret.
    secret_hash = p_secret_hash, secret_made_at = clock_timestamp(), previous_secret_hash = c.secret_hash,
    previous_secret_until = now() + make_interval(secs => p_keep_seconds)
  where c.client_id = p_client.client_id;
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign_private.rotate_secret is 'The caller holds the app''s lock.';

create function countersign_private.replace_secret(p_client countersign_private.oauth_clients, p_secret_hash text)
returns void language plpgsql set search_path = '' as $$
begin
  -- The newest secret is the only valid one, and in use.
  perform countersign_private.refuse(409, 'app.no_secret_before')
  where p_client.is_confidential and (p_client.previous_secret_until > now()) is not true;
  perform countersign_private.refuse(400, 'request.unexpected') where not p_client.is_confidential or p_secret_hash is null;
  update countersign_private.oauth_clients c set secret_hash = p_secret_hash, secret_made_at = clock_timestamp()
  where c.client_id = p_client.client_id;
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign_private.replace_secret is 'The caller holds the app''s lock.';

create function countersign_private.require_newest_secret(
  p_client countersign_private.oauth_clients, p_newest_made_at timestamptz, p_code text
) returns void language plpgsql set search_path = '' as $$
begin
  perform countersign_private.refuse(409, p_code) where p_newest_made_at is distinct from p_client.secret_made_at;
end $$;

create function countersign_private.lock_client(p_client_id text, p_owner_id uuid)
returns countersign_private.oauth_clients language plpgsql set search_path = '' as $$
declare client countersign_private.oauth_clients;
begin
  select * into client from countersign_private.oauth_clients c
  where c.client_id = p_client_id and c.removed_at is null and (p_owner_id is null or c.owner_id = p_owner_id)
  for no key update;
  perform countersign_private.refuse(404, 'app.unknown') where not found;
  return client;
end $$;
comment on function countersign_private.lock_client is 'Locks the app''s row.';

create function countersign_private.remove_client(p_client_id text) returns void language sql set search_path = '' as $$
  -- Keeps the name until all users have been notified, and erases everything else that its owner entered.
  update countersign_private.oauth_clients c set
    removed_at = now(), owner_id = null, is_confidential = false, secret_hash = null,
    previous_secret_hash = null, previous_secret_until = null, post_logout_redirect_uris = '{}',
    redirect_uris = array['https://removed.invalid']
  where c.client_id = p_client_id and c.removed_at is null;
  delete from countersign_private.oauth_client_logos l where l.client_id = p_client_id $$;
comment on function countersign_private.remove_client is 'Locks the app''s row.';

-- Functions for the team.
create function countersign.add_oauth_client(p_client jsonb, p_secret_hash text) returns text
language sql security definer set search_path = '' as $$
  select countersign_private.insert_client(null, p_client, p_secret_hash) $$;
comment on function countersign.add_oauth_client is
  'Registers an app of the team and returns its ID. p_secret_hash is null without a secret. Refuses with app.name_invalid, '
  'app.name_imitates, app.redirect_invalid and app.logo_invalid. Locks no existing row.';

create function countersign.list_oauth_clients() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'client_id', c.client_id, 'name', c.name, 'redirect_uris', c.redirect_uris,
      'post_logout_redirect_uris', c.post_logout_redirect_uris, 'is_confidential', c.is_confidential,
      'is_first_party', c.is_first_party, 'is_reviewed', c.is_reviewed, 'id_token_alg', c.id_token_alg,
      'requires_pkce', c.requires_pkce, 'created_at', c.created_at, 'disabled_at', c.disabled_at,
      'secret_made_at', case when c.is_confidential then c.secret_made_at end,
      'owner_code', (select a.code from countersign.accounts a where a.user_id = c.owner_id)
    ) order by c.created_at desc, c.client_id
  ), '[]')
  from (
    select newest.* from countersign_private.oauth_clients newest where newest.removed_at is null
    order by newest.created_at desc, newest.client_id limit 1000
  ) c $$;
comment on function countersign.list_oauth_clients is 'The newest 1000 apps of all owners, for the team.';

create function countersign.rotate_oauth_client_secret(
  p_client_id text, p_secret_hash text, p_keep_seconds integer, p_newest_made_at timestamptz default null
) returns void language plpgsql security definer set search_path = '' as $$
declare client countersign_private.oauth_clients := countersign_private.lock_client(p_client_id, null);
begin
  if p_keep_seconds is null then
    perform countersign_private.require_newest_secret(client, p_newest_made_at, 'operator.secret_changed');
    perform countersign_private.replace_secret(client, p_secret_hash);
    return;
  end if;
  perform countersign_private.refuse(409, 'operator.secret_just_made')
  where client.previous_secret_until > now() and p_keep_seconds > 0;
  perform countersign_private.rotate_secret(client, p_secret_hash, p_keep_seconds);
end $$;
comment on function countersign.rotate_oauth_client_secret is
  'Sets a new secret for an app; a null p_keep_seconds replaces the newest. Refuses like lock_client, with '
  'operator.secret_just_made, and with operator.secret_changed unless p_newest_made_at is the newest. Locks the app''s row.';

create function countersign.disable_oauth_client(p_client_id text, p_is_disabled boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_client(p_client_id, null);
  perform countersign_private.refuse(400, 'request.unexpected') where p_is_disabled is null;
  update countersign_private.oauth_clients c
  set disabled_at = case when p_is_disabled then coalesce(c.disabled_at, now()) end where c.client_id = p_client_id;
end $$;
comment on function countersign.disable_oauth_client is
  'Disables an app, which then counts as unknown, or enables it again with its grants. Refuses like lock_client, and '
  'with request.unexpected if p_is_disabled is null. Locks the app''s row.';

create function countersign.remove_oauth_client(p_client_id text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_client(p_client_id, null);
  perform countersign_private.remove_client(p_client_id);
  perform countersign_private.finish_removed_clients(1000);
end $$;
comment on function countersign.remove_oauth_client is
  'Removes an app: it gets no data from now on, and all users who granted it access find that in their activity. Refuses like '
  'lock_client. Locks the app''s row, then accounts without waiting (finish_removed_clients).';

-- Functions for users, about the apps they registered.
create function countersign_private.lock_own_client(p_user_id uuid, p_session_id uuid, p_client_id text)
returns countersign_private.oauth_clients language plpgsql set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.refuse(404, 'app.unknown') where p_user_id is null;
  return countersign_private.lock_client(p_client_id, p_user_id);
end $$;
comment on function countersign_private.lock_own_client is 'Locks the account, then its app.';

create function countersign_private.add_app_activity(p_user_id uuid, p_kind text, p_app text, p_device text) returns void
language sql set search_path = '' as $$
  select countersign_private.add_event(p_user_id, p_kind, jsonb_build_object('app', p_app), p_device) $$;

create function countersign.register_own_oauth_client(
  p_user_id uuid, p_session_id uuid, p_client jsonb, p_secret_hash text, p_device text
) returns text language plpgsql security definer set search_path = '' as $$
declare made_id text;
begin
  -- Serializes registrations, so that each counts those before it.
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.refuse(409, 'app.registered_before')
  where exists (
    select from countersign_private.oauth_clients c
    where c.owner_id = p_user_id and c.removed_at is null and c.name = p_client ->> 'name'
      and c.is_confidential = coalesce((p_client ->> 'is_confidential')::boolean, true)
      and c.redirect_uris = countersign_private.read_texts(p_client -> 'redirect_uris')
      and c.post_logout_redirect_uris = countersign_private.read_texts(p_client -> 'post_logout_redirect_uris')
  );
  perform countersign_private.refuse(409, 'app.too_many')
  where 10 <= (
    select count(*) from countersign_private.oauth_clients c where c.owner_id = p_user_id and c.removed_at is null
  );
  perform countersign_private.limit_changes(p_user_id, 'app.too_many');
  made_id := countersign_private.insert_client(p_user_id, p_client, p_secret_hash);
  perform countersign_private.add_app_activity(p_user_id, 'app_registered', p_client ->> 'name', p_device);
  return made_id;
exception when invalid_text_representation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.register_own_oauth_client is
  'Registers an unreviewed app of a user. Refuses like require_recent_auth and add_oauth_client, with app.registered_before '
  'for an identical one, and with app.too_many after ten apps or sixty changes a minute. Locks the account row.';

create function countersign.list_own_oauth_clients(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return (
    select coalesce(jsonb_agg(
      countersign_private.describe_client(c) || jsonb_build_object(
        'createdAt', c.created_at, 'isDisabled', c.disabled_at is not null,
        'secretMadeAt', case when c.is_confidential then c.secret_made_at end,
        'previousSecretUntil', case when c.previous_secret_until > now() then c.previous_secret_until end
      ) order by c.created_at desc, c.client_id
    ), '[]')
    from countersign_private.oauth_clients c where c.owner_id = p_user_id and c.removed_at is null
  );
end $$;
comment on function countersign.list_own_oauth_clients is
  'The apps that a user registered, at most ten, newest first. Refuses like require_live_session.';

create function countersign.change_own_oauth_client(
  p_user_id uuid, p_session_id uuid, p_client_id text, p_client jsonb, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare
  client countersign_private.oauth_clients :=
    countersign_private.lock_own_client(p_user_id, p_session_id, p_client_id);
  broken text;
begin
  perform countersign_private.refuse(400, 'app.name_imitates') where countersign_private.imitates_site(p_client ->> 'name');
  perform countersign_private.limit_changes(p_user_id, 'app.too_many');
  update countersign_private.oauth_clients c set
    name = case when p_client ? 'name' then p_client ->> 'name' else c.name end,
    redirect_uris = case when p_client ? 'redirect_uris'
      then countersign_private.read_texts(p_client -> 'redirect_uris') else c.redirect_uris end,
    post_logout_redirect_uris = case when p_client ? 'post_logout_redirect_uris'
      then countersign_private.read_texts(p_client -> 'post_logout_redirect_uris') else c.post_logout_redirect_uris end,
    id_token_alg = coalesce(p_client ->> 'id_token_alg', c.id_token_alg)
  where c.client_id = client.client_id;
  update countersign_private.oauth_clients c set asks_again_from = clock_timestamp()
  where c.client_id = client.client_id and (
    c.name <> client.name
    or not countersign_private.hosts_of_redirect_uris(c.redirect_uris)
      <@ countersign_private.hosts_of_redirect_uris(client.redirect_uris)
  );
  if p_client ? 'logo' then
    perform countersign_private.set_logo(client.client_id, p_client ->> 'logo');
  end if;
  perform countersign_private.add_event(p_user_id, 'app_changed', jsonb_build_object(
    'app', coalesce(p_client ->> 'name', client.name), 'before', case when p_client ->> 'name' <> client.name then client.name end
  ), p_device);
exception
  when check_violation then
    get stacked diagnostics broken = constraint_name;
    perform countersign_private.refuse_client(broken);
  when not_null_violation then perform countersign_private.refuse(400, 'app.name_invalid');
end $$;
comment on function countersign.change_own_oauth_client is
  'Changes properties of an app. Another name or a new host requires new consent of all users, and voids its tokens until then. '
  'Refuses like lock_own_client and add_oauth_client, and with app.too_many. Locks the account, then the app.';

create function countersign.rotate_own_oauth_client_secret(
  p_user_id uuid, p_session_id uuid, p_client_id text, p_secret_hash text, p_keep_seconds integer, p_device text,
  p_newest_made_at timestamptz default null
) returns void language plpgsql security definer set search_path = '' as $$
declare
  client countersign_private.oauth_clients :=
    countersign_private.lock_own_client(p_user_id, p_session_id, p_client_id);
begin
  if coalesce(p_keep_seconds, 0) = 0 then
    perform countersign_private.require_newest_secret(client, p_newest_made_at, 'app.secret_changed');
  end if;
  perform countersign_private.refuse(409, 'app.secret_just_made')
  where client.previous_secret_until > now() and p_keep_seconds > 0;
  perform countersign_private.limit_changes(p_user_id, 'app.too_many');
  if p_keep_seconds is null then perform countersign_private.replace_secret(client, p_secret_hash);
  else perform countersign_private.rotate_secret(client, p_secret_hash, p_keep_seconds);
  end if;
  perform countersign_private.add_app_activity(p_user_id, 'app_secret_rotated', client.name, p_device);
end $$;
comment on function countersign.rotate_own_oauth_client_secret is
  'Sets a new secret like rotate_oauth_client_secret, for the app''s owner. Refuses like lock_own_client, with app.too_many, '
  'app.secret_just_made and app.secret_changed. Locks the account, then the app.';

create function countersign.remove_own_oauth_client(
  p_user_id uuid, p_session_id uuid, p_client_id text, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare
  client countersign_private.oauth_clients :=
    countersign_private.lock_own_client(p_user_id, p_session_id, p_client_id);
begin
  perform countersign_private.remove_client(client.client_id);
  perform countersign_private.add_app_activity(p_user_id, 'app_removed', client.name, p_device);
  perform countersign_private.finish_removed_clients(1000);
end $$;
comment on function countersign.remove_own_oauth_client is
  'Removes an app of a user, like remove_oauth_client. Refuses like lock_own_client. Locks the account, then the app.';

create function countersign.exempt_oauth_client_from_pkce(p_client_id text, p_is_exempt boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare client countersign_private.oauth_clients := countersign_private.lock_client(p_client_id, null);
begin
  perform countersign_private.refuse(400, 'request.unexpected') where p_is_exempt is null;
  perform countersign_private.refuse(409, 'app.pkce_required')
  where p_is_exempt and not (client.is_reviewed and client.is_confidential);
  update countersign_private.oauth_clients c set requires_pkce = not p_is_exempt where c.client_id = client.client_id;
end $$;
comment on function countersign.exempt_oauth_client_from_pkce is
  'Exempts an app from PKCE, for the team, or requires it again, which voids codes without it. Refuses like lock_client, with '
  'app.pkce_required for an app without a secret or a review, and with request.unexpected for null. Locks the app''s row.';

-- Grants: the data that a user allows an app to read. Every read checks the grant, so ending it takes effect at once.
create table countersign_private.oauth_subjects (
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  sector text not null,
  sub text not null unique default gen_random_uuid()::text,
  primary key (user_id, sector)
);
comment on table countersign_private.oauth_subjects is 'Random: apps of two sectors can''t find out that they share a user.';
alter table countersign_private.oauth_subjects enable row level security;

create function countersign_private.ensure_oauth_subject(p_user_id uuid, p_client_id text) returns text
language plpgsql set search_path = '' as $$
declare
  own_sector text := (select c.sector from countersign_private.oauth_clients c
    where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null);
  known text;
begin
  if own_sector is null then return null; end if;
  loop
    select s.sub into known from countersign_private.oauth_subjects s
    where s.user_id = p_user_id and s.sector = own_sector;
    if found then return known; end if;
    -- Locks the account before the insert. Otherwise the new index entry would wait for a transaction that holds the account,
    -- while that one waits for the entry.
    perform from countersign.accounts a where a.user_id = p_user_id for key share;
    if not found then return null; end if;
    insert into countersign_private.oauth_subjects (user_id, sector) values (p_user_id, own_sector) on conflict do nothing;
  end loop;
end $$;
comment on function countersign_private.ensure_oauth_subject is 'Locks the account row (key share) to create one.';

create table countersign_private.oauth_grants (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  client_id text not null references countersign_private.oauth_clients (client_id) on delete cascade,
  scopes text[] not null constraint oauth_grants_scopes check (
    scopes <@ array['openid', 'profile', 'email', 'wallets', 'proofs', 'offline_access'] and cardinality(scopes) between 1 and 6
  ),
  shows_page boolean not null default false,
  created_at timestamptz not null default now(),
  agreed_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_because text check (ended_because in ('ended', 'app_removed')),
  check ((ended_at is null) = (ended_because is null))
);
comment on table countersign_private.oauth_grants is 'The newest 200 ended grants of an account stay.';
comment on column countersign_private.oauth_grants.shows_page is
  'Whether the user agreed that the app gets the URL of the user''s page. Turning the page off and a new link end that.';
comment on column countersign_private.oauth_grants.agreed_at is 'The newest consent. Void if the app''s asks_again_from is later.';
create unique index oauth_grants_live on countersign_private.oauth_grants (user_id, client_id) where ended_at is null;
create index oauth_grants_of_account on countersign_private.oauth_grants (user_id, agreed_at desc, id);
create index oauth_grants_of_client on countersign_private.oauth_grants (client_id, ended_at, agreed_at desc);
alter table countersign_private.oauth_grants enable row level security;

create function countersign_private.finish_some_removed_clients() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.finish_removed_clients(20);
  return null;
end $$;
comment on function countersign_private.finish_some_removed_clients is 'Skips locked rows.';
create trigger finish_removed_clients after insert on countersign_private.oauth_grants
  for each statement execute function countersign_private.finish_some_removed_clients();

create function countersign_private.queue_event_of_ended_grant() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.queue_app_event(new.id, 'grant-ended', '{}');
  return null;
end $$;
comment on function countersign_private.queue_event_of_ended_grant is 'Waits for no lock.';
create trigger queue_event_of_ended_grant after update on countersign_private.oauth_grants
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function countersign_private.queue_event_of_ended_grant();

create function countersign_private.delete_old_grants() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from countersign_private.oauth_grants g where g.id in (
    select past.id from countersign_private.oauth_grants past
    where past.user_id = new.user_id and past.ended_at is not null
    order by past.agreed_at desc, past.id offset 200
  );
  return null;
end $$;
comment on function countersign_private.delete_old_grants is 'The caller holds the account lock.';
create trigger delete_old_grants after insert on countersign_private.oauth_grants
  for each row execute function countersign_private.delete_old_grants();

create table countersign_private.oauth_granted_wallets (
  grant_id uuid not null references countersign_private.oauth_grants (id) on delete cascade,
  wallet_id uuid not null references countersign.wallets (id) on delete cascade,
  shared_at timestamptz not null default now(),
  primary key (grant_id, wallet_id)
);
comment on table countersign_private.oauth_granted_wallets is
  'A wallet that is removed and proven again is a new row, which is not shared.';
create index oauth_granted_wallets_of_wallet on countersign_private.oauth_granted_wallets (wallet_id);
alter table countersign_private.oauth_granted_wallets enable row level security;

create function countersign_private.queue_event_of_shared_wallet() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.queue_app_event(new.grant_id, 'wallet-shared', countersign_private.describe_wallet_to_app(w))
  from countersign.wallets w where w.id = new.wallet_id;
  return null;
end $$;
comment on function countersign_private.queue_event_of_shared_wallet is 'Waits for no lock.';
create trigger queue_event_of_shared_wallet after insert on countersign_private.oauth_granted_wallets
  for each row execute function countersign_private.queue_event_of_shared_wallet();

create function countersign_private.queue_event_of_unshared_wallet() returns trigger
-- It also runs with Auth's role, when Auth deletes a user.
language plpgsql security definer set search_path = '' as $$
begin
  -- Not if the grant has ended or its account was deleted: those events include it.
  perform countersign_private.queue_app_event(g.id, 'wallet-removed',
    countersign_private.describe_wallet_to_app(w) - 'proven_at')
  from countersign.wallets w, countersign_private.oauth_grants g
  where w.id = old.wallet_id and w.removed_at is null and g.id = old.grant_id and g.ended_at is null;
  return null;
end $$;
comment on function countersign_private.queue_event_of_unshared_wallet is 'To the app, the wallet is removed. Waits for no lock.';
create trigger queue_event_of_unshared_wallet after delete on countersign_private.oauth_granted_wallets
  for each row execute function countersign_private.queue_event_of_unshared_wallet();

create function countersign_private.is_account_active(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.users u where u.id = p_user_id and (u.banned_until is null or u.banned_until <= now())
  );
end $$;

create function countersign_private.is_grant_live(p_grant countersign_private.oauth_grants) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_grant.ended_at is null and countersign_private.is_account_active(p_grant.user_id) and exists (
    select from countersign_private.oauth_clients c
    where c.client_id = p_grant.client_id and c.disabled_at is null and c.removed_at is null
      and (c.asks_again_from is null or c.asks_again_from <= p_grant.agreed_at)
  );
end $$;

create function countersign_private.find_grant(p_user_id uuid, p_client_id text)
returns countersign_private.oauth_grants language plpgsql stable set search_path = '' as $$
declare found_grant countersign_private.oauth_grants;
begin
  select g.* into found_grant from countersign_private.oauth_grants g
  where g.user_id = p_user_id and g.client_id = p_client_id and g.ended_at is null
    and countersign_private.is_grant_live(g);
  return found_grant;
end $$;

create function countersign_private.describe_grant(p_user_id uuid, p_client_id text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare agreed countersign_private.oauth_grants := countersign_private.find_grant(p_user_id, p_client_id);
begin
  if agreed.id is null then return null; end if;
  return jsonb_build_object('id', agreed.id, 'scopes', agreed.scopes, 'wallets', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', w.id, 'address', w.address, 'chain', w.chain, 'provenAt', w.proven_at
    ) order by w.is_primary desc, w.proven_at desc, w.id), '[]') from countersign_private.shared_wallets(agreed.id) w
  ));
end $$;

-- Claims.
create function countersign_private.format_caip10(p_chain text, p_address text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- CAIP-2 identifies a Solana chain by the first 32 characters of its genesis hash. Localnet has no fixed one and keeps our name.
  return case p_chain
    when 'solana:mainnet' then 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    when 'solana:devnet' then 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
    when 'solana:testnet' then 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
    else p_chain end || ':' || p_address;
end $$;

create function countersign_private.shared_wallets(p_grant_id uuid) returns setof countersign.wallets
language plpgsql stable set search_path = '' rows 20 as $$
begin
  return query select w.* from countersign_private.oauth_granted_wallets g
  join countersign.wallets w on w.id = g.wallet_id
  join countersign_private.oauth_grants own on own.id = g.grant_id and own.user_id = w.user_id
  where g.grant_id = p_grant_id and w.removed_at is null;
end $$;

create function countersign_private.describe_shared_wallets(p_wallets countersign.wallets[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  -- In plpgsql, which plans a query once per connection. In SQL it was planned with each call, which took most of the time.
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'account', countersign_private.format_caip10(w.chain, w.address), 'chain', w.chain, 'address', w.address,
      'proven_at', w.proven_at, 'primary', w.is_primary
    ) order by w.is_primary desc, w.proven_at desc, w.id), '[]')
    from unnest(p_wallets) w
  );
end $$;

create function countersign_private.shared_page(p_grant countersign_private.oauth_grants) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case when p_grant.shows_page and 'wallets' = any (p_grant.scopes) then (
    select page.id from countersign_private.public_pages page
    where page.user_id = p_grant.user_id and exists (select from countersign_private.shared_wallets(p_grant.id))
  ) end;
end $$;
comment on function countersign_private.shared_page is
  'The ID of the page that an app gets: none while the page is off or the app sees no wallet.';

create function countersign_private.describe_claims(
  p_account countersign.accounts, p_sub text, p_scopes text[], p_wallets countersign.wallets[], p_page text
) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('sub', p_sub)
    || case when 'profile' = any (p_scopes) and p_account.display_name is not null
      then jsonb_build_object('name', p_account.display_name) else '{}' end
    || case when 'email' = any (p_scopes) then coalesce((
      -- The confirmed email that this site knows, not an email that was set outside of it.
      select jsonb_build_object('email', known.email, 'email_verified', true)
      from countersign_private.known_email(p_account.user_id) as known (email) where known.email is not null
    ), '{}') else '{}' end
    || case when 'wallets' = any (p_scopes)
      then jsonb_build_object('wallets', countersign_private.describe_shared_wallets(p_wallets))
        || jsonb_strip_nulls(jsonb_build_object('page', p_page)) else '{}' end
    || case when 'proofs' = any (p_scopes)
      then jsonb_build_object('proofs', (
        select coalesce(jsonb_agg(
          countersign_private.describe_proof(p) order by w.is_primary desc, w.proven_at desc, w.id
        ), '[]')
        from unnest(p_wallets) w
        -- A proof made by signing in names no account, so its account can't be verified.
        join countersign.proofs p on p.id = w.proof_id and p.ended_at is null and p.names_account
      )) else '{}' end;
end $$;
comment on function countersign_private.describe_claims is 'The only function that creates claims.';

create function countersign_private.describe_oauth_claims(p_grant_id uuid, p_scopes text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select countersign_private.describe_claims(
      a, s.sub, array(select unnest(g.scopes) intersect select unnest(p_scopes)),
      array(select w from countersign_private.shared_wallets(g.id) w), countersign_private.shared_page(g)
    )
    from countersign_private.oauth_grants g
    join countersign_private.oauth_clients c on c.client_id = g.client_id and c.disabled_at is null and c.removed_at is null
      and (c.asks_again_from is null or c.asks_again_from <= g.agreed_at)
    join countersign.accounts a on a.user_id = g.user_id
    join countersign_private.oauth_subjects s on s.user_id = g.user_id and s.sector = c.sector
    where g.id = p_grant_id and g.ended_at is null and countersign_private.is_account_active(g.user_id)
  );
end $$;

create function countersign.list_wallets_of_subject(p_client_id text, p_sub text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare shared countersign_private.oauth_grants;
begin
  select g.* into shared
  from countersign_private.oauth_clients c
  join countersign_private.oauth_subjects s on s.sub = p_sub and s.sector = c.sector
  join countersign_private.oauth_grants g
    on g.user_id = s.user_id and g.client_id = c.client_id and g.ended_at is null and 'wallets' = any (g.scopes)
  where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null
    and (c.asks_again_from is null or c.asks_again_from <= g.agreed_at)
    and countersign_private.is_account_active(s.user_id);
  return case when found then jsonb_build_object(
    'wallets', countersign_private.describe_shared_wallets(array(select w from countersign_private.shared_wallets(shared.id) w)),
    'page', countersign_private.shared_page(shared)
  ) end;
end $$;
comment on function countersign.list_wallets_of_subject is
  'The wallets that a user, identified by their sub, shares with an app, and the ID of the page if it is shared. Null '
  'if the sub is unknown, the grant is not live, or it lacks that scope.';

-- Consent, and managing grants.
create function countersign.describe_oauth_request(
  p_user_id uuid, p_session_id uuid, p_client_id text, p_chain text
) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  client countersign_private.oauth_clients := countersign_private.find_client(p_client_id);
  agreed countersign_private.oauth_grants;
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  perform countersign_private.refuse(404, 'app.unknown') where client.client_id is null;
  agreed := countersign_private.find_grant(p_user_id, p_client_id);
  return (
    select jsonb_build_object(
      'client', jsonb_build_object(
        'clientId', client.client_id, 'name', client.name, 'isReviewed', client.is_reviewed,
        'isFirstParty', client.is_first_party, 'hasLogo', countersign_private.has_logo(client.client_id)
      ),
      'account', jsonb_build_object(
        'code', a.code, 'displayName', a.display_name, 'email', countersign_private.known_email(a.user_id)
      ),
      'grant', case when agreed.id is not null then jsonb_build_object(
        'id', agreed.id, 'scopes', agreed.scopes, 'showsPage', countersign_private.shared_page(agreed) is not null, 'walletIds', (
          select coalesce(jsonb_agg(w.id order by w.id), '[]') from countersign_private.shared_wallets(agreed.id) w
        )
      ) end,
      'pageId', (select page.id from countersign_private.public_pages page where page.user_id = p_user_id),
      'wallets', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', w.id, 'address', w.address, 'label', w.label, 'walletName', w.wallet_name, 'isPrimary', w.is_primary,
          'provenAt', w.proven_at, 'namesAccount', p.names_account, 'isShared', exists (
            select from countersign_private.oauth_granted_wallets shared
            where shared.grant_id = agreed.id and shared.wallet_id = w.id
          )
        ) order by w.is_primary desc, w.created_at desc, w.id), '[]')
        from (
          select live.* from countersign.wallets live
          where live.user_id = p_user_id and live.chain = p_chain and live.removed_at is null
          order by live.is_primary desc, live.created_at desc, live.id limit 200
        ) w join countersign.proofs p on p.id = w.proof_id
      )
    )
    from countersign.accounts a where a.user_id = p_user_id
  );
end $$;
comment on function countersign.describe_oauth_request is
  'The content of the consent page: the app, the account, its live grant, its page (null: off), and the newest 200 '
  'wallets of a chain, the primary first. Refuses like require_live_session, and with app.unknown if the app is unknown, '
  'disabled or removed.';

create function countersign.give_oauth_grant(
  p_user_id uuid, p_session_id uuid, p_client_id text, p_scopes text[], p_wallet_ids uuid[], p_page_id text, p_device text
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  client countersign_private.oauth_clients;
  agreed countersign_private.oauth_grants;
  before text[];
  had uuid[];
  saw boolean;
  shows boolean;
  is_first boolean;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  -- Locks the app, so that it can't be removed before the commit.
  select * into client from countersign_private.oauth_clients c
  where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null for share;
  perform countersign_private.refuse(404, 'app.unknown') where not found;
  perform countersign_private.refuse(400, 'app.too_many_wallets') where cardinality(p_wallet_ids) > 20;
  perform countersign_private.limit_changes(p_user_id, 'app.too_many');
  select * into agreed from countersign_private.oauth_grants g
  where g.user_id = p_user_id and g.client_id = p_client_id and g.ended_at is null;
  is_first := agreed.id is null;
  before := coalesce(agreed.scopes, '{}');
  had := array(select g.wallet_id from countersign_private.oauth_granted_wallets g where g.grant_id = agreed.id);
  saw := countersign_private.shared_page(agreed) is not null;
  if is_first then
    perform countersign_private.refuse(409, 'app.too_many')
    where 200 <= (select count(*) from countersign_private.oauth_grants g where g.user_id = p_user_id and g.ended_at is null);
    perform countersign_private.ensure_oauth_subject(p_user_id, p_client_id);
    insert into countersign_private.oauth_grants (user_id, client_id, scopes)
    values (p_user_id, p_client_id, array(select distinct unnest(p_scopes) order by 1)) returning * into agreed;
  elsif client.asks_again_from > agreed.agreed_at then
    -- The app has changed since: the consent starts over.
    before := '{}';
    p_wallet_ids := coalesce(p_wallet_ids, '{}');
    p_page_id := coalesce(p_page_id, '');
    update countersign_private.oauth_grants g
    set scopes = array(select distinct unnest(p_scopes) order by 1), agreed_at = clock_timestamp()
    where g.id = agreed.id returning * into agreed;
    -- All, so that the app receives an event of each shared wallet; it received none of wallets removed or unshared before.
    delete from countersign_private.oauth_granted_wallets g where g.grant_id = agreed.id;
  else
    update countersign_private.oauth_grants g
    set scopes = array(select distinct unnest(before || p_scopes) order by 1), agreed_at = clock_timestamp()
    where g.id = agreed.id returning * into agreed;
  end if;
  perform countersign_private.refuse(409, 'app.page_not_offered')
  where p_page_id <> '' and (
    'wallets' = any (agreed.scopes) and cardinality(p_wallet_ids) > 0
    and p_page_id = (select page.id from countersign_private.public_pages page where page.user_id = p_user_id)
  ) is not true;
  if p_wallet_ids is not null then
    perform countersign_private.refuse(409, 'app.wallet_not_offered')
    where not agreed.scopes && array['wallets', 'proofs'] and cardinality(p_wallet_ids) > 0
      or exists (
        select from unnest(p_wallet_ids) as chosen (id) where not exists (
          select from countersign.wallets w
          where w.id = chosen.id and w.user_id = p_user_id and w.removed_at is null
        )
      );
    shows := cardinality(p_wallet_ids) > 0 and coalesce(p_page_id <> '', saw);
    delete from countersign_private.oauth_granted_wallets g
    where g.grant_id = agreed.id and not g.wallet_id = any (p_wallet_ids);
    insert into countersign_private.oauth_granted_wallets (grant_id, wallet_id)
    select distinct agreed.id, unnest(p_wallet_ids) on conflict do nothing;
    -- The first consent is one event.
    if not is_first then
      perform countersign_private.add_grant_event(
        agreed, case when w.id = any (had) then 'app_wallet_unshared' else 'app_wallet_shared' end, p_device, w.address)
      from countersign.wallets w
      -- The removal of a wallet from the account has its own event.
      where w.id = any (had || p_wallet_ids) and (w.id = any (had)) <> (w.id = any (p_wallet_ids)) and w.removed_at is null
      order by w.id = any (had) desc, w.id;
      perform countersign_private.add_grant_event(agreed, case when shows then 'app_page_shared' else 'app_page_unshared' end, p_device)
      where shows <> saw;
    end if;
    update countersign_private.oauth_grants g set shows_page = shows where g.id = agreed.id and g.shows_page <> shows;
  end if;
  if before = '{}' then
    perform countersign_private.add_grant_event(agreed, 'app_allowed', p_device);
  elsif not p_scopes <@ before then
    perform countersign_private.add_grant_event(agreed, 'app_allowed_more', p_device);
  end if;
  return agreed.id;
exception
  when check_violation or not_null_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.give_oauth_grant is
  'Creates a grant or adds scopes to it, and shares exactly p_wallet_ids and p_page_id (null: as before; empty page: none). '
  'If the app asks for consent again, scopes, wallets and page start over. Refuses like lock_account, with app.unknown, '
  'app.too_many_wallets, app.wallet_not_offered for a wallet that isn''t proven or that no scope includes, app.page_not_offered for '
  'a page that isn''t the user''s current one or that no wallet goes with, and app.too_many. Locks the account, then the app.';

create function countersign.list_oauth_grants(p_user_id uuid, p_session_id uuid, p_page integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare listed countersign_private.oauth_grants[];
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  listed := array(
    select g from countersign_private.oauth_grants g
    join countersign_private.oauth_clients c on c.client_id = g.client_id and c.removed_at is null
    where g.user_id = p_user_id and g.ended_at is null order by g.agreed_at desc, g.id
  );
  return jsonb_build_object('total', cardinality(listed), 'hasName', (
    select a.display_name is not null from countersign.accounts a where a.user_id = p_user_id), 'apps', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', g.id, 'clientId', g.client_id, 'name', c.name,
      'host', countersign_private.host_and_port_of_redirect_uri(c.redirect_uris[1]), 'isReviewed', c.is_reviewed,
      'isFirstParty', c.is_first_party, 'hasLogo', countersign_private.has_logo(c.client_id), 'scopes', g.scopes,
      'seesPage', known.is_live and countersign_private.shared_page(g) is not null,
      'isLive', known.is_live, 'createdAt', g.created_at, 'lastUsedAt', g.last_used_at, 'wallets', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', w.id, 'address', w.address, 'label', w.label, 'walletName', w.wallet_name, 'chain', w.chain,
          'provenAt', w.proven_at
        ) order by w.is_primary desc, w.proven_at desc, w.id), '[]')
        from countersign_private.oauth_granted_wallets shared join countersign.wallets w on w.id = shared.wallet_id
        where shared.grant_id = g.id and w.removed_at is null and known.is_live
      )
    ) order by g.agreed_at desc, g.id), '[]')
    from unnest(listed[20 * p_page - 19 : 20 * p_page]) g
    join countersign_private.oauth_clients c on c.client_id = g.client_id
    cross join lateral (select countersign_private.is_grant_live(g) as is_live) known
  ));
end $$;
comment on function countersign.list_oauth_grants is
  'The number of grants of an account that have not ended, at most 200, and a page of 20, by the newest consent, with their wallets. A grant '
  'that is not live, since its app is disabled or asks again, is listed so that it can be ended. Refuses like require_live_session.';

create function countersign_private.lock_grant(p_user_id uuid, p_session_id uuid, p_grant_id uuid)
returns countersign_private.oauth_grants language plpgsql set search_path = '' as $$
declare agreed countersign_private.oauth_grants;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  select * into agreed from countersign_private.oauth_grants g
  where g.id = p_grant_id and g.user_id = p_user_id and g.ended_at is null;
  perform countersign_private.refuse(404, 'app.unknown') where not found;
  return agreed;
end $$;
comment on function countersign_private.lock_grant is 'Locks the account.';

create function countersign_private.end_grant(p_grant countersign_private.oauth_grants, p_because text, p_device text)
returns void language plpgsql set search_path = '' as $$
begin
  update countersign_private.oauth_grants g set ended_at = now(), ended_because = p_because where g.id = p_grant.id;
  perform countersign_private.add_grant_event(p_grant, 'app_ended', p_device);
end $$;
comment on function countersign_private.end_grant is 'The caller holds the account lock.';

create function countersign.end_oauth_grant(p_user_id uuid, p_session_id uuid, p_grant_id uuid, p_device text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Without limit_changes: access can always be revoked at once. Only giving access is limited.
  perform countersign_private.end_grant(
    countersign_private.lock_grant(p_user_id, p_session_id, p_grant_id), 'ended', p_device);
end $$;
comment on function countersign.end_oauth_grant is 'Ends a grant. Refuses like lock_grant. Locks the account row.';

create function countersign.unshare_wallet(
  p_user_id uuid, p_session_id uuid, p_grant_id uuid, p_wallet_id uuid, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare
  agreed countersign_private.oauth_grants := countersign_private.lock_grant(p_user_id, p_session_id, p_grant_id);
  saw boolean := countersign_private.shared_page(agreed) is not null;
begin
  if p_wallet_id is not null then
    delete from countersign_private.oauth_granted_wallets g where g.grant_id = agreed.id and g.wallet_id = p_wallet_id;
    perform countersign_private.refuse(404, 'wallet.unknown') where not found;
    perform countersign_private.add_grant_event(agreed, 'app_wallet_unshared', p_device, w.address)
    from countersign.wallets w where w.id = p_wallet_id;
  end if;
  update countersign_private.oauth_grants g set shows_page = false
  where g.id = agreed.id and g.shows_page
    and (p_wallet_id is null or not exists (select from countersign_private.shared_wallets(agreed.id)));
  perform countersign_private.add_grant_event(agreed, 'app_page_unshared', p_device) where found and saw;
end $$;
comment on function countersign.unshare_wallet is
  'Stops sharing a wallet (null: the page; it goes with the last wallet too). Locks the account. Refuses like lock_grant, and with wallet.unknown.';

create function countersign.share_wallets(
  p_user_id uuid, p_session_id uuid, p_grant_id uuid, p_shared_ids uuid[], p_wallet_ids uuid[], p_page_id text, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare agreed countersign_private.oauth_grants := countersign_private.lock_grant(p_user_id, p_session_id, p_grant_id);
begin
  -- Locks the app before the check, so that it can't be disabled or ask for consent again in between.
  perform from countersign_private.oauth_clients c where c.client_id = agreed.client_id for share;
  perform countersign_private.refuse(404, 'app.unknown') where not countersign_private.is_grant_live(agreed);
  perform countersign_private.refuse(409, 'app.wallets_changed')
  where array(select w.id from countersign_private.shared_wallets(agreed.id) w order by 1)
    <> array(select distinct unnest(p_shared_ids) order by 1);
  perform countersign.give_oauth_grant(
    p_user_id, p_session_id, agreed.client_id, agreed.scopes, p_wallet_ids, p_page_id, p_device);
end $$;
comment on function countersign.share_wallets is
  'Shares exactly p_wallet_ids and p_page_id (as give_oauth_grant) with an app that already has access, and never creates or renews '
  'a grant. Locks the account, then the app. Refuses like lock_grant and give_oauth_grant, with app.unknown for a grant that is not live, '
  'and with app.wallets_changed unless the app sees exactly p_shared_ids, so that an outdated page overwrites nothing.';

create function countersign_private.add_grant_event(
  p_grant countersign_private.oauth_grants, p_kind text, p_device text, p_address text default null
) returns void language sql set search_path = '' as $$
  -- Includes the host, because an app can choose any name.
  select countersign_private.add_event(p_grant.user_id, p_kind, jsonb_build_object(
    'app', c.name, 'address', p_address,
    'host', case when c.removed_at is null then countersign_private.host_and_port_of_redirect_uri(c.redirect_uris[1]) end
  ), p_device)
  from countersign_private.oauth_clients c where c.client_id = p_grant.client_id $$;

create function countersign.record_token_reuse(p_grant_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  agreed countersign_private.oauth_grants;
  person uuid := (select g.user_id from countersign_private.oauth_grants g where g.id = p_grant_id);
begin
  perform from countersign.accounts a where a.user_id = person for update;
  -- Read under the lock: grant or account may have been deleted while this waited.
  select * into agreed from countersign_private.oauth_grants g where g.id = p_grant_id and g.ended_at is null;
  if not found then return; end if;
  perform countersign_private.add_grant_event(agreed, 'app_token_reused', null);
end $$;
comment on function countersign.record_token_reuse is
  'Notifies the user that an app''s refresh token was reused, at most five times an hour; the caller has already ended its '
  'authorization. Locks the account row, so call it in a separate transaction.';

create function countersign_private.finish_removed_clients(p_at_most integer) returns void
language plpgsql set search_path = '' as $$
declare
  removed_id text;
  agreed countersign_private.oauth_grants;
  acting text := current_setting('countersign.acting_session', true);
begin
  select c.client_id into removed_id from countersign_private.oauth_clients c
  where c.removed_at is not null order by c.removed_at limit 1 for update skip locked;
  if not found then return; end if;
  for agreed in
    select g.* from countersign_private.oauth_grants g
    -- Skips accounts that are being changed: a later call notifies them, and none of this is urgent.
    join countersign.accounts a on a.user_id = g.user_id
    where g.client_id = removed_id limit p_at_most for update of g, a skip locked
  loop
    if agreed.ended_at is null then
      -- A session of the same user may run this for another app, and didn't end this one.
      perform set_config('countersign.acting_session', '', true);
      perform countersign_private.end_grant(agreed, 'app_removed', null);
      perform set_config('countersign.acting_session', acting, true);
    end if;
    delete from countersign_private.oauth_grants g where g.id = agreed.id;
  end loop;
  delete from countersign_private.oauth_clients c
  where c.client_id = removed_id
    and not exists (select from countersign_private.oauth_grants g where g.client_id = removed_id);
end $$;
comment on function countersign_private.finish_removed_clients is 'Locks the app, then grants and accounts. Skips locked rows.';

-- For row-level security of other apps in the same project: the wallets of the caller. Read with each query, so that the result
-- is never as outdated as a token.
create function countersign.my_wallets() returns setof text
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  person uuid;
  session uuid;
  proven text[] := '{}';
begin
  begin
    person := auth.uid();
    session := (auth.jwt() ->> 'session_id')::uuid;
    if
      -- Excludes an app's token of Auth's own OAuth server: the user's consent to that app isn't known here.
      not auth.jwt() ? 'client_id'
      -- Any session of the project, even of another app of the team, unless this site has ended it.
      and countersign_private.is_session_at_auth(person, session)
      and not exists (
        select from countersign.account_sessions a where a.session_id = session and a.ended_at is not null
      )
      and not countersign_private.has_lost_passkey(person, session)
      -- Like require_live_session: by both the rows in the database and the token.
      and (not countersign_private.has_second_factor(person) or (
        countersign_private.token_aal() = 'aal2'
        and exists (select from auth.sessions s where s.id = session and s.aal::text = 'aal2')
        or countersign_private.is_passkey_session(person, session)
        or countersign_private.is_recovery_session(person, session)
      ))
    then
      proven := array(
        select w.address from countersign.wallets w where w.user_id = person and w.removed_at is null
        order by w.chain, w.is_primary desc, w.created_at desc, w.id limit 1000
      );
    end if;
  exception when others then
    -- An error would reveal more than an empty result, and abort the query around it.
    proven := '{}';
  end;
  return query select unnest(proven);
end $$;
comment on function countersign.my_wallets is
  'The caller''s proven addresses, at most 1000, for row-level security: owner = any ((select countersign.my_wallets())), or '
  'to use an index on owner, any (array(select countersign.my_wallets())). Runs once per query. Empty without a user, for an '
  'app''s token, and for a session that has ended or lacks its second factor; never refuses.';

-- State of the OpenID provider: its keys, pending requests, codes and tokens. Codes and tokens are stored as hashes, keys
-- encrypted. All times are the database's, so that clocks of server processes don't matter.

-- Keys.
create table countersign_private.oauth_keys (
  kid text primary key check (kid ~ '^[A-Za-z0-9_-]{43}$'),
  alg text not null check (alg in ('ES256', 'RS256')),
  sealed_key text not null check (char_length(sealed_key) between 40 and 8000),
  created_at timestamptz not null default now(),
  signs_from timestamptz not null
);
comment on table countersign_private.oauth_keys is 'Encrypted by the server: read access is not enough to sign.';
alter table countersign_private.oauth_keys enable row level security;

create function countersign.list_oauth_keys() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'keys', coalesce((
      select jsonb_agg(
        jsonb_build_object('kid', k.kid, 'alg', k.alg, 'sealedKey', k.sealed_key)
        -- Per algorithm: the signing key, then future ones, then past ones.
        order by k.alg, k.kid = signing.kid desc, k.signs_from desc
      )
      from countersign_private.oauth_keys k
      cross join lateral (
        select s.kid, s.signs_from from countersign_private.oauth_keys s
        where s.alg = k.alg and s.signs_from <= now() order by s.signs_from desc, s.kid limit 1
      ) as signing
      where k.signs_from >= signing.signs_from or signing.signs_from > now() - interval '90 days'
    ), '[]'),
    'due', (
      select coalesce(jsonb_agg(a.alg order by a.alg), '[]') from (values ('ES256'), ('RS256')) as a (alg)
      where not exists (
        select from countersign_private.oauth_keys k
        where k.alg = a.alg and k.signs_from > now() - interval '90 days'
      )
    )
  ) $$;
comment on function countersign.list_oauth_keys is
  'The published keys, the signing one of each algorithm first, and the algorithms that need a new one: {keys: [{kid, alg, '
  'sealedKey}], due: [alg]}.';

create function countersign.add_oauth_key(p_kid text, p_alg text, p_sealed_key text, p_none_opens boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare newest countersign_private.oauth_keys;
begin
  -- Several server processes may find at the same moment that a key is due.
  lock table countersign_private.oauth_keys in share row exclusive mode;
  select * into newest from countersign_private.oauth_keys k where k.alg = p_alg order by k.signs_from desc, k.kid limit 1;
  if newest.kid is null or p_none_opens and newest.created_at < now() - interval '1 minute' then
    insert into countersign_private.oauth_keys (kid, alg, sealed_key, signs_from) values (p_kid, p_alg, p_sealed_key, now());
  elsif newest.signs_from <= now() - interval '90 days' then
    insert into countersign_private.oauth_keys (kid, alg, sealed_key, signs_from)
    values (p_kid, p_alg, p_sealed_key, now() + interval '24 hours');
    delete from countersign_private.oauth_keys k
    where k.alg = p_alg and k.signs_from < newest.signs_from and newest.signs_from < now() - interval '90 days';
  end if;
  return countersign.list_oauth_keys();
exception when check_violation or not_null_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.add_oauth_key is
  'Stores a key if one is due, and returns list_oauth_keys. The first key of an algorithm signs at once, as does a replacement for '
  'keys that the server can''t decrypt; any other in 24 hours. Refuses with request.unexpected if malformed. Locks the table.';

create function countersign.reseal_oauth_key(p_kid text, p_was text, p_sealed_key text) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.oauth_keys k set sealed_key = p_sealed_key
  where k.kid = p_kid and k.sealed_key = p_was $$;
comment on function countersign.reseal_oauth_key is
  'Stores a key encrypted with the server''s current secret key, unless p_was is outdated. Locks the key''s row.';

-- Requests, codes and tokens.
create table countersign_private.oauth_authorizations (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{20,64}$'),
  grant_id uuid not null references countersign_private.oauth_grants (id) on delete cascade,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_because text check (ended_because in ('revoked', 'replayed', 'reused')),
  check ((ended_at is null) = (ended_because is null))
);
create index oauth_authorizations_of_grant on countersign_private.oauth_authorizations (grant_id);
alter table countersign_private.oauth_authorizations enable row level security;

create table countersign_private.oauth_items (
  id_hash text primary key check (id_hash ~ '^[A-Za-z0-9_-]{43}$'),
  kind text not null check (kind in (
    'Interaction', 'PushedAuthorizationRequest', 'AuthorizationCode', 'AccessToken', 'RefreshToken'
  )),
  authorization_id text references countersign_private.oauth_authorizations (id) on delete cascade,
  -- No foreign key, so that storing an item locks no account. A trigger deletes these items with their account.
  user_id uuid,
  payload jsonb not null check (octet_length(payload::text) <= 16384),
  consumed_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  kept_until timestamptz not null,
  session_id uuid,
  check ((authorization_id is null) = (kind in ('Interaction', 'PushedAuthorizationRequest'))),
  check (user_id is null or kind = 'Interaction'),
  constraint oauth_items_session check (session_id is null or kind = 'AuthorizationCode')
);
comment on table countersign_private.oauth_items is 'Used codes and refresh tokens stay a while, to detect reuse.';
create index oauth_items_of_authorization on countersign_private.oauth_items (authorization_id)
  where authorization_id is not null;
create index oauth_items_of_account on countersign_private.oauth_items (user_id) where user_id is not null;
create index oauth_items_by_end on countersign_private.oauth_items (kept_until);
alter table countersign_private.oauth_items enable row level security;

create function countersign_private.is_code_good(p_payload jsonb, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return countersign_private.is_session_live((p_payload ->> 'accountId')::uuid, p_session_id) and (
    p_payload ->> 'codeChallenge' is not null or exists (
      select from countersign_private.oauth_clients c
      where c.client_id = p_payload ->> 'clientId' and not c.requires_pkce
    )
  );
end $$;

-- A request to the provider reads once and writes once.
create function countersign.begin_oauth_request(
  p_client_id text, p_item_hash text, p_with_claims boolean, p_user_id uuid, p_session_id uuid, p_kind text,
  p_counters jsonb
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  item countersign_private.oauth_items;
  own countersign_private.oauth_authorizations;
  own_grant countersign_private.oauth_grants;
  client_name text := p_client_id;
  client jsonb;
  session jsonb := countersign_private.describe_oauth_session(p_user_id, p_session_id);
begin
  if p_kind is not null then perform countersign.consume_rate_limit(p_kind, p_counters); end if;
  if p_item_hash is not null then
    select * into item from countersign_private.oauth_items i where i.id_hash = p_item_hash and i.kept_until > now();
  end if;
  if item.kind = 'AuthorizationCode' and item.consumed_at is null
    and not countersign_private.is_code_good(item.payload, item.session_id) then
    item := null;
  end if;
  if item.authorization_id is not null then
    select * into own from countersign_private.oauth_authorizations a
    where a.id = item.authorization_id and a.ended_at is null;
    select * into own_grant from countersign_private.oauth_grants g
    where g.id = own.grant_id and g.ended_at is null and countersign_private.is_account_active(g.user_id)
      and not exists (
        select from countersign_private.oauth_clients c
        where c.client_id = g.client_id and c.asks_again_from > g.agreed_at
      );
    -- An item without a live authorization and grant is treated as unknown.
    if not found then item := null; end if;
  end if;
  client_name := coalesce(client_name, own_grant.client_id, item.payload -> 'params' ->> 'client_id');
  client := countersign.read_oauth_client(client_name);
  return jsonb_build_object(
    'now', extract(epoch from now())::double precision,
    'client', client,
    'session', session,
    'grant', case when session is not null and client is not null
      then countersign_private.describe_grant(p_user_id, client_name) end,
    'sub', case when session is not null and client is not null then (
      select s.sub from countersign_private.oauth_subjects s
      where s.user_id = p_user_id and s.sector = client ->> 'sector'
    ) end,
    -- Times are in seconds from now.
    'item', case when item.id_hash is not null then jsonb_build_object(
      'kind', item.kind, 'payload', item.payload,
      'age', extract(epoch from now() - item.created_at)::double precision,
      'expiresIn', extract(epoch from item.expires_at - now())::double precision,
      'consumedAgo', extract(epoch from now() - item.consumed_at)::double precision
    ) end,
    'authorization', case when item.authorization_id is not null then jsonb_build_object(
      'id', own.id, 'userId', own_grant.user_id, 'clientId', own_grant.client_id, 'scopes', own.scopes,
      'sub', countersign_private.ensure_oauth_subject(own_grant.user_id, own_grant.client_id),
      'claims', case when p_with_claims and item.kind = 'AccessToken' and item.expires_at > now()
        then countersign_private.describe_oauth_claims(own_grant.id, string_to_array(item.payload ->> 'scope', ' ')) end
    ) end
  );
end $$;
comment on function countersign.begin_oauth_request is
  'Counts a request to the provider and reads all it needs. Absent and ended parts are null. Refuses with '
  'auth.too_many_attempts. Locks the counters.';

create function countersign_private.describe_oauth_session(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if p_session_id is null then return null; end if;
  perform countersign.require_live_session(p_user_id, p_session_id);
  return (
    select jsonb_build_object(
      'userId', p_user_id,
      'authTime', floor(extract(epoch from countersign_private.session_authenticated_at(p_session_id)))::bigint,
      'authenticatedAgo',
        extract(epoch from now() - countersign_private.session_authenticated_at(p_session_id))::double precision,
      'acr', case when f.is_second_factor or f.is_passkey or f.is_recovered or a.stepped_up_by = 'passkey'
        then 'urn:countersign:2fa' else 'urn:countersign:1fa' end,
      -- Values of RFC 8176. Not hwk or swk, since the database can't know whether the key of a wallet or passkey is in hardware. None for
      -- a recovery code: otp stands for an authenticator's or an emailed code.
      'amr', to_jsonb(array(
        select way.name from (values
          (1, 'pwd', 'password' in (a.method, a.stepped_up_by)),
          (2, 'otp', a.method in ('code', 'link', 'recovery', 'confirmation') or a.stepped_up_by = 'code'
            or f.is_second_factor),
          (3, 'pop', a.method in ('wallet', 'passkey') or a.stepped_up_by in ('wallet', 'passkey')),
          (4, 'user', f.is_passkey or a.stepped_up_by = 'passkey'),
          (5, 'mfa', f.is_second_factor or f.is_passkey or f.is_recovered or a.stepped_up_by = 'passkey')
        ) as way (place, name, is_true) where way.is_true order by way.place
      ))
    )
    from countersign.account_sessions a
    cross join lateral (
      select
        exists (select from auth.sessions s where s.id = p_session_id and s.aal::text = 'aal2') as is_second_factor,
        countersign_private.is_passkey_session(p_user_id, p_session_id) as is_passkey,
        countersign_private.is_recovery_session(p_user_id, p_session_id) as is_recovered
    ) as f
    where a.session_id = p_session_id and a.user_id = p_user_id
  );
-- A session that isn't live counts as signed out, whatever the token says.
exception when sqlstate 'PT401' or sqlstate 'PT403' then return null;
end $$;

create function countersign_private.session_authenticated_at(p_session_id uuid) returns timestamptz
language sql stable set search_path = '' as $$
  select greatest(a.first_seen_at, a.stepped_up_at) from countersign.account_sessions a where a.session_id = p_session_id $$;

-- Reusing a refresh token after more than ten seconds ends its authorization with all tokens, and the user gets an email
-- (record_token_reuse).
create function countersign.commit_oauth_request(p_changes jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  change jsonb;
  is_good boolean := true;
  reused uuid[] := '{}';
  swept text[];
  own text[] := countersign_private.read_texts(p_changes -> 'used');
  to_use text[] := countersign_private.read_texts(p_changes -> 'use');
begin
  -- Grants before anything that depends on them: deleting an account, which cascades to all of it, waits here and can't
  -- deadlock.
  perform from countersign_private.oauth_grants g where g.id = any (array(
    select a.grant_id from countersign_private.oauth_authorizations a where a.id = any (array(
      -- One list: with "or", Postgres would scan all authorizations.
      select unnest(own)
      union all select c.value ->> 'id' from jsonb_array_elements(p_changes -> 'end') c
      union all select i.authorization_id from countersign_private.oauth_items i where i.id_hash = any (to_use)
    ))
    union all
    select (c.value -> 'authorization' ->> 'grant_id')::uuid from jsonb_array_elements(p_changes -> 'put') c
  )) order by g.id for key share;
  for change in select c.value from jsonb_array_elements(p_changes -> 'end') c loop
    reused := reused || countersign_private.end_oauth_authorization(change ->> 'id', change ->> 'because');
  end loop;
  for change in select c.value from jsonb_array_elements(p_changes -> 'use') c loop
    is_good := is_good and countersign_private.consume_oauth_item(
      change #>> '{}', to_timestamp((p_changes ->> 'came_at')::double precision));
  end loop;
  delete from countersign_private.oauth_items i
  where i.kind = 'Interaction' and i.id_hash = any (countersign_private.read_texts(p_changes -> 'drop'));
  if is_good then
    for change in select c.value from jsonb_array_elements(p_changes -> 'put') c loop
      is_good := is_good and countersign_private.put_oauth_item(change);
    end loop;
    -- At most once a minute, and without waiting for a lock: the exact time is not shown.
    update countersign_private.oauth_grants g set last_used_at = now() where g.id in (
      select used.id from countersign_private.oauth_grants used
      where used.id in (select a.grant_id from countersign_private.oauth_authorizations a where a.id = any (own))
        and used.ended_at is null and used.last_used_at < now() - interval '1 minute'
      for no key update skip locked
    );
  end if;
  -- Deletes more than a request adds, so that expired items never pile up.
  with over as (
    delete from countersign_private.oauth_items i where i.id_hash = any (array(
      select o.id_hash from countersign_private.oauth_items o where o.kept_until < now()
      order by o.kept_until limit 20 for update skip locked
    )) returning i.authorization_id
  )
  select array_agg(distinct over.authorization_id) into swept from over where over.authorization_id is not null;
  if swept is not null then
    -- Skips authorizations in use or being deleted: their transactions may wait for the items deleted above.
    delete from countersign_private.oauth_authorizations a where a.id = any (array(
      select o.id from countersign_private.oauth_authorizations o
      where o.id = any (swept) and not exists (
        select from countersign_private.oauth_items i where i.authorization_id = o.id
      ) for update skip locked
    ));
  end if;
  return jsonb_build_object('isGood', is_good, 'reusedGrants', to_jsonb(array_remove(reused, null)));
exception when check_violation or not_null_violation or invalid_text_representation or foreign_key_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.commit_oauth_request is
  'Applies all changes of a request to the provider. isGood is false if an item was used before or is not valid: then no more '
  'is stored. The caller passes reusedGrants to record_token_reuse. Locks the grants by ID.';

create function countersign_private.end_oauth_authorization(p_id text, p_because text) returns uuid
language plpgsql set search_path = '' as $$
declare ended_grant uuid;
begin
  update countersign_private.oauth_authorizations a set ended_at = now(), ended_because = p_because
  where a.id = p_id and a.ended_at is null returning a.grant_id into ended_grant;
  if ended_grant is not null then
    delete from countersign_private.oauth_items i where i.authorization_id = p_id and i.kind = 'AccessToken';
  end if;
  return case when p_because = 'reused' then ended_grant end;
end $$;
comment on function countersign_private.end_oauth_authorization is 'After the grant, locks the authorization, then tokens.';

create function countersign_private.consume_oauth_item(p_id_hash text, p_came_at timestamptz) returns boolean
language plpgsql set search_path = '' as $$
begin
  update countersign_private.oauth_items i set
    consumed_at = now(),
    kept_until = case i.kind
      when 'AuthorizationCode' then now() + interval '1 day'
      when 'RefreshToken' then least(i.expires_at, now() + interval '7 days')
      else i.kept_until end
  where i.id_hash = p_id_hash and i.consumed_at is null and i.kept_until > now()
    and (i.expires_at > now() or i.kind = 'PushedAuthorizationRequest')
    and (i.kind <> 'AuthorizationCode' or countersign_private.is_code_good(i.payload, i.session_id));
  return found or exists (
    select from countersign_private.oauth_items i
    -- Compared with the time the request arrived, since the transaction may have waited.
    where i.id_hash = p_id_hash and i.kind = 'RefreshToken' and i.expires_at > now()
      and i.consumed_at > p_came_at - interval '10 seconds'
  );
end $$;
comment on function countersign_private.consume_oauth_item is 'True for one concurrent caller. After the grant, locks the item.';

create function countersign_private.put_oauth_item(p_item jsonb) returns boolean language plpgsql set search_path = '' as $$
declare
  lasts interval := make_interval(secs => (p_item ->> 'seconds')::double precision);
  own jsonb := p_item -> 'authorization';
begin
  if p_item ->> 'kind' = 'AuthorizationCode' then
    insert into countersign_private.oauth_authorizations (id, grant_id, scopes)
    select own ->> 'id', g.id, countersign_private.read_texts(own -> 'scopes')
    from countersign_private.oauth_grants g
    where g.id = (own ->> 'grant_id')::uuid and g.ended_at is null
      and g.user_id = (p_item -> 'payload' ->> 'accountId')::uuid and g.client_id = p_item -> 'payload' ->> 'clientId'
      and countersign_private.is_code_good(p_item -> 'payload', (own ->> 'session_id')::uuid);
    if not found then return false; end if;
  end if;
  insert into countersign_private.oauth_items as i (
    id_hash, kind, authorization_id, user_id, session_id, payload, expires_at, kept_until
  )
  values (
    p_item ->> 'id_hash', p_item ->> 'kind',
    case when p_item ->> 'kind' not in ('Interaction', 'PushedAuthorizationRequest') then p_item -> 'payload' ->> 'grantId' end,
    case when p_item ->> 'kind' = 'Interaction' then (p_item -> 'payload' -> 'session' ->> 'accountId')::uuid end,
    (own ->> 'session_id')::uuid,
    p_item -> 'payload', now() + lasts,
    -- Kept longer than the request is valid: it is consumed only when the user returns from signing in and consenting.
    now() + case p_item ->> 'kind' when 'PushedAuthorizationRequest' then interval '15 minutes' else lasts end
  )
  on conflict (id_hash) do update set payload = excluded.payload where i.kind = 'Interaction' and i.kind = excluded.kind;
  return found;
end $$;
comment on function countersign_private.put_oauth_item is 'After the grant, locks the item if it exists.';

create function countersign.read_access_token(p_token_hash text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  app text;
  own_grant uuid;
  own_scopes text[];
  claims jsonb;
begin
  select g.client_id, g.id, string_to_array(i.payload ->> 'scope', ' ') into app, own_grant, own_scopes
  from countersign_private.oauth_items i
  join countersign_private.oauth_authorizations a on a.id = i.authorization_id and a.ended_at is null
  join countersign_private.oauth_grants g on g.id = a.grant_id and g.ended_at is null
  where i.id_hash = p_token_hash and i.kind = 'AccessToken' and i.expires_at > now();
  if not found then return null; end if;
  -- Also checks the app and the account.
  claims := countersign_private.describe_oauth_claims(own_grant, own_scopes);
  if claims is null then return null; end if;
  return jsonb_build_object(
    'clientId', app, 'grantId', own_grant, 'scopes', to_jsonb(own_scopes), 'sub', claims ->> 'sub', 'claims', claims
  );
end $$;
comment on function countersign.read_access_token is
  'Describes an access token, by its SHA-256 in base64url, and reads its claims: {clientId, grantId, sub, scopes, claims}. '
  'Null if it is unknown, expired or ended.';

-- Interactions: login and consent prompts.
create function countersign.read_oauth_interaction(p_id_hash text, p_user_id uuid, p_session_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'payload', i.payload,
    'startedAt', extract(epoch from i.created_at)::double precision,
    'session', countersign_private.describe_oauth_session(p_user_id, p_session_id),
    'isFresh', coalesce(countersign_private.session_authenticated_at(p_session_id) > i.created_at, false),
    'grant', case when p_user_id is not null
      then countersign_private.describe_grant(p_user_id, i.payload -> 'params' ->> 'client_id') end
  )
  from countersign_private.oauth_items i
  where i.id_hash = p_id_hash and i.kind = 'Interaction' and i.expires_at > now() and i.payload -> 'result' is null $$;
comment on function countersign.read_oauth_interaction is
  'A pending interaction, with the session and the grant of the signed-in user: {payload, startedAt, session, isFresh, grant}. '
  'Null if it has expired or is finished.';

create function countersign_private.finish_oauth_interaction(
  p_id_hash text, p_user_id uuid, p_because text[], p_result jsonb
) returns void language plpgsql set search_path = '' as $$
begin
  update countersign_private.oauth_items i set
    user_id = coalesce(p_user_id, (p_result -> 'login' ->> 'accountId')::uuid, i.user_id),
    payload = (i.payload - 'session') || jsonb_build_object(
      'result', case when p_result ? 'error' then p_result else coalesce(i.payload -> 'lastSubmission', '{}') || p_result end
    )
  where i.id_hash = p_id_hash and i.kind = 'Interaction' and i.expires_at > now()
    -- A double-click denies twice.
    and (i.payload -> 'result' is null or (p_result ? 'error' and i.payload -> 'result' = p_result))
    and (p_because is null or i.payload -> 'prompt' ->> 'name' = any (p_because))
    and (p_user_id is null or i.payload -> 'session' ->> 'accountId' = p_user_id::text);
  perform countersign_private.refuse(410, 'app.request_expired') where not found;
end $$;
comment on function countersign_private.finish_oauth_interaction is 'For one concurrent caller. Locks the interaction.';

create function countersign.finish_oauth_login(p_user_id uuid, p_session_id uuid, p_id_hash text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  item countersign_private.oauth_items;
  session jsonb;
  reasons jsonb;
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  session := countersign_private.describe_oauth_session(p_user_id, p_session_id);
  select * into item from countersign_private.oauth_items i
  where i.id_hash = p_id_hash and i.kind = 'Interaction' and i.expires_at > now();
  reasons := item.payload -> 'prompt' -> 'reasons';
  if item.payload -> 'prompt' ->> 'name' = 'login' then
    perform countersign_private.refuse(403, 'auth.recent_auth_required')
    where reasons ?| array['login_prompt', 'max_age', 'id_token_hint']
      and not coalesce(countersign_private.session_authenticated_at(p_session_id) > item.created_at, false);
    perform countersign_private.refuse(403, 'auth.second_factor_required')
    where reasons ? 'second_factor' and session ->> 'acr' <> 'urn:countersign:2fa';
  else
    -- A consent prompt that another account continues: "Use another account".
    perform countersign_private.refuse(410, 'app.request_expired')
    where item.payload -> 'session' ->> 'accountId' = p_user_id::text;
  end if;
  perform countersign_private.finish_oauth_interaction(
    p_id_hash, null, null, jsonb_build_object('login', jsonb_build_object('accountId', p_user_id))
  );
end $$;
comment on function countersign.finish_oauth_login is
  'Finishes a login prompt, or continues as another account. Refuses like require_live_session, with auth.recent_auth_required, '
  'auth.second_factor_required and app.request_expired. Locks the interaction.';

create function countersign.finish_oauth_consent(p_user_id uuid, p_session_id uuid, p_id_hash text, p_grant_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  perform countersign_private.refuse(410, 'app.request_expired')
  where not exists (
    select from countersign_private.oauth_items i
    join countersign_private.oauth_grants g on g.client_id = i.payload -> 'params' ->> 'client_id'
    where i.id_hash = p_id_hash and g.id = p_grant_id and g.user_id = p_user_id and g.ended_at is null
  );
  perform countersign_private.finish_oauth_interaction(
    p_id_hash, p_user_id, array['consent', 'select_account'], jsonb_build_object(
      'consent', jsonb_build_object('accountId', p_user_id), 'select_account', jsonb_build_object('accountId', p_user_id)
    )
  );
end $$;
comment on function countersign.finish_oauth_consent is
  'Finishes a consent prompt by a grant of the signed-in user. Refuses like require_live_session, and with '
  'app.request_expired. Locks the interaction.';

create function countersign.deny_oauth_interaction(p_id_hash text) returns void
language sql security definer set search_path = '' as $$
  select countersign_private.finish_oauth_interaction(
    p_id_hash, null, null, '{"error": "access_denied", "error_description": "the person did not agree"}') $$;
comment on function countersign.deny_oauth_interaction is
  'Denies a request: the app receives access_denied. Refuses with app.request_expired. Locks the interaction.';

-- Attempts to sign in to an app that a user registered, one row for all alike. They name no user, and keep a host of the URI.
create table countersign_private.oauth_attempts (
  client_id text not null references countersign_private.oauth_clients (client_id) on delete cascade,
  is_own boolean not null,
  step text not null check (step in ('authorize', 'par', 'token', 'logout')),
  code text not null check (code ~ '^[a-z_]{1,40}$'),
  redirect_host text not null check (
    redirect_host ~ '^((([a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?)?$'
    and char_length(regexp_replace(redirect_host, ':[0-9]+$', '')) <= 253
  ),
  attempts bigint not null default 1,
  last_at timestamptz not null default now(),
  primary key (client_id, is_own, step, code, redirect_host)
);
comment on column countersign_private.oauth_attempts.is_own is
  'Whether the request had the app''s secret or its owner''s session. A stranger can send others: client IDs are public.';
create index oauth_attempts_by_age on countersign_private.oauth_attempts (last_at);
alter table countersign_private.oauth_attempts enable row level security;

create function countersign.record_oauth_attempt(
  p_client_id text, p_step text, p_code text, p_redirect_host text, p_has_secret boolean, p_user_id uuid, p_counters jsonb
) returns void language plpgsql security definer set search_path = '' as $$
declare recorded countersign_private.oauth_attempts;
begin
  insert into countersign_private.oauth_attempts as a (client_id, is_own, step, code, redirect_host)
  select c.client_id, p_has_secret or c.owner_id is not distinct from p_user_id, p_step, p_code, coalesce(p_redirect_host, '')
  from countersign_private.oauth_clients c where c.client_id = p_client_id and c.owner_id is not null
  on conflict (client_id, is_own, step, code, redirect_host) do update set attempts = a.attempts + 1, last_at = now()
  returning * into recorded;
  -- Only these have any host; the others are as few as the codes and the app's own hosts.
  if recorded.code = 'invalid_redirect_uri' and recorded.attempts = 1 then
    if not recorded.is_own then perform countersign.consume_rate_limit('oauth_attempt', p_counters); end if;
    delete from countersign_private.oauth_attempts a where a.ctid = any (array(
      select stale.ctid from countersign_private.oauth_attempts stale
      where stale.client_id = p_client_id and stale.is_own = recorded.is_own and stale.code = recorded.code
      order by stale.last_at desc offset 20
    ));
  end if;
exception when check_violation or not_null_violation or foreign_key_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.record_oauth_attempt is
  'Records an attempt to sign in to an app of a user, and ignores other apps. Counts a stranger''s unregistered host, and refuses '
  'with auth.too_many_attempts, or request.unexpected if malformed. Locks the app''s row (key share), attempts, then counters.';

create function countersign.list_own_oauth_attempts(p_user_id uuid, p_session_id uuid, p_client_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  perform countersign_private.refuse(404, 'app.unknown') where not exists (
    select from countersign_private.oauth_clients c where c.client_id = p_client_id and c.owner_id = p_user_id
  );
  return jsonb_build_object('attempts', coalesce((
    select jsonb_agg(jsonb_build_object(
      'lastAt', a.last_at, 'step', a.step, 'code', a.code, 'redirectHost', a.redirect_host, 'isOwn', a.is_own, 'attempts', a.attempts
    ) order by a.last_at desc)
    from countersign_private.oauth_attempts a where a.client_id = p_client_id
  ), '[]')) || (
    select jsonb_build_object('signedIn', count(*) filter (where g.is_signed_in), 'hasAll', count(*) < 1000) from (
      select c.disabled_at is null and coalesce(c.asks_again_from <= g.agreed_at, true)
        and countersign_private.is_account_active(g.user_id) and exists (
          select from countersign_private.oauth_authorizations a
          join countersign_private.oauth_items i on i.authorization_id = a.id
          where a.grant_id = g.id and a.ended_at is null and i.kind in ('AccessToken', 'RefreshToken')
            and i.consumed_at is null and i.expires_at > now()
        ) as is_signed_in
      from countersign_private.oauth_grants g join countersign_private.oauth_clients c using (client_id)
      where g.client_id = p_client_id and g.ended_at is null order by g.agreed_at desc limit 1000
    ) g
  );
end $$;
comment on function countersign.list_own_oauth_attempts is
  'For an app''s owner: its recorded attempts, the newest first, and how many people have a valid token, of the 1,000 who consented '
  'last. Refuses like require_live_session, and with app.unknown for another user''s app.';

-- Events for apps, in order, until acknowledged (RFC 8936). Triggers on the tables queue them in the transaction of the change,
-- so that no app misses one or receives one for a change that was rolled back.
create table countersign_private.oauth_events (
  id bigint generated always as identity primary key,
  client_id text not null,
  sub text not null,
  jti uuid not null unique default gen_random_uuid(),
  kind text not null check (kind in ('wallet-shared', 'wallet-proven', 'wallet-removed', 'wallet-moved', 'grant-ended', 'account-purged')),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null default now()
);
comment on table countersign_private.oauth_events is
  'No foreign keys: the event of a deleted account outlives it. All changes of one account wait for one another, so that the '
  'IDs of a sub''s events are in the order of the changes.';
create index oauth_events_of_client on countersign_private.oauth_events (client_id, id);
create index oauth_events_by_age on countersign_private.oauth_events (created_at);
alter table countersign_private.oauth_events enable row level security;

create function countersign_private.delete_old_app_events() returns trigger language plpgsql set search_path = '' as $$
begin
  -- Deletes more than an insert adds. Skips locked rows: a later call deletes them.
  delete from countersign_private.oauth_events e where e.id in (
    select stale.id from countersign_private.oauth_events stale where stale.created_at < now() - interval '30 days'
    order by stale.created_at limit 50 for update skip locked
  );
  return null;
end $$;
comment on function countersign_private.delete_old_app_events is 'Skips locked rows.';
create trigger delete_old_app_events after insert on countersign_private.oauth_events
  for each statement execute function countersign_private.delete_old_app_events();

create function countersign_private.queue_app_event(p_grant_id uuid, p_kind text, p_details jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  insert into countersign_private.oauth_events (client_id, sub, kind, details)
  select g.client_id, s.sub, p_kind, p_details
  from countersign_private.oauth_grants g
  -- Includes disabled apps, which may be enabled again and then miss no event. Apps without a secret can't poll.
  join countersign_private.oauth_clients c on c.client_id = g.client_id and c.removed_at is null and c.is_confidential
    -- Until the user consents again, only the end of the grant or account is an event.
    and (c.asks_again_from is null or c.asks_again_from <= g.agreed_at or p_kind in ('grant-ended', 'account-purged'))
  join countersign_private.oauth_subjects s on s.user_id = g.user_id and s.sector = c.sector
  where g.id = p_grant_id;
end $$;
comment on function countersign_private.queue_app_event is 'Waits for no lock.';

create function countersign_private.describe_wallet_to_app(p_wallet countersign.wallets) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'account', countersign_private.format_caip10(p_wallet.chain, p_wallet.address), 'chain', p_wallet.chain,
    'address', p_wallet.address
  ) || case when p_wallet.removed_at is null
    then jsonb_build_object('proven_at', p_wallet.proven_at) else '{}' end $$;

create function countersign.poll_oauth_events(p_client_id text, p_acks uuid[], p_at_most integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most integer := least(greatest(coalesce(p_at_most, 100), 0), 100);
  found_events jsonb;
  found_count integer;
  forgotten jsonb;
begin
  perform countersign_private.refuse(400, 'request.unexpected') where cardinality(p_acks) > 1000;
  perform countersign_private.refuse(404, 'app.unknown')
  where not exists (
    select from countersign_private.oauth_clients c
    where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null
  );
  -- Skips events that another process of the app is acknowledging.
  with gone as (
    delete from countersign_private.oauth_events e where e.id in (
      select done.id from countersign_private.oauth_events done
      where done.jti = any (p_acks) and done.client_id = p_client_id order by done.id for update skip locked
    ) returning e.jti
  )
  select coalesce(jsonb_agg(gone.jti), '[]') into forgotten from gone;
  select coalesce(jsonb_agg(jsonb_build_object(
      'jti', e.jti, 'sub', e.sub, 'kind', e.kind, 'details', e.details, 'createdAt', e.created_at
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
  return jsonb_build_object('events', found_events, 'more', found_count > most, 'forgotten', forgotten);
end $$;
comment on function countersign.poll_oauth_events is
  'Deletes the events that an app acknowledges by jti, and returns its oldest others: {events: at most 100, more, forgotten}. '
  'An event is repeated until acknowledged. Refuses with app.unknown. Skips locked rows.';

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

-- Cleanup. Most functions delete a few old rows as they add new ones. That keeps busy tables small, but leaves the rows of inactive
-- users. clean_up deletes some rows of each kind, in a transaction short enough for any timeout of the REST API, and returns whether
-- there are more. It keeps accounts, wallets, proofs, activity, and grants of existing apps, as users were promised. Unconfirmed
-- accounts are deleted through Auth (find_abandoned_sign_ups).
create table countersign_private.clean_up_progress (
  is_only boolean primary key default true check (is_only),
  began_at timestamptz not null default '-infinity',
  reads text not null default 'sessions' check (reads in ('sessions', 'wallet_sessions', 'passkey_sessions', 'app_authorizations')),
  read_until text
);
comment on table countersign_private.clean_up_progress is
  'One row. Tables without a date for finding old rows are scanned in turn, some rows per call, and then from the start.';
alter table countersign_private.clean_up_progress enable row level security;
insert into countersign_private.clean_up_progress default values;

create function countersign.clean_up(p_unless_within_seconds integer default 0) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  at_most constant integer := 1000;
  counted jsonb;
  removed integer;
begin
  -- For a database restored without this row. The check avoids an insert, for which a concurrent call would wait.
  if not exists (select from countersign_private.clean_up_progress) then
    insert into countersign_private.clean_up_progress default values on conflict do nothing;
  end if;
  -- One call at a time: another finds the row locked, or begun too recently.
  perform from countersign_private.clean_up_progress c
  where c.began_at <= now() - make_interval(secs => p_unless_within_seconds) for update skip locked;
  if not found then return null; end if;
  update countersign_private.clean_up_progress c set began_at = now() where c.is_only;
  counted := countersign_private.delete_orphans(2 * at_most);
  -- Finishes removed apps: 20 users per new grant are not enough if there are no new grants.
  removed := (select count(*) from countersign_private.oauth_clients c where c.removed_at is not null);
  perform countersign_private.finish_removed_clients(100);
  counted := counted || jsonb_build_object(
    'removed_apps', removed - (select count(*) from countersign_private.oauth_clients c where c.removed_at is not null),
    'mails', countersign_private.delete_stale_mails(at_most)
  ) || countersign_private.delete_expired(at_most);
  return counted || jsonb_build_object('more',
    exists (select from countersign_private.clean_up_progress c where c.reads <> 'sessions' or c.read_until is not null)
    or exists (select from countersign_private.oauth_clients c where c.removed_at is not null)
    or exists (select from jsonb_each_text(counted) kind where kind.value::integer >= at_most));
end $$;
comment on function countersign.clean_up is
  'Deletes some old rows and returns how many per kind, and more: whether to call again. Null if another call is running or '
  'began within p_unless_within_seconds. Skips locked rows.';

create function countersign_private.delete_orphans(p_at_most integer) returns jsonb language plpgsql set search_path = '' as $$
declare
  own countersign_private.clean_up_progress := (select c from countersign_private.clean_up_progress c where c.is_only);
  left_to_read integer := p_at_most;
  counted jsonb := '{"sessions": 0, "wallet_sessions": 0, "passkey_sessions": 0, "app_authorizations": 0}';
  seen text[];
  gone text[];
begin
  loop
    case own.reads
      when 'sessions' then
        seen := array(select a.session_id from countersign.account_sessions a
          where a.session_id > coalesce(own.read_until::uuid, '00000000-0000-0000-0000-000000000000')
          order by a.session_id limit left_to_read);
        -- Like record_session: the row shows that its session has ended, while Auth may still have the session.
        gone := array(select a.session_id from countersign.account_sessions a
          where a.session_id = any (seen::uuid[]) and a.last_seen_at < now() - interval '90 days'
            and not exists (select from auth.sessions s where s.id = a.session_id) for update skip locked);
        delete from countersign.account_sessions a where a.session_id = any (gone::uuid[]);
      when 'wallet_sessions' then
        seen := array(select w.session_id from countersign_private.wallet_sessions w
          where w.session_id > coalesce(own.read_until::uuid, '00000000-0000-0000-0000-000000000000')
          order by w.session_id limit left_to_read);
        gone := array(select w.session_id from countersign_private.wallet_sessions w
          where w.session_id = any (seen::uuid[])
            and not exists (select from auth.sessions s where s.id = w.session_id) for update skip locked);
        delete from countersign_private.wallet_sessions w where w.session_id = any (gone::uuid[]);
      when 'passkey_sessions' then
        seen := array(select p.session_id from countersign_private.passkey_sessions p
          where p.session_id > coalesce(own.read_until::uuid, '00000000-0000-0000-0000-000000000000')
          order by p.session_id limit left_to_read);
        gone := array(select p.session_id from countersign_private.passkey_sessions p
          where p.session_id = any (seen::uuid[])
            and not exists (select from auth.sessions s where s.id = p.session_id) for update skip locked);
        delete from countersign_private.passkey_sessions p where p.session_id = any (gone::uuid[]);
      when 'app_authorizations' then
        seen := array(select a.id from countersign_private.oauth_authorizations a
          where a.id > coalesce(own.read_until, '') order by a.id limit left_to_read);
        -- A code is stored with its authorization, and later items need an existing one.
        gone := array(select a.id from countersign_private.oauth_authorizations a
          where a.id = any (seen)
            and not exists (select from countersign_private.oauth_items i where i.authorization_id = a.id) for update skip locked);
        delete from countersign_private.oauth_authorizations a where a.id = any (gone);
    end case;
    counted := counted || jsonb_build_object(own.reads, cardinality(gone));
    own.read_until := seen[cardinality(seen)];
    left_to_read := left_to_read - cardinality(seen);
    exit when left_to_read <= 0;
    -- The end of this table. After the last one, the next call starts over.
    own.read_until := null;
    own.reads := case own.reads when 'sessions' then 'wallet_sessions' when 'wallet_sessions' then 'passkey_sessions'
      when 'passkey_sessions' then 'app_authorizations' else 'sessions' end;
    exit when own.reads = 'sessions';
  end loop;
  update countersign_private.clean_up_progress c set reads = own.reads, read_until = own.read_until where c.is_only;
  return counted;
end $$;
comment on function countersign_private.delete_orphans is 'Continues where the last call stopped. Skips locked rows.';

create function countersign_private.delete_expired(p_at_most integer) returns jsonb language plpgsql set search_path = '' as $$
declare
  counted jsonb := '{}';
  gone integer;
begin
  -- Rows that are least likely in use first, rate limits last: a transaction that needs a row deleted here waits for this one.
  -- Skips locked rows. Each list is an array, since a plan for "in (select …)" may scan a whole table.
  delete from countersign_private.oauth_events e where e.id = any (array(
    select o.id from countersign_private.oauth_events o where o.created_at < now() - interval '30 days'
    order by o.created_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('app_events', gone);
  delete from countersign_private.oauth_attempts a where a.ctid = any (array(
    select o.ctid from countersign_private.oauth_attempts o where o.last_at < now() - interval '30 days'
    order by o.last_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('app_attempts', gone);
  -- delete_orphans deletes authorizations left without items.
  delete from countersign_private.oauth_items i where i.id_hash = any (array(
    select o.id_hash from countersign_private.oauth_items o where o.kept_until < now()
    order by o.kept_until limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('app_tokens', gone);
  delete from countersign_private.challenges c where c.id = any (array(
    select o.id from countersign_private.challenges o
    where o.purpose = 'sign-in' and o.expires_at < now() - interval '1 hour'
    order by o.expires_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('sign_in_statements', gone);
  delete from countersign_private.challenges c where c.id = any (array(
    select o.id from countersign_private.challenges o
    where o.purpose <> 'sign-in' and o.expires_at < now() - interval '1 hour'
    order by o.expires_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('statements', gone);
  delete from countersign_private.announced_changes e where e.ctid = any (array(
    select o.ctid from countersign_private.announced_changes o
    where o.expires_at < now() - interval '1 hour' order by o.expires_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('expected_changes', gone);
  -- Each use counts for at most ten minutes.
  delete from countersign_private.single_uses u where u.ctid = any (array(
    select o.ctid from countersign_private.single_uses o where o.used_at < now() - interval '1 hour'
    order by o.used_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('single_uses', gone);
  delete from countersign_private.rate_limits a where a.ctid = any (array(
    select o.ctid from countersign_private.rate_limits o where o.window_ends_at < now()
    order by o.window_ends_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  return counted || jsonb_build_object('rate_limits', gone);
end $$;
comment on function countersign_private.delete_expired is 'Skips locked rows.';

-- Schema check. Compares a database with the schema that this version expects, to find tables changed by hand, and rights granted or
-- lost, for example in a restore. Each object is a hash of its catalog entry, in the same words for Postgres 15 and later. Owners
-- are left out, because they differ by project.
create function countersign_private.describe_objects() returns table (object text, description text)
language sql stable set search_path = '' as $$
  with own as (
    select n.oid, n.nspname as name, n.nspowner as owner, n.nspacl as rights
    from pg_catalog.pg_namespace n where n.nspname in ('countersign', 'countersign_private')
  ), relations as (
    select c.oid, c.relkind as kind, c.oid::regclass::text as name, c.relowner as owner, c.relacl as rights,
      case c.relkind when 'v' then 'view ' else 'table ' end || c.oid::regclass::text as object,
      concat_ws(', ', 'row security ' || c.relrowsecurity, 'forced ' || c.relforcerowsecurity, array_to_string(c.reloptions, ','))
        as settings
    from pg_catalog.pg_class c join own on own.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'f')
  ), columns as (
    select a.attrelid, a.attname::text as name, a.attacl as rights, concat_ws(' ', a.attname,
      format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      'default ' || pg_get_expr(d.adbin, d.adrelid), 'identity ' || nullif(a.attidentity::text, ''),
      'generated ' || nullif(a.attgenerated::text, '')) as described
    from relations r join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  ), functions as (
    select p.oid, p.oid::regprocedure::text as name, p.proowner as owner, p.proacl as rights, concat_ws(e'\n',
      pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname,
      concat_ws(', ', p.provolatile, p.prosecdef, p.proisstrict, p.proparallel, p.proretset, p.prorows),
      array_to_string(p.proconfig, ','), replace(p.prosrc, e'\r', '')) as described
    from pg_catalog.pg_proc p join own on own.oid = p.pronamespace join pg_catalog.pg_language l on l.oid = p.prolang
  ), rights as (
    select 'schema ' || own.name as target, given.* from own,
      aclexplode(coalesce(own.rights, acldefault('n', own.owner))) given where given.grantee <> own.owner
    union all
    select 'table ' || r.name, given.* from relations r,
      aclexplode(coalesce(r.rights, acldefault('r', r.owner))) given where given.grantee <> r.owner
    union all
    select 'column ' || r.name || '.' || quote_ident(c.name), given.* from relations r join columns c on c.attrelid = r.oid,
      aclexplode(c.rights) given where given.grantee <> r.owner
    union all
    select 'function ' || f.name, given.* from functions f,
      aclexplode(coalesce(f.rights, acldefault('f', f.owner))) given where given.grantee <> f.owner
  )
  select 'schema ' || own.name, '' from own
  union all
  -- Column prefixes are removed from a view's text, because Postgres 16 writes them differently than 15.
  select r.object, concat_ws(e'\n', r.settings,
    (select string_agg(c.described, e'\n' order by c.name collate "C") from columns c where c.attrelid = r.oid),
    case when r.kind in ('v', 'm') then
      regexp_replace(regexp_replace(pg_get_viewdef(r.oid), '\m[a-z_]+\.', '', 'g'), '\s+', ' ', 'g') end)
  from relations r
  union all
  select 'function ' || f.name, f.described from functions f
  union all
  select 'constraint ' || k.conname || ' on ' || r.name, pg_get_constraintdef(k.oid)
  from pg_catalog.pg_constraint k join relations r on r.oid = k.conrelid where k.contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select 'index ' || x.indexrelid::regclass::text, pg_get_indexdef(x.indexrelid) || ' valid ' || x.indisvalid
  from pg_catalog.pg_index x join relations r on r.oid = x.indrelid
  union all
  select 'policy "' || p.polname || '" on ' || r.name, concat_ws(e'\n', p.polpermissive, p.polcmd,
    (select string_agg(coalesce(o.rolname, 'public'), ',' order by o.rolname collate "C")
      from unnest(p.polroles) role left join pg_catalog.pg_roles o on o.oid = role),
    'using ' || pg_get_expr(p.polqual, p.polrelid), 'check ' || pg_get_expr(p.polwithcheck, p.polrelid))
  from pg_catalog.pg_policy p join relations r on r.oid = p.polrelid
  union all
  -- Includes this schema's triggers on Auth's tables.
  select 'trigger ' || t.tgname || ' on ' || t.tgrelid::regclass::text, pg_get_triggerdef(t.oid) || ' enabled ' || t.tgenabled::text
  from pg_catalog.pg_trigger t where not t.tgisinternal
    and (t.tgrelid in (select r.oid from relations r) or t.tgfoid in (select f.oid from functions f))
  union all
  select 'grant on ' || g.target || ' to ' || coalesce(o.rolname, 'public'),
    string_agg(g.privilege_type || case when g.is_grantable then ' with grant option' else '' end, ', '
      order by g.privilege_type collate "C")
  from rights g left join pg_catalog.pg_roles o on o.oid = g.grantee group by g.target, o.rolname $$;

create function countersign.describe_schema() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  newest text;
  found text;
begin
  -- Either table may be missing or not readable. Without both, the version is null.
  if to_regclass('countersign_migrations.applied') is not null then
    begin
      execute 'select max(version) from countersign_migrations.applied' into newest;
    exception when insufficient_privilege then newest := null;
    end;
  end if;
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    begin
      -- Supabase also records the project's own migrations there. Each migration of Countersign contains its version.
      execute $query$
        select max(version) from supabase_migrations.schema_migrations
        where array_to_string(statements, ' ') like '%countersign.schema_version()%select ''' || version || '''%'
      $query$ into found;
    exception when insufficient_privilege or undefined_column then found := null;
    end;
  end if;
  return jsonb_build_object(
    'version', greatest(newest, found),
    'objects', (
      select jsonb_object_agg(d.object, md5(d.description)) from countersign_private.describe_objects() d
    )
  );
end $$;
comment on function countersign.describe_schema is
  'The schema of Countersign in this database: {version: its newest recorded migration or null, objects: {name: hash of its '
  'definition}}. Contains no user data.';

-- The server checks this before it accepts requests. Each migration replaces it.
create function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261128000000' $$;
comment on function countersign.schema_version is 'The version of the newest migration in this database. Reads no table.';

-- All rights. Everything not granted here is denied. Postgres lets every role execute new functions, so those rights are
-- revoked first; a migration that adds a function revokes them by name. A test checks the catalog.
revoke all on all tables in schema countersign, countersign_private from public, anon, authenticated, service_role;
revoke all on all sequences in schema countersign, countersign_private from public, anon, authenticated, service_role;
revoke all on all functions in schema countersign, countersign_private from public, anon, authenticated, service_role;

grant usage on schema countersign to authenticated, service_role;

-- Users read their own rows, through the policies on these tables. Of proofs, the signed bytes are excluded; exports include them.
grant select on
  countersign.accounts, countersign.account_sessions, countersign.activity_events, countersign.wallets,
  countersign.live_wallets
to authenticated;
grant select (
  id, wallet_id, user_id, account_code, display_name, method, chain, address, origin, proven_at, ended_at, ended_because,
  is_public, outcome, names_account, evidence_at
) on countersign.proofs to authenticated;
-- Called by those policies, and by policies that other apps write.
grant execute on function countersign_private.has_live_session, countersign.my_wallets to authenticated;

-- Only the server calls functions, including functions that only read. It has no rights on tables, so a leaked secret key or a bug
-- in the server can't bypass the functions' checks.
grant execute on function
  countersign.add_oauth_client, countersign.add_oauth_key, countersign.agree_to_email_change, countersign.ask_for_code,
  countersign.begin_authenticator_recovery, countersign.begin_lost_authenticator_removal, countersign.begin_mail,
  countersign.begin_oauth_request, countersign.begin_passkey_removal, countersign.begin_sign_in_method_change,
  countersign.block_email_change, countersign.can_read_passkeys, countersign.change_own_oauth_client,
  countersign.change_public_page, countersign.claim_outbox, countersign.claim_passkey_offer, countersign.claim_pending_deletions,
  countersign.claim_wallet_account, countersign.clean_up, countersign.clear_email_change,
  countersign.close_account_by_operator, countersign.commit_oauth_request, countersign.consume_challenge,
  countersign.consume_factor_code, countersign.consume_mail_token, countersign.consume_rate_limit,
  countersign.consume_recovery_code, countersign.consume_sign_in_challenge, countersign.count_for_operators,
  countersign.decline_passkey_offer, countersign.delete_account, countersign.deny_oauth_interaction,
  countersign.describe_account,
  countersign.describe_oauth_request, countersign.describe_public_page, countersign.describe_recovery, countersign.describe_recovery_codes,
  countersign.describe_schema, countersign.describe_security, countersign.describe_sign_in_methods,
  countersign.disable_oauth_client, countersign.discard_challenges, countersign.end_mail, countersign.end_oauth_grant,
  countersign.end_other_sessions, countersign.end_session, countersign.end_sessions_by_operator,
  countersign.end_sessions_of_old_email, countersign.end_sessions_of_passkey, countersign.end_sessions_of_sign_in_method,
  countersign.ensure_account, countersign.exempt_oauth_client_from_pkce, countersign.export_activity,
  countersign.export_proofs, countersign.export_wallets, countersign.find_abandoned_sign_ups, countersign.find_account_for_operator,
  countersign.find_account_of_mail_link, countersign.find_authenticator_recovery, countersign.find_email_change_of_link, countersign.find_providers_of_email,
  countersign.find_wallet_account, countersign.finish_deletion, countersign.finish_oauth_consent,
  countersign.finish_oauth_login, countersign.finish_outbox_mail, countersign.finish_sign_in_method_change,
  countersign.give_oauth_grant, countersign.has_asked_for_code, countersign.is_credential_known,
  countersign.is_wallet_session, countersign.issue_challenge, countersign.issue_sign_in_challenge,
  countersign.keep_recovery_codes, countersign.keep_sign_in_method, countersign.label_wallet,
  countersign.list_activity, countersign.list_known_authenticators, countersign.list_oauth_clients, countersign.list_oauth_grants,
  countersign.list_oauth_keys, countersign.list_own_oauth_attempts, countersign.list_own_oauth_clients, countersign.list_passkeys, countersign.list_sessions,
  countersign.list_step_up_methods, countersign.list_wallet, countersign.list_wallets, countersign.list_wallets_of_subject,
  countersign.make_wallet_primary, countersign.mark_passkey_session, countersign.mark_wallet_session,
  countersign.offer_account_deletion, countersign.poll_oauth_events, countersign.publish_wallet,
  countersign.read_access_token, countersign.read_oauth_client,
  countersign.read_oauth_client_logo, countersign.read_oauth_interaction, countersign.read_public_page,
  countersign.read_public_proof, countersign.record_event, countersign.record_oauth_attempt, countersign.record_proof, countersign.record_refused_sign_in, countersign.record_session,
  countersign.record_sign_in, countersign.record_step_up, countersign.record_step_up_by_passkey,
  countersign.record_step_up_by_wallet, countersign.record_token_reuse, countersign.record_wallet_sign_in,
  countersign.register_own_oauth_client, countersign.release_mail_token, countersign.remove_oauth_client,
  countersign.remove_own_oauth_client, countersign.remove_second_factor_by_operator, countersign.remove_wallet,
  countersign.rename_passkey, countersign.replace_recovery_codes, countersign.require_live_session,
  countersign.require_recent_auth, countersign.reseal_oauth_key, countersign.reset_rate_limit,
  countersign.resolve_first_password, countersign.rotate_oauth_client_secret, countersign.rotate_own_oauth_client_secret,
  countersign.schema_version, countersign.set_display_name, countersign.set_wallet_appearance, countersign.share_wallets,
  countersign.start_email_change, countersign.start_export, countersign.touch_session, countersign.unshare_wallet,
  countersign.void_recovery_codes, countersign.withdraw_passkey_change
to service_role;

reset check_function_bodies;
