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
