-- Auth hands a session to whoever holds the publishable key and a password, a mailed code, or a text that a wallet signed
-- anywhere; to apps of the same project as well. Such a session is none of this site. One is, once the server has recorded
-- it, which it does with every session that it opens before anything else uses it. So what the server asks of somebody who
-- signs in, it asks of everybody who is signed in.

-- Sessions of before cannot be told apart: whoever has one signs in again.
delete from public.account_sessions a where a.ended_at is null;

comment on table public.account_sessions is
  'Sessions that this site has opened, as their owners recognise them. Only public.record_session makes one live. One that '
  'is ended here is over, even where its row in auth.sessions could not be deleted. A session that Auth has ended keeps its '
  'row here for 90 days. One that began elsewhere has a row only once it is ended here.';

create function private.is_session_at_auth(p_user_id uuid, p_session_id uuid)
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
      -- An app's, by way of Auth's OAuth server. Older projects have no such column.
      and to_jsonb(s) ->> 'oauth_client_id' is null
  )
$$;

comment on function private.is_session_at_auth(uuid, uuid) is
  'Whether Auth has this session of a person, and neither it nor the account has ended. False for an app''s session.';

create or replace function private.is_session_live(p_user_id uuid, p_session_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select private.is_session_at_auth(p_user_id, p_session_id) and exists (
    select from public.account_sessions a
    where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null
  )
$$;

comment on function private.is_session_live(uuid, uuid) is
  'Whether a session is one of this site and goes on. False when this site did not open it, and when it was ended, by Auth '
  'or in our own table, or its account banned, although its access token may still be good for a while.';

create or replace function public.record_session(p_user_id uuid, p_session_id uuid, p_method text, p_device text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.ensure_account(p_user_id);
  if not private.is_session_at_auth(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  insert into public.account_sessions as a (session_id, user_id, method, device)
  values (p_session_id, p_user_id, p_method, left(p_device, 200))
  on conflict (session_id) do nothing;
  if not private.is_session_live(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
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
  'Makes a session that the server has just opened one of this site, with its way in and its device, and forgets those of '
  'the account that ended long ago. The same again changes nothing. Nothing else makes a session live. Refuses with '
  'auth.signed_out, also one that was ended here, or request.unexpected for a malformed method.';

create or replace function public.touch_session(p_user_id uuid, p_session_id uuid, p_method text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.refuse_weak_session(p_user_id, p_session_id);
  update public.account_sessions a set
    last_seen_at = now(),
    -- What was recorded when it began is better than what a refresh can tell.
    method = coalesce(a.method, p_method)
  where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null;
  return true;
exception
  when sqlstate 'PT401' or sqlstate 'PT403' then
    return false;
  when check_violation then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.touch_session(uuid, uuid, text) is
  'For every refresh: notes that the session is in use, and answers whether it may go on: not when this site did not open '
  'it, nor when it has ended, nor when it gave no second factor and its account asks for one.';

create or replace function private.note_presence(p_user_id uuid, p_session_id uuid, p_by text)
returns void
language sql
set search_path = ''
as $$
  update public.account_sessions a set present_at = now(), present_by = p_by
  where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null
$$;

drop function private.see_session(uuid, uuid, text, text);

comment on function private.refuse_weak_session(uuid, uuid) is
  'Refuses a session that has ended or that this site did not open with auth.signed_out, and one that gave no second '
  'factor where the account has one with auth.second_factor_required. By the database''s own rows: a token may be older '
  'than either.';

revoke execute on function private.is_session_at_auth(uuid, uuid) from public, anon, authenticated, service_role;

create or replace function private.may_read()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  -- An app's token, whatever session it names: Auth gives one to whoever the person lets in.
  if auth.jwt() ? 'client_id' then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  perform private.refuse_weak_session(auth.uid(), (auth.jwt() ->> 'session_id')::uuid);
  -- By the token too: the session may have given its code since this one was taken.
  if auth.jwt() ->> 'aal' is distinct from 'aal2' and private.has_second_factor(auth.uid()) then
    raise exception using errcode = 'PT403', message = 'auth.second_factor_required';
  end if;
  return true;
end
$$;

comment on function private.may_read() is
  'For policies, as (select private.may_read()), so that a query asks once, at its first row. Refuses with auth.signed_out '
  'when the token is an app''s, or its session has ended or is none of this site, and with auth.second_factor_required '
  'when it or its token is of the first level and the account has a second factor: rows that are merely missing would look '
  'as if there were none. Policies call it as whoever reads; nobody can reach it otherwise, having no right on its schema.';

drop function public.list_sessions(uuid, uuid);

create function public.list_sessions(p_user_id uuid, p_session_id uuid)
returns table (
  session_id uuid, method text, device text, first_seen_at timestamptz, last_seen_at timestamptz, is_waiting boolean,
  is_of_this_site boolean
)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.refuse_weak_session(p_user_id, p_session_id);
  return query
  select s.id, a.method, a.device, s.created_at,
    greatest(a.last_seen_at, s.updated_at, s.created_at),
    s.aal::text = 'aal1' and exists (
      select from auth.mfa_factors f where f.user_id = p_user_id and f.factor_type::text = 'totp' and f.status::text = 'verified'
    ),
    a.session_id is not null
  from auth.sessions s
  left join public.account_sessions a on a.session_id = s.id
  where s.user_id = p_user_id
    and (s.not_after is null or s.not_after > now())
    and a.ended_at is null
  order by 5 desc, s.id
  limit 100;
end
$$;

comment on function public.list_sessions(uuid, uuid) is
  'The newest 100 sessions of the account that live, for one of them. Also those that began at Auth without our server, '
  'which can do nothing here and something at Auth: they have no device, and is_of_this_site is false. is_waiting: the '
  'account has an authenticator, and this session has not been proven by it. Refuses as private.refuse_weak_session does.';

revoke execute on function public.list_sessions(uuid, uuid) from public, anon, authenticated;
grant execute on function public.list_sessions(uuid, uuid) to service_role;
