-- Changing the email. Auth reveals whether a requested address is taken. So requests are recorded here, and a change that can't
-- happen looks like any pending one (docs/decisions/036-asking-for-a-taken-email.md).
create table countersign_private.email_changes (
  user_id uuid primary key references countersign.accounts (user_id) on delete cascade,
  email text,
  asked_at timestamptz not null default now(),
  auth_sent_at timestamptz,
  asks_old boolean not null,
  token_hash text unique,
  old_agreed_at timestamptz
);
comment on table countersign_private.email_changes is
  'The email change that each account requested last. It counts until Auth begins it, and permanently if another account has '
  'the address: that one looks like a change that Auth has begun.';
comment on column countersign_private.email_changes.email is
  'Null once the change has failed or is done. The row remains, so that the pause before the next request stays.';
comment on column countersign_private.email_changes.auth_sent_at is
  'Auth''s email_change_sent_at before this request. It changes when Auth begins this change or any other.';
comment on column countersign_private.email_changes.token_hash is
  'Hash of the token emailed to the old address for a change that can''t happen.';
alter table countersign_private.email_changes enable row level security;

create function countersign_private.find_email_change(p_user_id uuid) returns countersign_private.email_changes
language plpgsql stable set search_path = '' as $$
begin
  return (
    select c from countersign_private.email_changes c join auth.users u on u.id = c.user_id
    where c.user_id = p_user_id and c.email is not null and u.email_change_sent_at is not distinct from c.auth_sent_at
  );
end $$;

create function countersign.start_email_change(p_user_id uuid, p_session_id uuid, p_email text, p_pause_seconds integer)
returns text language plpgsql security definer set search_path = '' as $$
declare
  current_email text;
  asked timestamptz;
  sent timestamptz;
  pause interval := make_interval(secs => p_pause_seconds);
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  select coalesce(u.email, ''), u.email_change_sent_at into current_email, sent from auth.users u where u.id = p_user_id;
  -- Prefers the time recorded here: Auth's is later, and changes only if the address is free.
  select coalesce(c.asked_at, sent) into asked from (select 1) one
  left join countersign_private.email_changes c on c.user_id = p_user_id;
  perform countersign_private.refuse(429, 'auth.mail_too_soon', least(pause, asked + pause - now()))
  where asked > now() - pause;
  insert into countersign_private.email_changes as c (user_id, email, auth_sent_at, asks_old)
  values (p_user_id, lower(p_email), sent, current_email <> '') on conflict (user_id) do update set
    email = excluded.email, asked_at = now(), auth_sent_at = excluded.auth_sent_at, asks_old = excluded.asks_old,
    token_hash = null, old_agreed_at = null;
  return current_email;
end $$;
comment on function countersign.start_email_change is
  'Records the requested email, before the server asks Auth. Returns the current email or ''''. Locks the account row. Refuses '
  'like require_recent_auth, and with auth.mail_too_soon within p_pause_seconds of the last request, whatever its result.';

create function countersign.block_email_change(p_user_id uuid, p_email text, p_asks_old boolean, p_token_hash text)
returns void language sql security definer set search_path = '' as $$
  update countersign_private.email_changes c set asks_old = p_asks_old, token_hash = p_token_hash
  where c.user_id = p_user_id and c.email = lower(p_email) $$;
comment on function countersign.block_email_change is
  'Called if Auth refused the change because another account has the address. Records whether the old address has to consent all the '
  'same, and the token''s hash. Locks the row of the change.';

create function countersign.clear_email_change(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.email_changes c set email = null, token_hash = null, old_agreed_at = null
  where c.user_id = p_user_id $$;
comment on function countersign.clear_email_change is
  'Called when a change has failed or is done, and when an emailed sign-in or a new password ends Auth''s own. Locks its row.';

create function countersign.agree_to_email_change(p_token_hash text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  update countersign_private.email_changes c set token_hash = null, old_agreed_at = now()
  where c.token_hash = p_token_hash and c.asked_at > now() - countersign_private.mailed_code_lifetime()
    and c.user_id = (countersign_private.find_email_change(c.user_id)).user_id;
  if found then return 'agreed'; end if;
  return case
    when exists (
      select from auth.one_time_tokens t where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)
        and (countersign_private.find_email_change(t.user_id)).user_id is not null
    ) then 'replaced'
    else 'ask_auth'
  end;
end $$;
comment on function countersign.agree_to_email_change is
  'Redeems a token. agreed: the old address consents to a change that can''t happen, once and within an hour. replaced: the '
  'token belongs to a change that a newer request replaced. ask_auth: anything else. Locks the row of the change.';

create function countersign.find_email_change_of_link(p_token_hash text)
returns table ("userId" uuid, "accountCode" text, "accountEmail" text, "newEmail" text, address text)
language sql stable security definer set search_path = '' as $$
  select u.id, a.code, coalesce(u.email, '')::text, u.email_change::text, coalesce(nullif(t.relates_to, ''), u.email)::text
  from auth.one_time_tokens t join auth.users u on u.id = t.user_id
  left join countersign.accounts a on a.user_id = u.id where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)
    and t.token_type::text in ('email_change_token_current', 'email_change_token_new')
    and (countersign_private.find_email_change(u.id)).user_id is null
  union all
  select u.id, a.code, coalesce(u.email, '')::text, c.email, u.email::text from countersign_private.email_changes c
  join auth.users u on u.id = c.user_id join countersign.accounts a on a.user_id = u.id
  where c.token_hash = p_token_hash and (countersign_private.find_email_change(u.id)).user_id is not null limit 1 $$;
comment on function countersign.find_email_change_of_link is
  'Returns the account whose email an unused link would change, both emails, and the address that consents. Server only.';

create function countersign.end_sessions_of_old_email(p_user_id uuid, p_keep uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.end_sessions_except(p_user_id, p_keep, 'email_changed');
  perform countersign.discard_challenges(p_user_id);
end $$;
comment on function countersign.end_sessions_of_old_email is
  'Called once Auth has changed the email: ends all sessions except p_keep, and all challenges. Locks the account row. Needs '
  'no session, since both addresses have agreed, one of them in any browser. Refuses with auth.signed_out if the user is gone.';
