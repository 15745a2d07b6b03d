-- Emailed codes and links, and first passwords.
-- An attacker can sign up with another person's address and a password, which Auth keeps even if it is never confirmed. So signing
-- up leaves a mark in the account's metadata, and the browser keeps the value that the mark is derived from. Before a code or link
-- is used, the server finds out whose password it is. A password that isn't the confirming user's is deleted in Auth's transaction
-- that confirms the address, so nothing can fail in between. An account created for an emailed code has the mark 'code' and a
-- password that Auth made up.
create table countersign_private.unverified_passwords (user_id uuid primary key references auth.users (id) on delete cascade);
alter table countersign_private.unverified_passwords enable row level security;

create function countersign.resolve_first_password(p_token_hash text, p_email text, p_mark text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  owner_id uuid;
  holds_token boolean;
  is_confirmed boolean;
  mark text;
begin
  select t.user_id into owner_id from auth.one_time_tokens t
    where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash) limit 1;
  holds_token := found;
  if not holds_token then
    select u.id into owner_id from auth.users u where u.email = lower(p_email) and not u.is_sso_user;
  end if;
  select u.email_confirmed_at is not null, u.raw_user_meta_data ->> 'sign_up_mark'
    into is_confirmed, mark from auth.users u where u.id = owner_id;
  if not found then
    return null;
  elsif is_confirmed then
    return 'confirmed';
  elsif mark is distinct from p_mark or p_mark is null then
    if mark = 'code' then return 'made_up'; end if;
    insert into countersign_private.unverified_passwords (user_id) values (owner_id) on conflict do nothing;
    return 'replaced';
  end if;
  -- Undone only with a valid token: an attacker who signed up first has the mark too, and may be guessing codes.
  if holds_token then
    delete from countersign_private.unverified_passwords d where d.user_id = owner_id;
  end if;
  return 'kept';
end $$;
comment on function countersign.resolve_first_password is
  'Decides on the password before an address is confirmed. confirmed: it already is. kept: p_mark is the sign-up browser''s. '
  'replaced: it isn''t, so the confirmation deletes it. made_up: Auth made it up; it is deleted too. Null: no such account or link. '
  'Locks only the row it changes.';

create function countersign_private.end_first_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is null then
    delete from countersign_private.unverified_passwords d where d.user_id = new.id;
    if found or old.raw_user_meta_data ->> 'sign_up_mark' = 'code' then
      new.encrypted_password := '';
    end if;
  end if;
  new.raw_user_meta_data := new.raw_user_meta_data - 'sign_up_mark';
  return new;
end $$;
comment on function countersign_private.end_first_password is
  'Runs inside Auth''s confirmation, which has locked the user''s row: deletes an unverified or made-up password and the mark, '
  'which would be in every token. Auth writes the metadata again from memory, so later updates delete the mark too.';
create trigger end_first_password before update on auth.users for each row when ( new.email_confirmed_at is not null
    and (old.email_confirmed_at is null or new.raw_user_meta_data ? 'sign_up_mark')
  )
  execute function countersign_private.end_first_password();

-- Before a code or link is redeemed at Auth.
create function countersign.find_account_of_mail_link(p_token_hash text)
returns table ("userId" uuid, email text, "isConfirmed" boolean)
language sql stable security definer set search_path = '' as $$
  select u.id, coalesce(nullif(t.relates_to, ''), u.email)::text, u.email_confirmed_at is not null
  from auth.one_time_tokens t join auth.users u on u.id = t.user_id
  where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)
    and t.token_type::text not in ('email_change_token_current', 'email_change_token_new')
  limit 1 $$;
comment on function countersign.find_account_of_mail_link is
  'Returns the account that an unused link signs in to, its address, and whether it is confirmed already. Server only: a token '
  'hash alone reveals the address.';

create function countersign.consume_mail_token(p_token_hash text, p_token_key text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- Auth itself refuses unknown tokens, so guesses leave no rows here.
  perform from auth.one_time_tokens t where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash);
  -- Auth takes at most 10 seconds. After that the token is gone, except for about one email in a million.
  return not found or countersign_private.consume_once('mail_token', p_token_key, interval '10 minutes');
end $$;
comment on function countersign.consume_mail_token is
  'Called before an emailed code or link is redeemed at Auth. Of concurrent calls, one gets true; so does any token that Auth '
  'doesn''t know. Locks like consume_once. Refuses with request.unexpected for a malformed key.';

create function countersign.release_mail_token(p_token_hash text, p_token_key text) returns void
language sql security definer set search_path = '' as $$
  delete from countersign_private.single_uses u where u.kind = 'mail_token' and u.key_hash = p_token_key
    and exists (select from auth.one_time_tokens t where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)) $$;
comment on function countersign.release_mail_token is
  'Called if Auth refused or couldn''t be reached: lets a code or link that is still valid be used again. Locks the row of the key.';

