-- What the functions of the following migrations share. The REST API exposes "public" only. A project may have a
-- schema of this name already, so nothing here touches what else is in it.
create schema if not exists private;
revoke all on schema private from public;

create table public.accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  display_name text check (display_name ~ '^[A-Za-z0-9 ._-]{1,32}$'),
  created_at timestamptz not null default now()
);

comment on table public.accounts is
  'What an account is called in public: a short code that nobody can choose, and a name that its owner may. '
  'Statements and public proofs say these instead of a user id or an e-mail. Whoever changes anything of an account '
  'holds its row first. All other tables hang on this one and not on auth.users, so that the deletion of a user '
  'waits at this row too, before it has locked anything that such a change still needs.';

alter table public.accounts enable row level security;
revoke all on public.accounts from public, anon, authenticated, service_role;
grant select on public.accounts to authenticated, service_role;

create policy "people read their own account" on public.accounts
  for select to authenticated using ((select auth.uid()) = user_id);

create function private.new_account_code()
returns text
language sql
volatile
set search_path = ''
as $$
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
  ) as made
$$;

comment on function private.new_account_code() is 'A random account code, like 7F3K-2Q9D.';

create function private.ensure_account(p_user_id uuid)
returns public.accounts
language plpgsql
set search_path = ''
as $$
declare
  account public.accounts;
begin
  loop
    select * into account from public.accounts a where a.user_id = p_user_id;
    if found then
      return account;
    end if;
    insert into public.accounts (user_id, code) values (p_user_id, private.new_account_code())
      on conflict do nothing;
  end loop;
exception
  when foreign_key_violation or not_null_violation then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
end
$$;

comment on function private.ensure_account(uuid) is
  'The account row of a user, made the first time it is needed. A code that is taken is drawn again. Refuses a user '
  'that does not exist, or no longer.';

create function private.is_session_live(p_user_id uuid, p_session_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from auth.sessions s
    join auth.users u on u.id = s.user_id
    where s.id = p_session_id and s.user_id = p_user_id
      and (s.not_after is null or s.not_after > now())
      and (u.banned_until is null or u.banned_until <= now())
  )
$$;

comment on function private.is_session_live(uuid, uuid) is
  'False when the session was ended, or its account banned, although its access token may still be good for a while.';

create function private.hold_account(p_user_id uuid, p_session_id uuid)
returns public.accounts
language plpgsql
set search_path = ''
as $$
declare
  account public.accounts;
begin
  perform private.ensure_account(p_user_id);
  select * into account from public.accounts a where a.user_id = p_user_id for update;
  -- Asked once the row is held: whatever ended the session while this waited counts.
  if not found or not private.is_session_live(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  return account;
end
$$;

comment on function private.hold_account(uuid, uuid) is
  'The account, held until this transaction ends, so that changes of one account happen one after the other. '
  'Refuses a session that was ended.';

create function public.ensure_account(p_user_id uuid)
returns table (code text, display_name text)
language sql
security definer
set search_path = ''
as $$
  select a.code, a.display_name from private.ensure_account(p_user_id) a
$$;

comment on function public.ensure_account(uuid) is 'What statements call this account; made the first time.';

revoke execute on function
  private.new_account_code(),
  private.ensure_account(uuid),
  private.is_session_live(uuid, uuid),
  private.hold_account(uuid, uuid)
from public, anon, authenticated, service_role;
revoke execute on function public.ensure_account(uuid) from public, anon, authenticated;
grant execute on function public.ensure_account(uuid) to service_role;
