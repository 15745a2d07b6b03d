-- Leaving: taking everything along, and deleting the account.
--
-- What is ours goes first and at once, then Auth deletes the user. A closure stands in between, so that whatever fails
-- can be done again, by anybody, without the person.

create table private.account_closures (
  user_id uuid primary key,
  email text,
  attempts integer not null default 0,
  due_at timestamptz not null,
  closed_at timestamptz not null default now()
);

comment on table private.account_closures is
  'Accounts that are closed and that Auth has not deleted yet. References no user: it is finished after that one is gone.';
comment on column private.account_closures.email is 'The confirmed address, for the last notice.';
comment on column private.account_closures.due_at is 'Not to be finished by others before this: somebody is at it.';

alter table private.account_closures enable row level security;
revoke all on private.account_closures from public, anon, authenticated, service_role;

create or replace function private.ensure_account(p_user_id uuid)
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
    -- A row that is gone because its account was closed does not come back.
    if exists (select from private.account_closures c where c.user_id = p_user_id) then
      raise exception using errcode = 'PT401', message = 'auth.signed_out';
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
  'that does not exist, or no longer, or whose account is closed.';

create function public.close_account(p_user_id uuid, p_session_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Pressed twice, or again after a failure: there is nothing left to protect.
  if exists (select from private.account_closures c where c.user_id = p_user_id) then
    return;
  end if;
  perform private.hold_account(p_user_id, p_session_id);
  insert into private.account_closures (user_id, email, due_at)
  select u.id, case when u.email_confirmed_at is not null then nullif(u.email, '') end, now() + interval '1 minute'
  from auth.users u where u.id = p_user_id;
  -- Every other table of ours hangs on this one. Public proofs leave their ids behind.
  delete from public.accounts a where a.user_id = p_user_id;
  begin
    delete from auth.sessions s where s.user_id = p_user_id;
  exception
    -- Not every project may. Then they end with the user; until then nothing of ours believes them.
    when insufficient_privilege then null;
  end;
end
$$;

comment on function public.close_account(uuid, uuid) is
  'Deletes everything of ours about an account, ends its sessions and refuses it from now on. Auth has to delete the '
  'user next. The same again does nothing. Refuses with auth.signed_out.';

create function public.claim_closures(p_at_most integer)
returns jsonb
language sql
security definer
set search_path = ''
as $$
  with due as materialized (
    select c.user_id from private.account_closures c where c.due_at <= now() order by c.due_at limit p_at_most
    for update skip locked
  ), claimed as (
    -- Never given up: somebody was told that it is deleted. After a while once an hour.
    update private.account_closures c set attempts = c.attempts + 1,
      due_at = now() + interval '1 minute' * least(60, 2 ^ least(c.attempts, 6))
    from due where c.user_id = due.user_id
    returning c.user_id
  )
  select coalesce(jsonb_agg(claimed.user_id), '[]') from claimed
$$;

comment on function public.claim_closures(integer) is
  'Up to this many users that Auth still has to delete, each for one caller, who then calls finish_closure.';

create function public.finish_closure(p_user_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  closure private.account_closures;
begin
  delete from private.account_closures c
  where c.user_id = p_user_id and not exists (select from auth.users u where u.id = p_user_id)
  returning * into closure;
  if found and closure.email is not null then
    perform private.queue_notice(p_user_id, 'account_deleted', jsonb_build_object('to', closure.email));
  end if;
end
$$;

comment on function public.finish_closure(uuid) is
  'Forgets a closure once Auth has deleted the user, and queues the last notice. Does nothing before, or twice.';

revoke execute on function
  public.close_account(uuid, uuid),
  public.claim_closures(integer),
  public.finish_closure(uuid)
from public, anon, authenticated;
grant execute on function
  public.close_account(uuid, uuid),
  public.claim_closures(integer),
  public.finish_closure(uuid)
to service_role;
