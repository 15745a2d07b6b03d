-- Mails of our own that wait to be sent. What they tell of is written in the same transaction, so that none of them is
-- lost between the database and the server.

create table public.notices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  kind text not null check (kind ~ '^[a-z]+_[a-z_]+$'),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

comment on table public.notices is
  'Mails that wait to be sent to people about their accounts. Deleted once sent, or given up after ten attempts or a '
  'day. References no account: the notice that one was deleted comes after it.';
comment on column public.notices.details is
  'What the mail says. A "to" in it is where it goes, for an address that the account has no longer.';
comment on column public.notices.due_at is 'Not to be attempted before this: somebody is at it, or has just failed.';

create index notices_by_due on public.notices (due_at);

alter table public.notices enable row level security;
revoke all on public.notices from public, anon, authenticated, service_role;

create function private.forget_stale_notices()
returns void
language sql
set search_path = ''
as $$
  -- What another transaction holds is forgotten some other time: nobody waits for this.
  delete from public.notices n where n.id in (
    select stale.id from public.notices stale
    where stale.created_at < now() - interval '1 day' or (stale.attempts >= 10 and stale.due_at <= now())
    for update skip locked
  )
$$;

comment on function private.forget_stale_notices() is 'Gives up notices that failed ten times or are a day old.';

create function private.queue_notice(p_user_id uuid, p_kind text, p_details jsonb)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Here too, for a site that sends no mail and so never claims any.
  perform private.forget_stale_notices();
  insert into public.notices (user_id, kind, details) values (p_user_id, p_kind, p_details);
end
$$;

comment on function private.queue_notice(uuid, text, jsonb) is
  'Queues a mail to the account, sent once the caller''s transaction has committed. It goes to the confirmed e-mail '
  'that the account has then, or to "to" of the details. The server knows by kind what it says.';

create function public.claim_notices(p_at_most integer)
returns table (id uuid, kind text, details jsonb, recipient text, created_at timestamptz, retry_at timestamptz)
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.forget_stale_notices();
  return query
  with due as materialized (
    select n.id from public.notices n where n.due_at <= now() order by n.due_at limit p_at_most
    for update skip locked
  ), claimed as (
    -- One minute to send it, then twice as long before each further attempt: nine waits are half a day.
    update public.notices n set attempts = n.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ n.attempts
    from due where n.id = due.id
    returning n.*
  )
  select c.id, c.kind, c.details - 'to',
    coalesce(c.details ->> 'to', (
      select u.email::text from auth.users u
      where u.id = c.user_id and u.email <> '' and u.email_confirmed_at is not null
    )),
    c.created_at, c.due_at
  from claimed c
  order by c.created_at;
end
$$;

comment on function public.claim_notices(integer) is
  'Takes up to this many notices that are due, each for one caller: nobody else gets it before retry_at. recipient is '
  'null when there is nobody to tell. Whatever has been given up is deleted, also when none is asked for.';

create function public.finish_notice(p_notice_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.notices n where n.id = p_notice_id
$$;

comment on function public.finish_notice(uuid) is 'Deletes a notice that was sent, or that nobody can be sent.';

revoke execute on function
  private.forget_stale_notices(),
  private.queue_notice(uuid, text, jsonb)
from public, anon, authenticated, service_role;
revoke execute on function
  public.claim_notices(integer),
  public.finish_notice(uuid)
from public, anon, authenticated;
grant execute on function
  public.claim_notices(integer),
  public.finish_notice(uuid)
to service_role;
