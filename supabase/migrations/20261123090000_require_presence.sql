-- A session may be a day old, or in the wrong hands. Before what matters somebody shows again that they are there; and
-- where an account has a second factor, a session that never gave it changes nothing at all.

alter table public.account_sessions
  add column present_at timestamptz,
  add column present_by text check (present_by in ('authenticator', 'password', 'code', 'wallet')),
  add constraint account_sessions_present_by_something check ((present_at is null) = (present_by is null));

comment on column public.account_sessions.present_at is
  'When somebody last confirmed that it is them. Signing in counts as well, a refreshed token does not.';

alter table public.challenges
  drop constraint challenges_purpose_check,
  add constraint challenges_purpose_check check (purpose in ('prove', 'move', 'confirm'));

create function private.has_second_factor(p_user_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from auth.mfa_factors f where f.user_id = p_user_id and f.status = 'verified')
$$;

comment on function private.has_second_factor(uuid) is 'Whether the account asks for a second factor.';

create function private.refuse_weak_session(p_user_id uuid, p_session_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.is_session_live(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  if private.has_second_factor(p_user_id) and not exists (
    select from auth.sessions s where s.id = p_session_id and s.aal = 'aal2'
  ) then
    raise exception using errcode = 'PT403', message = 'auth.second_factor_required';
  end if;
end
$$;

comment on function private.refuse_weak_session(uuid, uuid) is
  'Refuses a session that has ended with auth.signed_out, and one that gave no second factor where the account has one '
  'with auth.second_factor_required. By the database''s own rows: a token may be older than either.';

create or replace function private.hold_account(p_user_id uuid, p_session_id uuid)
returns public.accounts
language plpgsql
set search_path = ''
as $$
declare
  account public.accounts;
begin
  perform private.ensure_account(p_user_id);
  select * into account from public.accounts a where a.user_id = p_user_id for update;
  if not found then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  -- Asked once the row is held: whatever ended the session while this waited counts.
  perform private.refuse_weak_session(p_user_id, p_session_id);
  return account;
end
$$;

comment on function private.hold_account(uuid, uuid) is
  'The account, held until this transaction ends, so that changes of one account happen one after the other. '
  'Refuses what private.refuse_weak_session refuses.';

create function private.require_presence(p_user_id uuid, p_session_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.refuse_weak_session(p_user_id, p_session_id);
  if not exists (
    select from auth.sessions s
    left join public.account_sessions a on a.session_id = s.id
    where s.id = p_session_id and s.user_id = p_user_id
      -- Long enough for one errand, short enough for a laptop that was left open.
      and greatest(s.created_at, a.present_at) > now() - interval '10 minutes'
  ) then
    raise exception using errcode = 'PT403', message = 'auth.presence_required';
  end if;
end
$$;

comment on function private.require_presence(uuid, uuid) is
  'Refuses with auth.presence_required when neither the sign-in nor the last confirmation of this session was in the '
  'last 10 minutes, and whatever private.refuse_weak_session refuses. docs/sensitive-actions.md lists who asks.';

create function public.assert_presence(p_user_id uuid, p_session_id uuid)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  select private.require_presence(p_user_id, p_session_id)
$$;

comment on function public.assert_presence(uuid, uuid) is
  'For a sensitive change that Auth makes and no function of ours. Refuses as private.require_presence does.';

create function private.note_presence(p_user_id uuid, p_session_id uuid, p_by text)
returns void
language sql
set search_path = ''
as $$
  insert into public.account_sessions as a (session_id, user_id, present_at, present_by)
  values (p_session_id, p_user_id, now(), p_by)
  on conflict (session_id) do update set present_at = now(), present_by = excluded.present_by
  where a.user_id = p_user_id
$$;

comment on function private.note_presence(uuid, uuid, text) is 'Keeps when and how somebody confirmed that it is them.';

create function public.record_presence(p_user_id uuid, p_session_id uuid, p_by text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- An authenticator's code has just made the session aal2; a password is not enough where there is one.
  perform private.hold_account(p_user_id, p_session_id);
  if private.has_second_factor(p_user_id) and p_by is distinct from 'authenticator' then
    raise exception using errcode = 'PT403', message = 'auth.second_factor_required';
  end if;
  if p_by = 'wallet' then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
  end if;
  perform private.note_presence(p_user_id, p_session_id, p_by);
exception
  when check_violation or not_null_violation then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.record_presence(uuid, uuid, text) is
  'Notes that the server has just seen who uses this session: by authenticator where there is one, else password or '
  'code; a wallet has record_presence_by_wallet. Refuses as private.hold_account does, with auth.second_factor_required for less than the account has, '
  'and request.unexpected for any other way.';

create function public.list_presence_ways(p_user_id uuid, p_chain text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select case when private.has_second_factor(p_user_id) then '["authenticator"]'::jsonb
    else coalesce((
      select jsonb_agg(way.name order by way.place)
      from auth.users u, lateral (
        values
          (1, 'password', coalesce(u.encrypted_password, '') <> ''),
          (2, 'code', coalesce(u.email, '') <> '' and u.email_confirmed_at is not null),
          (3, 'wallet', exists (
            select from public.wallets w
            where w.user_id = u.id and w.chain = p_chain and w.removed_at is null
          ))
      ) as way (place, name, is_there)
      where u.id = p_user_id and way.is_there
    ), '[]') end
$$;

comment on function public.list_presence_ways(uuid, text) is
  'How this account can confirm that it is them, best first: authenticator alone where there is one.';

create or replace function public.assert_live_session(p_user_id uuid, p_session_id uuid)
returns void
language sql
stable
security definer
set search_path = ''
as $$
  select private.refuse_weak_session(p_user_id, p_session_id)
$$;

comment on function public.assert_live_session(uuid, uuid) is
  'For a change that Auth makes and no function of ours, like a new password. Refuses as private.refuse_weak_session '
  'does.';

revoke execute on function
  private.has_second_factor(uuid),
  private.refuse_weak_session(uuid, uuid),
  private.require_presence(uuid, uuid),
  private.note_presence(uuid, uuid, text)
from public, anon, authenticated, service_role;
revoke execute on function
  public.assert_presence(uuid, uuid),
  public.record_presence(uuid, uuid, text),
  public.list_presence_ways(uuid, text)
from public, anon, authenticated;
grant execute on function
  public.assert_presence(uuid, uuid),
  public.record_presence(uuid, uuid, text),
  public.list_presence_ways(uuid, text)
to service_role;
