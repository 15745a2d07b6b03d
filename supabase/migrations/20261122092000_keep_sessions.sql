-- Auth keeps sessions, but not the device of each, and a project may not be allowed to end one. This table is ours:
-- what a session looks like to its owner, and whether it was ended, whatever Auth says.

create table public.account_sessions (
  session_id uuid primary key,
  user_id uuid not null references public.accounts (user_id) on delete cascade,
  method text check (method ~ '^[a-z][a-z0-9_]{0,31}$'),
  device text check (char_length(device) <= 200),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_because text check (
    ended_because in ('signed_out', 'ended_elsewhere', 'password_changed', 'factors_changed', 'account_closed')
  ),
  check ((ended_at is null) = (ended_because is null))
);

comment on table public.account_sessions is
  'Sessions of accounts as their owners recognise them. One that is ended here is over, even where its row in '
  'auth.sessions could not be deleted. A session that Auth has ended keeps its row here for 90 days.';
comment on column public.account_sessions.method is
  'How it was signed in, like password, code, link, recovery, github or wallet; null when that is not known.';
comment on column public.account_sessions.last_seen_at is 'When it was last refreshed, so about hourly while in use.';

create index account_sessions_of_account on public.account_sessions (user_id, last_seen_at desc);

alter table public.account_sessions enable row level security;
revoke all on public.account_sessions from public, anon, authenticated, service_role;
grant select on public.account_sessions to authenticated;

create policy "people read their own sessions" on public.account_sessions
  for select to authenticated using ((select auth.uid()) = user_id);

create or replace function private.is_session_live(p_user_id uuid, p_session_id uuid)
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
  and not exists (
    select from public.account_sessions a where a.session_id = p_session_id and a.ended_at is not null
  )
$$;

comment on function private.is_session_live(uuid, uuid) is
  'False when the session was ended, by Auth or in our own table, or its account banned, although its access token '
  'may still be good for a while.';

create function private.see_session(p_user_id uuid, p_session_id uuid, p_method text, p_device text)
returns void
language sql
set search_path = ''
as $$
  insert into public.account_sessions as a (session_id, user_id, method, device)
  values (p_session_id, p_user_id, p_method, left(p_device, 200))
  on conflict (session_id) do update set
    last_seen_at = now(),
    method = coalesce(excluded.method, a.method),
    device = coalesce(excluded.device, a.device)
  where a.user_id = p_user_id and a.ended_at is null
$$;

comment on function private.see_session(uuid, uuid, text, text) is
  'Notes that a session was just seen. One that is ended stays as it is.';

create function public.record_session(p_user_id uuid, p_session_id uuid, p_method text, p_device text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.ensure_account(p_user_id);
  if not private.is_session_live(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  perform private.see_session(p_user_id, p_session_id, p_method, p_device);
  -- A row says that its session is over for as long as Auth might not know.
  delete from public.account_sessions a
  where a.user_id = p_user_id and a.last_seen_at < now() - interval '90 days'
    and not exists (select from auth.sessions s where s.id = a.session_id);
exception
  when check_violation then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.record_session(uuid, uuid, text, text) is
  'Keeps a session that has just begun, with its way in and its device, and forgets those of the account that ended '
  'long ago. Refuses with auth.signed_out, or request.unexpected for a malformed method.';

create function public.touch_session(p_user_id uuid, p_session_id uuid, p_method text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_session_live(p_user_id, p_session_id) then
    return false;
  end if;
  perform private.ensure_account(p_user_id);
  -- What was recorded when it began is better than what a refresh can tell.
  perform private.see_session(
    p_user_id, p_session_id,
    case when exists (select from public.account_sessions a where a.session_id = p_session_id and a.method is not null)
      then null else p_method end,
    null
  );
  return true;
exception
  when check_violation then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.touch_session(uuid, uuid, text) is
  'For every refresh: notes that the session is in use, also one that began unrecorded, and answers whether it lives.';

create function private.end_sessions(p_user_id uuid, p_session_ids uuid[], p_because text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.account_sessions as a (session_id, user_id, ended_at, ended_because)
  select id, p_user_id, now(), p_because from unnest(p_session_ids) as id
  on conflict (session_id) do update set ended_at = now(), ended_because = p_because
  where a.user_id = p_user_id and a.ended_at is null;
  -- Over since they began, so that they are over for whoever is just using one as well.
  update public.challenges c set expires_at = c.issued_at
  where c.user_id = p_user_id and c.session_id = any (p_session_ids)
    and c.consumed_at is null and c.expires_at > now();
  begin
    delete from auth.sessions s where s.user_id = p_user_id and s.id = any (p_session_ids);
  exception
    -- Not every project may. Then the rows above keep the sessions out.
    when insufficient_privilege then null;
  end;
end
$$;

comment on function private.end_sessions(uuid, uuid[], text) is
  'Ends sessions of an account, in our table and, where the project allows it, in Auth, and the statements that they '
  'were about to sign.';

create function public.end_session(p_user_id uuid, p_session_id uuid, p_target uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if p_target = p_session_id then
    -- Whoever leaves may always leave, also twice.
    perform from public.accounts a where a.user_id = p_user_id for update;
  else
    perform private.hold_account(p_user_id, p_session_id);
  end if;
  if not exists (select from auth.sessions s where s.id = p_target and s.user_id = p_user_id)
    and not exists (select from public.account_sessions a where a.session_id = p_target and a.user_id = p_user_id)
  then
    raise exception using errcode = 'PT404', message = 'session.unknown';
  end if;
  perform private.ensure_account(p_user_id);
  perform private.end_sessions(
    p_user_id, array[p_target], case when p_target = p_session_id then 'signed_out' else 'ended_elsewhere' end
  );
end
$$;

comment on function public.end_session(uuid, uuid, uuid) is
  'Ends a session of the account: its own (sign-out), or another one. Refuses with auth.signed_out when a session that '
  'has ended itself would end another, and with session.unknown, alike for one of somebody else and none at all.';

create function public.end_other_sessions(p_user_id uuid, p_session_id uuid, p_because text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.hold_account(p_user_id, p_session_id);
  perform private.end_sessions(p_user_id, array(
    select s.id from auth.sessions s where s.user_id = p_user_id and s.id <> p_session_id
    union
    select a.session_id from public.account_sessions a
    where a.user_id = p_user_id and a.session_id <> p_session_id and a.ended_at is null
  ), p_because);
exception
  when check_violation then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.end_other_sessions(uuid, uuid, text) is
  'Ends every session of the account but this one: ended_elsewhere when somebody pressed for it, password_changed or '
  'factors_changed when that was the reason. Refuses with auth.signed_out.';

create function public.assert_live_session(p_user_id uuid, p_session_id uuid)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_session_live(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
end
$$;

comment on function public.assert_live_session(uuid, uuid) is
  'For a change that Auth makes and no function of ours, like a new password. Refuses with auth.signed_out.';

revoke execute on function
  private.see_session(uuid, uuid, text, text),
  private.end_sessions(uuid, uuid[], text)
from public, anon, authenticated, service_role;
revoke execute on function
  public.record_session(uuid, uuid, text, text),
  public.touch_session(uuid, uuid, text),
  public.end_session(uuid, uuid, uuid),
  public.end_other_sessions(uuid, uuid, text),
  public.assert_live_session(uuid, uuid)
from public, anon, authenticated;
grant execute on function
  public.record_session(uuid, uuid, text, text),
  public.touch_session(uuid, uuid, text),
  public.end_session(uuid, uuid, uuid),
  public.end_other_sessions(uuid, uuid, text),
  public.assert_live_session(uuid, uuid)
to service_role;
