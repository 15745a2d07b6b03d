-- Auth tells whoever asks for another e-mail that somebody has it, by its answer and by mailing their own address only when
-- nobody does. So what was asked for is kept here, and a change that can't happen waits like any other
-- (docs/decisions/036-asking-for-a-taken-email.md).

create table private.email_changes (
  user_id uuid primary key references public.accounts (user_id) on delete cascade,
  email text,
  asked_at timestamptz not null default now(),
  auth_sent_at timestamptz,
  asks_old boolean not null,
  token_hash text unique,
  old_agreed_at timestamptz
);

comment on table private.email_changes is
  'The change of e-mail that each account asked for last. It counts while Auth has not begun it: for the moment that its '
  'mail takes, and for good where another account has the address. Then it looks as one that Auth has begun.';
comment on column private.email_changes.email is
  'Null once it came to nothing, is done, or Auth has ended it with something else. The row stays for its time: the pause '
  'before the next one is the same whatever became of this one.';
comment on column private.email_changes.auth_sent_at is
  'When Auth had mailed for a change before this was asked. It changes as Auth begins this one or any other.';
comment on column private.email_changes.asks_old is 'Whether the address that the account has would have to agree too.';
comment on column private.email_changes.token_hash is
  'Of the code and link that the old address was mailed for a change that can''t happen, as Auth makes it. Null once used.';

alter table private.email_changes enable row level security;
revoke all on private.email_changes from public, anon, authenticated, service_role;

create function private.find_email_change(p_user_id uuid)
returns private.email_changes
language sql
stable
set search_path = ''
as $$
  select c from private.email_changes c
  join auth.users u on u.id = c.user_id
  where c.user_id = p_user_id and c.email is not null and u.email_change_sent_at is not distinct from c.auth_sent_at
$$;

comment on function private.find_email_change(uuid) is
  'The change of e-mail that an account asked for and that Auth has not begun, or null. Auth''s own state is older then.';

create function public.start_email_change(p_user_id uuid, p_session_id uuid, p_email text, p_pause_seconds integer)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  current_email text;
  asked timestamptz;
  sent timestamptz;
begin
  perform private.hold_account(p_user_id, p_session_id);
  perform private.require_presence(p_user_id, p_session_id);
  select coalesce(u.email, ''), u.email_change_sent_at into current_email, sent from auth.users u where u.id = p_user_id;
  -- By our own time: Auth's is later, and moves for a free address alone. It counts where nothing was asked for here.
  select coalesce(c.asked_at, sent) into asked from (select 1) one
  left join private.email_changes c on c.user_id = p_user_id;
  if asked > now() - make_interval(secs => p_pause_seconds) then
    raise exception using errcode = 'PT429', message = 'auth.mail_too_soon',
      detail = greatest(1, least(p_pause_seconds, ceil(extract(epoch from asked - now()) + p_pause_seconds)))::text;
  end if;
  insert into private.email_changes as c (user_id, email, auth_sent_at, asks_old)
  values (p_user_id, lower(p_email), sent, current_email <> '')
  on conflict (user_id) do update set
    email = excluded.email, asked_at = now(), auth_sent_at = excluded.auth_sent_at, asks_old = excluded.asks_old,
    token_hash = null, old_agreed_at = null;
  return current_email;
end
$$;

comment on function public.start_email_change(uuid, uuid, text, integer) is
  'Notes which e-mail an account asks for, before Auth is asked, and gives the one that it has or nothing. From here on '
  'what was asked for before can''t be agreed to here. Refuses as private.require_presence does, and with '
  'auth.mail_too_soon for so many seconds after the last, whatever became of that.';

create function public.block_email_change(p_user_id uuid, p_email text, p_asks_old boolean, p_token_hash text)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.email_changes c set asks_old = p_asks_old, token_hash = p_token_hash
  where c.user_id = p_user_id and c.email = lower(p_email)
$$;

