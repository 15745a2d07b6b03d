-- Two-step sign-in, where Auth leaves it open: codes of an authenticator that count once, codes for a lost phone, and a
-- list of sessions.

create table private.used_factor_codes (
  code_hash text primary key check (code_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz not null default now()
);

comment on table private.used_factor_codes is
  'Codes of authenticators that were given a moment ago, as keyed hashes of authenticator and code. Auth takes a code '
  'again for as long as it is good: 90 seconds, with one step of 30 seconds either way.';

create index used_factor_codes_by_age on private.used_factor_codes (used_at);

create table private.recovery_codes (
  user_id uuid not null references public.accounts (user_id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

comment on table private.recovery_codes is
  'What lets somebody in who has lost their authenticator: SHA-256 of 80 random bits each. New ones replace the old.';

alter table private.used_factor_codes enable row level security;
alter table private.recovery_codes enable row level security;
revoke all on private.used_factor_codes, private.recovery_codes from public, anon, authenticated, service_role;

create function public.use_factor_code(p_code_hash text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Twice as long as a code is good. What another transaction holds is forgotten some other time.
  delete from private.used_factor_codes u where u.code_hash in (
    select stale.code_hash from private.used_factor_codes stale
    where stale.used_at < now() - interval '180 seconds' and stale.code_hash <> p_code_hash
    for update skip locked
  );
  insert into private.used_factor_codes as u (code_hash) values (p_code_hash)
  on conflict (code_hash) do update set used_at = now() where u.used_at < now() - interval '180 seconds';
  return found;
end
$$;

comment on function public.use_factor_code(text) is
  'Uses a code of an authenticator up, before Auth is asked whether it is right. True for one caller, false for every '
  'other within three minutes.';

create function public.replace_recovery_codes(p_user_id uuid, p_session_id uuid, p_code_hashes text[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.hold_account(p_user_id, p_session_id);
  perform private.require_presence(p_user_id, p_session_id);
  if cardinality(p_code_hashes) > 0 and not exists (
    select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id and s.aal::text = 'aal2'
  ) then
    raise exception using errcode = 'PT403', message = 'factor.needed';
  end if;
  delete from private.recovery_codes r where r.user_id = p_user_id;
  insert into private.recovery_codes (user_id, code_hash)
  select p_user_id, h from unnest(p_code_hashes) as h;
exception
  when check_violation then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.replace_recovery_codes(uuid, uuid, text[]) is
  'Makes these the recovery codes of the account; the old ones are void. None takes them away. Refuses as '
  'private.require_presence does, and with factor.needed for a session that was not proven by an authenticator.';

create function public.use_recovery_code(p_user_id uuid, p_session_id uuid, p_code_hash text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.ensure_account(p_user_id);
  -- One at a time. The session has not been let in yet, so it can hold no account.
  perform from public.accounts a where a.user_id = p_user_id for update;
  if not private.is_session_live(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  update private.recovery_codes r set used_at = now()
  where r.user_id = p_user_id and r.code_hash = p_code_hash and r.used_at is null;
  if not found then
    return false;
  end if;
  perform private.end_sessions(p_user_id, array(
    select s.id from auth.sessions s where s.user_id = p_user_id and s.id <> p_session_id
    union
    select a.session_id from public.account_sessions a
    where a.user_id = p_user_id and a.session_id <> p_session_id and a.ended_at is null
  ), 'factors_changed');
  return true;
end
$$;

comment on function public.use_recovery_code(uuid, uuid, text) is
  'Uses a recovery code up and ends every other session of the account. False when it is not one, or was used before. '
  'Refuses with auth.signed_out.';

create function public.describe_recovery_codes(p_user_id uuid)
returns table (unused integer, made_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select (count(*) filter (where r.used_at is null))::integer, max(r.made_at)
  from private.recovery_codes r where r.user_id = p_user_id
$$;

comment on function public.describe_recovery_codes(uuid) is
  'How many recovery codes are left, and when they were made; null when there are none.';

create function public.list_sessions(p_user_id uuid)
returns table (
  session_id uuid, method text, device text, first_seen_at timestamptz, last_seen_at timestamptz, is_waiting boolean
)
language sql
stable
security definer
set search_path = ''
as $$
  select s.id, a.method, a.device, s.created_at,
    greatest(a.last_seen_at, s.updated_at, s.created_at),
    s.aal::text = 'aal1' and exists (
      select from auth.mfa_factors f where f.user_id = p_user_id and f.factor_type::text = 'totp' and f.status::text = 'verified'
    )
  from auth.sessions s
  left join public.account_sessions a on a.session_id = s.id
  where s.user_id = p_user_id
    and (s.not_after is null or s.not_after > now())
    and a.ended_at is null
  order by 5 desc, s.id
  limit 100
$$;

comment on function public.list_sessions(uuid) is
  'The newest 100 sessions of the account that live, also those that began at Auth without our server: they have no '
  'device. is_waiting: the account has an authenticator, and this session has not been proven by it.';

revoke execute on function
  public.use_factor_code(text),
  public.replace_recovery_codes(uuid, uuid, text[]),
  public.use_recovery_code(uuid, uuid, text),
  public.describe_recovery_codes(uuid),
  public.list_sessions(uuid)
from public, anon, authenticated;
grant execute on function
  public.use_factor_code(text),
  public.replace_recovery_codes(uuid, uuid, text[]),
  public.use_recovery_code(uuid, uuid, text),
  public.describe_recovery_codes(uuid),
  public.list_sessions(uuid)
to service_role;
