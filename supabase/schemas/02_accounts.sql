-- Accounts: what hangs on a user of Auth, and what an account is called.

-- A name may have letters of any script. What is signed stays ASCII: the server derives that form. A proof keeps the name that its
-- account had when it was made, so that its page shows what its owner agreed to.
create function countersign_private.is_display_name(p_name text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(p_name) between 1 and 32
    and p_name is nfc normalized
    and p_name !~ '^\s|\s$'
    -- Something to see: not only spaces, or marks that alter a character before them.
    and p_name ~ '[^\s._''\u2019\u02bb\u02bc\u02be\u02bf-]'
    -- No sign that quotes, ends a line, or begins another part of a statement or page.
    and p_name !~ (
      '[!-&(-,/:-@\[-^`{-~\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b0-\u02ba\u02bd\u02c0-\u02ff'
      '\u2000-\u2018\u201a-\u206f\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\ufd3e\ufd3f\ufe10-\ufe1f'
      '\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\uffee\ue000-\uf8ff\U0001f000-\U0001faff]'
    )
    -- No controls and nothing invisible, as in a wallet's label.
    and p_name !~ (
      '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e'
      '\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      '\U000e0000-\U000e0fff]'
    )
    -- One of the alphabets whose letters pass for those of one another.
    and not (
      p_name ~ '[A-Za-z\u00c0-\u024f\u1e00-\u1eff]' and p_name ~ '[\u0370-\u03ff\u1f00-\u1fff\u0400-\u0484\u0487-\u052f]'
      or p_name ~ '[\u0370-\u03ff\u1f00-\u1fff]' and p_name ~ '[\u0400-\u0484\u0487-\u052f]'
    )
    -- No word that stands before the code of an account, and nothing of its shape with a digit in it.
    and normalize(p_name, nfkc) !~* '(^|[^a-z0-9])id([^a-z0-9]|$)'
    and normalize(p_name, nfkc) !~* '(^|[^a-z0-9])(?=[a-z-]*[0-9])[a-z0-9]{4}-[a-z0-9]{4}([^a-z0-9]|$)' $$;
comment on function countersign_private.is_display_name is
  'Whether pages may call an account this: something to see, and nothing that looks like another part of a page or of a '
  'statement. The server, which knows all letters, is stricter.';

create table countersign.accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  display_name text check (
    -- Names from when they were ASCII only.
    display_name ~ '^[A-Za-z0-9 ._-]{1,32}$' or countersign_private.is_display_name(display_name)
  ),
  created_at timestamptz not null default now(),
  signed_in_without_wallet_at timestamptz
);
comment on table countersign.accounts is
  'What an account is called in public: a code that nobody can choose, and a name that its owner may. Whoever changes '
  'anything of an account locks its row first. All other tables hang on this one and not on auth.users, so that the '
  'deletion of a user waits here too, before it has locked anything that such a change still needs.';
comment on column countersign.accounts.signed_in_without_wallet_at is
  'When a session that no wallet opened was first recorded here; null where only wallets, or nobody, signed in.';
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
comment on function countersign_private.remove_clients_of_account is 'Apps go with the account that registered them.';
create trigger remove_clients_of_account before delete on countersign.accounts
  for each row execute function countersign_private.remove_clients_of_account();

create function countersign_private.delete_app_requests_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from countersign_private.oauth_items i where i.user_id = old.user_id;
  return old;
end $$;
comment on function countersign_private.delete_app_requests_of_account is
  'Requests of apps that wait for somebody go with their account. Codes and tokens go with its grants.';
create trigger delete_app_requests_of_account before delete on countersign.accounts
  for each row execute function countersign_private.delete_app_requests_of_account();

create function countersign_private.queue_event_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.queue_app_event(g.id, 'account-purged', '{}') from countersign_private.oauth_grants g
  where g.user_id = old.user_id and g.ended_at is null;
  return old;
end $$;
comment on function countersign_private.queue_event_of_deleted_account is
  'An account is deleted: who the app knew it as is all that is kept, until the app has read it.';
create trigger queue_event_of_deleted_account before delete on countersign.accounts
  for each row execute function countersign_private.queue_event_of_deleted_account();

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

create function countersign.ensure_account(p_user_id uuid, p_session_id uuid)
returns table (code text, "displayName" text) language plpgsql security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return query select a.code, a.display_name from countersign_private.ensure_account(p_user_id) a;
end $$;
comment on function countersign.ensure_account is
  'What statements call this account; made the first time. Refuses as require_live_session does.';

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
  perform countersign_private.add_event(p_user_id, 'account_renamed', null, p_device);
end $$;
comment on function countersign.set_display_name is
  'Names an account, or with null takes its name away. Refuses with account.name_invalid, account.too_many_changes.';