comment on function public.block_email_change(uuid, text, boolean, text) is
  'Auth refused the change that was just started, because another account has the address: whether the old address is '
  'asked all the same, and what it was mailed.';

create function public.forget_email_change(p_user_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.email_changes c set email = null, token_hash = null, old_agreed_at = null where c.user_id = p_user_id
$$;

comment on function public.forget_email_change(uuid) is
  'The change that was started came to nothing or is done; or somebody got in by mail or set a password, with which Auth '
  'ends its own changes.';

create function public.agree_to_email_change(p_token_hash text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.email_changes c set token_hash = null, old_agreed_at = now()
  where c.token_hash = p_token_hash and c.asked_at > now() - interval '1 hour'
    and c.user_id = (private.find_email_change(c.user_id)).user_id;
  if found then
    return 'agreed';
  end if;
  return case
    when exists (
      select from auth.one_time_tokens t
      where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)
        and (private.find_email_change(t.user_id)).user_id is not null
    ) then 'replaced'
    else 'ask_auth'
  end;
end
$$;

comment on function public.agree_to_email_change(text) is
  'Counts the old address''s yes to a change that can''t happen, once and for an hour: agreed. replaced: the token is '
  'of a change that the account no longer asks for. Anything else is for Auth to say: ask_auth.';

create function public.email_change_of_link(p_token_hash text)
returns table (user_id uuid, account_code text, account_email text, new_email text, address text)
language sql
stable
security definer
set search_path = ''
as $$
  select u.id, a.code, coalesce(u.email, '')::text, u.email_change::text, coalesce(nullif(t.relates_to, ''), u.email)::text
  from auth.one_time_tokens t
  join auth.users u on u.id = t.user_id
  left join public.accounts a on a.user_id = u.id
  where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)
    and t.token_type::text in ('email_change_token_current', 'email_change_token_new')
    and (private.find_email_change(u.id)).user_id is null
  union all
  select u.id, a.code, coalesce(u.email, '')::text, c.email, u.email::text
  from private.email_changes c
  join auth.users u on u.id = c.user_id
  join public.accounts a on a.user_id = u.id
  where c.token_hash = p_token_hash and (private.find_email_change(u.id)).user_id is not null
  limit 1
$$;

comment on function public.email_change_of_link(text) is
  'Which account an unused link would change the e-mail of, from what to what, and whose yes it is. For the server only.';

revoke execute on function private.find_email_change(uuid) from public, anon, authenticated, service_role;
revoke execute on function
  public.start_email_change(uuid, uuid, text, integer),
  public.block_email_change(uuid, text, boolean, text),
  public.forget_email_change(uuid),
  public.agree_to_email_change(text),
  public.email_change_of_link(text)
from public, anon, authenticated;
grant execute on function
  public.start_email_change(uuid, uuid, text, integer),
  public.block_email_change(uuid, text, boolean, text),
  public.forget_email_change(uuid),
  public.agree_to_email_change(text),
  public.email_change_of_link(text)
to service_role;

-- Whoever reads what an account waits for reads it from here first.
create or replace function public.describe_ways_in(p_user_id uuid, p_session_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.refuse_weak_session(p_user_id, p_session_id);
  return (
    select jsonb_build_object(
      'email', coalesce(u.email, ''),
      'is_confirmed', u.email_confirmed_at is not null,
      'has_password', coalesce(u.encrypted_password, '') <> '',
      'new_email', coalesce(c.email, u.email_change, ''),
      'waits_for_old_address', c.user_id is not null and c.asks_old and c.old_agreed_at is null or c.user_id is null and exists (
        select from auth.one_time_tokens t
        where t.user_id = u.id and t.token_type::text = 'email_change_token_current'
      ),
      'waits_for_new_address', c.user_id is not null or exists (
        select from auth.one_time_tokens t
        where t.user_id = u.id and t.token_type::text = 'email_change_token_new'
      ),
      'wallets_that_sign_in', (
        select count(distinct w.address) from public.wallets w
        where w.user_id = u.id and w.removed_at is null
          and u.email <> '' and u.email_confirmed_at is not null and not u.is_sso_user
      ),
      'identities', coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'id', i.id,
            'provider', i.provider,
            'subject', i.provider_id,
            'email', coalesce(i.email, ''),
            'name', coalesce(i.identity_data ->> 'user_name', ''),
            'is_proven_wallet', i.provider = 'web3' and exists (
              select from public.wallets w
              where w.user_id = u.id and w.removed_at is null and 'web3:solana:' || w.address = i.provider_id
            )
          )
          order by i.created_at, i.id
        )
        from auth.identities i where i.user_id = u.id
      ), '[]')
    )
    from auth.users u
    left join lateral private.find_email_change(u.id) c on true
    where u.id = p_user_id
  );
