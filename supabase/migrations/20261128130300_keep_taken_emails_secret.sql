-- Auth tells whoever asks for another e-mail that somebody has it, by its answer and by mailing their own address only when
-- nobody does. So what was asked for is kept here, and a change that can't happen waits like any other
-- (docs/decisions/036-asking-for-a-taken-email.md).

create table private.email_changes (
  user_id uuid primary key references public.accounts (user_id) on delete cascade,
  email text not null,
  asked_at timestamptz not null default now(),
  auth_sent_at timestamptz,
  asks_old boolean not null,
  token_hash text unique,
  old_agreed_at timestamptz
);

comment on table private.email_changes is
  'The change of e-mail that each account asked for last. It counts while Auth has not begun it: for the moment that its '
  'mail takes, and for good where another account has the address. Then it looks as one that Auth has begun.';
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
  where c.user_id = p_user_id and u.email_change_sent_at is not distinct from c.auth_sent_at
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
  select greatest(c.asked_at, sent) into asked from (select 1) one
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
  delete from private.email_changes c where c.user_id = p_user_id
$$;

comment on function public.forget_email_change(uuid) is
  'The change that was started came to nothing; or somebody got in by mail, with which Auth ends its own changes.';

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

-- Whoever reads what an account waits for reads it from here first. Put into each function as it stands, so that nothing
-- else of it changes.
do $$
declare
  change record;
  definition text;
begin
  for change in
    select * from (values
      ('public.describe_ways_in(uuid, uuid)', 'coalesce(u.email_change, '''')',
        'coalesce((private.find_email_change(u.id)).email, u.email_change, '''')'),
      ('public.describe_ways_in(uuid, uuid)', '''waits_for_old_address'', exists (',
        '''waits_for_old_address'', (private.find_email_change(u.id)).user_id is not null '
        'and (private.find_email_change(u.id)).asks_old and (private.find_email_change(u.id)).old_agreed_at is null '
        'or (private.find_email_change(u.id)).user_id is null and exists ('),
      ('public.describe_ways_in(uuid, uuid)', '''waits_for_new_address'', exists (',
        '''waits_for_new_address'', (private.find_email_change(u.id)).user_id is not null or exists ('),
      ('public.start_export(uuid, uuid, text)', 'nullif(u.email_change, '''')',
        'coalesce((private.find_email_change(u.id)).email, nullif(u.email_change, ''''))'),
      ('public.account_of_mail_link(text)', 'where t.token_hash in (p_token_hash, ''pkce_'' || p_token_hash)',
        'where t.token_hash in (p_token_hash, ''pkce_'' || p_token_hash)' || E'\n    '
        'and t.token_type::text not in (''email_change_token_current'', ''email_change_token_new'')')
    ) as changes (name, before, after)
  loop
    definition := pg_get_functiondef(change.name::regprocedure);
    if position(change.before in definition) = 0 then
      raise exception 'Nothing to change in %', change.name;
    end if;
    execute replace(definition, change.before, change.after);
  end loop;
end
$$;