-- Before the server asks Auth for an email.
create function countersign.begin_mail(p_mail_key text, p_email text, p_user_id uuid)
returns table ("secondsLeft" integer, "lastMailAt" timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  -- Rows of crashed processes expire after 30 seconds. Auth takes at most 10, and the server waits for 20.
  if countersign_private.consume_once('mail', p_mail_key, interval '30 seconds') then
    return query select 0, countersign_private.find_last_mail(p_email, p_user_id);
  else
    return query select greatest(1, ceil(10 - extract(epoch from now() - m.used_at)))::integer, null::timestamptz
      from countersign_private.single_uses m where m.kind = 'mail' and m.key_hash = p_mail_key;
  end if;
end $$;
comment on function countersign.begin_mail is
  'Called before the server asks Auth for an email. Gives the first caller 0 and when Auth last emailed the account, and others 1 to '
  '10 seconds to wait. For the server only: don''t disclose it. Refuses and locks like consume_once.';

create function countersign.end_mail(
  p_mail_key text, p_email text, p_user_id uuid, p_last_mail_at timestamptz, p_counters jsonb
) returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from countersign_private.single_uses m where m.kind = 'mail' and m.key_hash = p_mail_key;
  if countersign_private.find_last_mail(p_email, p_user_id) is not distinct from p_last_mail_at then return; end if;
  perform countersign_private.count_attempt(
    'send_mail', c.value ->> 'key_hash', make_interval(secs => (c.value ->> 'window_seconds')::integer)
  ) from jsonb_array_elements(p_counters) with ordinality as c (value, place);
end $$;
comment on function countersign.end_mail is
  'Called once Auth has answered about this email, with any result. Counts it on every counter if Auth has sent this account an email '
  'since p_last_mail_at. Never refuses. Locks the counters.';

create function countersign.find_providers_of_email(p_email text) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct i.provider), '{}') from auth.identities i
  where i.email = lower(p_email) and i.provider <> 'email'
    and not exists (select from auth.users u where u.email = lower(p_email) and not u.is_sso_user) $$;
comment on function countersign.find_providers_of_email is
  'Returns the providers if an account has this address only through them: then Auth accepts a request for a code but sends no email. '
  'For the server only: the caller must not disclose it.';

-- Unconfirmed accounts. A typed address creates one, so most come from typos or attackers.
create table countersign_private.abandoned_sign_ups (user_id uuid primary key, found_at timestamptz not null default now());
comment on table countersign_private.abandoned_sign_ups is
  'Accounts that the server has asked Auth to delete, within the last day. References no user: the row outlives it.';
alter table countersign_private.abandoned_sign_ups enable row level security;

create function countersign_private.is_abandoned_sign_up(p_user_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from auth.users u where u.id = p_user_id and u.raw_user_meta_data ? 'sign_up_mark'
      and u.email_confirmed_at is null and u.phone_confirmed_at is null and u.invited_at is null and u.last_sign_in_at is null
      -- For an imported user without an identity, Auth overwrites the metadata with the mark, and adds an identity then.
      and not exists (select from auth.identities i where i.user_id = u.id
        and (i.provider <> 'email' or i.created_at > u.created_at + interval '1 minute')))
    and not exists (select from auth.one_time_tokens t where t.user_id = p_user_id and t.created_at > now() - interval '7 days') $$;
comment on function countersign_private.is_abandoned_sign_up is
  'Whether a sign-up through this site was never confirmed, invited, signed in to or linked to a provider, and was sent no code for '
  '7 days.';

create function countersign.find_abandoned_sign_ups(p_at_most integer) returns uuid[]
language sql security definer set search_path = '' as $$
  delete from countersign_private.abandoned_sign_ups a where a.found_at < now() - interval '1 day';
  with old as materialized (
    select t.user_id from auth.one_time_tokens t join auth.users u on u.id = t.user_id
    where t.token_type = 'confirmation_token' and t.created_at < now() - interval '7 days'
      and u.raw_user_meta_data ? 'sign_up_mark' and u.email_confirmed_at is null
      and not exists (select from countersign_private.abandoned_sign_ups a where a.user_id = t.user_id)
  ), found as (
    insert into countersign_private.abandoned_sign_ups (user_id)
    select old.user_id from old where countersign_private.is_abandoned_sign_up(old.user_id) limit p_at_most
    on conflict do nothing returning user_id
  )
  select coalesce(array_agg(found.user_id), '{}') from found $$;
comment on function countersign.find_abandoned_sign_ups is
  'Returns up to p_at_most abandoned sign-ups for Auth to delete, each once a day to one caller. Locks only the rows it changes.';

create function countersign_private.keep_confirmed_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from countersign_private.abandoned_sign_ups a
    where a.user_id = old.id and a.found_at > now() - interval '10 minutes'
  ) and not countersign_private.is_abandoned_sign_up(old.id) then
    raise exception 'Someone has returned to this account.';
  end if;
  return old;
end $$;
comment on function countersign_private.keep_confirmed_account is
  'Runs inside Auth''s deletion, which has locked the user''s row: an owner who has returned since the account was found abandoned keeps it. '
  'For ten minutes no other deletion of that account succeeds either.';
create trigger keep_confirmed_account before delete on auth.users
  for each row execute function countersign_private.keep_confirmed_account();