end
$$;

create or replace function public.start_export(p_user_id uuid, p_session_id uuid, p_device text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  account public.accounts := private.hold_account(p_user_id, p_session_id);
begin
  perform private.require_presence(p_user_id, p_session_id);
  insert into public.activity_events (user_id, kind, details, device)
  values (p_user_id, 'account_exported', '{}', left(p_device, 200));
  return (
    select jsonb_build_object(
      'account', jsonb_build_object(
        'id', u.id, 'code', account.code, 'displayName', account.display_name, 'createdAt', u.created_at,
        'email', nullif(u.email, ''), 'emailConfirmedAt', u.email_confirmed_at,
        -- Auth keeps the address of a change that it has ended.
        'newEmail', coalesce(c.email, case when exists (
          select from auth.one_time_tokens t
          where t.user_id = u.id and t.token_type::text in ('email_change_token_current', 'email_change_token_new')
        ) then nullif(u.email_change, '') end), 'phone', nullif(u.phone, ''),
        'lastSignInAt', u.last_sign_in_at,
        'hasPassword', coalesce(u.encrypted_password, '') <> '',
        'data', u.raw_user_meta_data, 'dataOfTheSite', u.raw_app_meta_data
      ),
      'identities', coalesce((
        select jsonb_agg(jsonb_build_object(
          'provider', i.provider, 'idThere', i.provider_id, 'data', i.identity_data,
          'createdAt', i.created_at, 'lastSignInAt', i.last_sign_in_at
        ) order by i.created_at)
        from auth.identities i where i.user_id = u.id
      ), '[]'),
      -- Never what a code is made from.
      'secondFactors', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', f.friendly_name, 'type', f.factor_type, 'status', f.status, 'createdAt', f.created_at
        ) order by f.created_at)
        from auth.mfa_factors f where f.user_id = u.id
      ), '[]'),
      'sessions', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', coalesce(s.id, seen.session_id), 'method', seen.method, 'device', seen.device,
          'browser', s.user_agent, 'networkAddress', host(s.ip), 'level', s.aal,
          'startedAt', coalesce(s.created_at, seen.first_seen_at), 'lastUsedAt', coalesce(seen.last_seen_at, s.updated_at),
          'endedAt', seen.ended_at, 'endedBecause', seen.ended_because
        ) order by coalesce(s.created_at, seen.first_seen_at))
        from (select * from auth.sessions auths where auths.user_id = u.id) s
        full join (select * from public.account_sessions ours where ours.user_id = u.id) seen on seen.session_id = s.id
      ), '[]')
    )
    from auth.users u
    left join lateral private.find_email_change(u.id) c on true
    where u.id = p_user_id
  );
end
$$;

create or replace function public.account_of_mail_link(p_token_hash text)
returns table (user_id uuid, email text, is_confirmed boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select u.id, coalesce(nullif(t.relates_to, ''), u.email)::text, u.email_confirmed_at is not null
  from auth.one_time_tokens t
  join auth.users u on u.id = t.user_id
  where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)
    and t.token_type::text not in ('email_change_token_current', 'email_change_token_new')
  limit 1
$$;
