-- "Wait 61 seconds" for a limit of a minute: now() is when a transaction began, and the oldest of what it counts may have
-- been written by one that began later and was faster. Three functions count so; nothing else
-- of them changes.

create or replace function private.hold_wallet(p_user_id uuid, p_session_id uuid, p_wallet_id uuid)
returns public.wallets
language plpgsql
set search_path = ''
as $$
declare
  wallet public.wallets;
  changes integer;
  oldest timestamptz;
begin
  perform private.hold_account(p_user_id, p_session_id);
  select * into wallet from public.wallets w
  where w.id = p_wallet_id and w.user_id = p_user_id and w.removed_at is null;
  if not found then
    raise exception using errcode = 'PT404', message = 'wallet.unknown';
  end if;
  -- Each change is kept for ever. Sixty a minute are more than a person makes and no burden.
  select count(*), min(recent.created_at) into changes, oldest
  from (
    select e.created_at from public.activity_events e where e.user_id = p_user_id order by e.id desc limit 60
  ) recent
  where recent.created_at > now() - interval '1 minute';
  if changes >= 60 then
    raise exception using errcode = 'PT429', message = 'wallet.too_many_changes',
      detail = greatest(1, least(60, ceil(extract(epoch from oldest + interval '1 minute' - now()))))::text;
  end if;
  return wallet;
end
$$;

create or replace function public.issue_challenge(
  p_user_id uuid, p_session_id uuid, p_purpose text, p_method text, p_chain text, p_address text, p_origin text,
  p_nonce text, p_message text, p_expires_in_seconds integer
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  issued integer;
  oldest timestamptz;
  newest timestamptz;
  issue_at timestamptz;
  challenge_id uuid;
begin
  -- One at a time for an account, or two at once could both be the third.
  perform private.hold_account(p_user_id, p_session_id);
  -- Now and not when it comes back signed: presence that runs out in front of a hardware wallet costs no signature.
  if p_purpose is distinct from 'confirm' then
    perform private.require_presence(p_user_id, p_session_id);
  end if;

  select count(*), min(c.issued_at), max(c.issued_at) into issued, oldest, newest
  from public.challenges c
  where c.user_id = p_user_id and c.issued_at > now() - interval '1 minute';
  if issued >= 10 then
    raise exception using errcode = 'PT429', message = 'proof.too_many_challenges',
      detail = greatest(1, least(60, ceil(extract(epoch from oldest + interval '1 minute' - now()))))::text;
  end if;

  -- At most three are live: a fourth takes the place of the oldest. Over since it began, so that it is over for
  -- whoever is just using it as well.
  update public.challenges c set expires_at = c.issued_at
  where c.id in (
    select live.id from public.challenges live
    where live.user_id = p_user_id and live.consumed_at is null and live.expires_at > now()
    order by live.issued_at desc
    offset 2
  );
  delete from public.challenges c where c.user_id = p_user_id and c.expires_at < now() - interval '1 hour';

  -- Always later than the one before, also where the clock ticks in milliseconds.
  issue_at := greatest(clock_timestamp(), newest + interval '1 microsecond');
  insert into public.challenges
    (user_id, session_id, purpose, method, chain, address, origin, nonce, message, issued_at, expires_at)
  values (
    p_user_id, p_session_id, p_purpose, p_method, p_chain, p_address, p_origin, p_nonce,
    decode(p_message, 'base64'), issue_at, issue_at + make_interval(secs => p_expires_in_seconds)
  )
  returning id into challenge_id;
  return challenge_id;
exception
  -- Postgres would answer with the whole row.
  when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

create or replace function public.set_display_name(p_user_id uuid, p_session_id uuid, p_display_name text, p_device text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  account public.accounts := private.hold_account(p_user_id, p_session_id);
  changes integer;
  oldest timestamptz;
begin
  -- A statement is ASCII, and a name of spaces would be none.
  if p_display_name !~ '^[A-Za-z0-9 ._-]{1,32}$' or p_display_name ~ '^ | $' then
    raise exception using errcode = 'PT400', message = 'account.name_invalid';
  end if;
  if p_display_name is not distinct from account.display_name then
    return;
  end if;
  -- Each change is kept for ever. Sixty a minute are more than a person makes and no burden.
  select count(*), min(recent.created_at) into changes, oldest
  from (
    select e.created_at from public.activity_events e where e.user_id = p_user_id order by e.id desc limit 60
  ) recent
  where recent.created_at > now() - interval '1 minute';
  if changes >= 60 then
    raise exception using errcode = 'PT429', message = 'account.too_many_changes',
      detail = greatest(1, least(60, ceil(extract(epoch from oldest + interval '1 minute' - now()))))::text;
  end if;
  update public.accounts a set display_name = p_display_name where a.user_id = p_user_id;
  insert into public.activity_events (user_id, kind, device) values (p_user_id, 'account_renamed', left(p_device, 200));
end
$$;
