-- How often something was tried, over all processes of the server. A window begins with its first attempt, so that "5 in an hour"
-- means that. The numbers are in lib/rate-limit/limits.ts.
--
-- What is over is deleted a few rows at a time, by where the rows are stored (ctid) and with sequential scans off: a plan that was
-- made while the table was small would otherwise read all of it for ever after.
create table countersign_private.rate_limits (
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  key_hash text not null check (key_hash ~ '^[0-9a-f]{64}$'),
  attempts integer not null check (attempts > 0),
  window_ends_at timestamptz not null,
  primary key (kind, key_hash)
);
comment on table countersign_private.rate_limits is
  'Attempts in the running window of each counter. A key is a keyed hash, so that nobody who reads this learns an email or '
  'an address. Rows whose window has ended are deleted as others come.';
create index rate_limits_by_window on countersign_private.rate_limits (window_ends_at);
alter table countersign_private.rate_limits enable row level security;

create function countersign_private.count_attempt(p_kind text, p_key_hash text, p_lasts interval)
returns countersign_private.rate_limits language plpgsql set search_path = '' as $$
declare counted countersign_private.rate_limits;
begin
  insert into countersign_private.rate_limits as a (kind, key_hash, attempts, window_ends_at)
  values (p_kind, p_key_hash, 1, clock_timestamp() + p_lasts) on conflict (kind, key_hash) do update set
    attempts = case when a.window_ends_at <= clock_timestamp() then 1 else a.attempts + 1 end,
    window_ends_at = case
      when a.window_ends_at <= clock_timestamp() then excluded.window_ends_at else a.window_ends_at
    end
  returning a.* into counted;
  return counted;
end $$;
comment on function countersign_private.count_attempt is
  'Counts one on a counter, whose window begins with the first of them.';

create function countersign.consume_rate_limit(p_kind text, p_counters jsonb) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_sort = off as $$
declare
  counter record;
  window_ends timestamptz;
begin
  -- In the order given, the same for all attempts of a kind, so that nobody waits for another in a circle.
  for counter in
    select c.value ->> 'key_hash' as key_hash,
      (c.value ->> 'attempts')::integer as most,
      make_interval(secs => (c.value ->> 'window_seconds')::integer) as lasts,
      coalesce((c.value ->> 'counted_later')::boolean, false) as counted_later
    from jsonb_array_elements(p_counters) with ordinality as c (value, place) order by c.place
  loop
    if counter.counted_later then
      select a.window_ends_at into window_ends from countersign_private.rate_limits a
      where a.kind = p_kind and a.key_hash = counter.key_hash
        and a.attempts >= counter.most and a.window_ends_at > clock_timestamp();
    else
      select c.window_ends_at into window_ends
      from countersign_private.count_attempt(p_kind, counter.key_hash, counter.lasts) c
      where c.attempts > counter.most;
    end if;
    -- Undoes what was counted above: a refused attempt costs nobody anything.
    perform countersign_private.refuse(429, 'auth.too_many_attempts', window_ends - clock_timestamp())
    where window_ends is not null;
  end loop;
  -- More than one attempt adds, so that what is over never piles up. Last, and without waiting for a row that another
  -- attempt holds: otherwise two could wait for each other.
  delete from countersign_private.rate_limits a where a.ctid = any (array(
    select over.ctid from countersign_private.rate_limits over where over.window_ends_at < now()
    order by over.window_ends_at limit 10 for update skip locked
  ));
end $$;
comment on function countersign.consume_rate_limit is
  'Counts one on every counter given ([{key_hash, attempts, window_seconds, counted_later}]), or on none and refuses with '
  'auth.too_many_attempts. counted_later is asked and not counted. Of any number at once, as many pass as are left.';

create function countersign.reset_rate_limit(p_kind text, p_key_hashes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare forgotten text;
begin
  -- One after the other, in the order in which attempts take them.
  for forgotten in
    select k.value from jsonb_array_elements_text(p_key_hashes) with ordinality as k (value, place) order by k.place
  loop
    delete from countersign_private.rate_limits a where a.kind = p_kind and a.key_hash = forgotten;
  end loop;
end $$;
comment on function countersign.reset_rate_limit is 'Starts counters over: somebody got in, or a new code was mailed.';

-- Mails of Auth are counted once it has sent one.
create function countersign.last_mail_of_account(p_email text, p_user_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  -- Apart, so that each uses an index.
  select greatest(u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at, u.reauthentication_sent_at)
  from auth.users u where u.id = p_user_id
  union all
  select greatest(u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at, u.reauthentication_sent_at)
  from auth.users u where p_user_id is null and u.email = lower(p_email) and u.is_sso_user = false limit 1 $$;
comment on function countersign.last_mail_of_account is
  'When Auth last mailed an account, by its id, or else its email; or null. For the server only, which never tells.';

create function countersign.count_sent_mail(
  p_email text, p_user_id uuid, p_last_before timestamptz, p_kind text, p_counters jsonb
) returns void language plpgsql security definer set search_path = '' as $$
begin
  if countersign.last_mail_of_account(p_email, p_user_id) is not distinct from p_last_before then return; end if;
  perform countersign_private.count_attempt(
    p_kind, c.value ->> 'key_hash', make_interval(secs => (c.value ->> 'window_seconds')::integer)
  ) from jsonb_array_elements(p_counters) with ordinality as c (value, place);
end $$;
comment on function countersign.count_sent_mail is
  'Counts a mail on every counter given, if Auth has sent one for this account since.';

-- What counts once, of any number of callers at the same moment. Auth lets more than one through where each of its transactions
-- reads what the others have not used up yet; here one row decides.
create table countersign_private.single_uses (
  kind text not null check (kind in ('factor_code', 'mail_token', 'mail')),
  key_hash text not null check (key_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz not null default now(),
  primary key (kind, key_hash)
);
comment on table countersign_private.single_uses is
  'Codes of authenticators, mailed codes and links that are being used, and mails that Auth is asked for: keyed hashes.';
create index single_uses_by_age on countersign_private.single_uses (kind, used_at);
create index single_uses_by_time on countersign_private.single_uses (used_at);
alter table countersign_private.single_uses enable row level security;

create function countersign_private.use_once(p_kind text, p_key_hash text, p_lasts interval) returns boolean
language plpgsql set search_path = '' set enable_seqscan = off set enable_sort = off as $$
begin
  -- More than one use adds, so that what is over never piles up. As a pair, which only the index of both can look up: by the
  -- time alone it would read through what is old of the other kinds.
  delete from countersign_private.single_uses u where u.ctid = any (array(
    select stale.ctid from countersign_private.single_uses stale
    where stale.kind = p_kind and (stale.kind, stale.used_at) < (p_kind, now() - p_lasts) and stale.key_hash <> p_key_hash
    order by stale.used_at limit 10 for update skip locked
  ));
  insert into countersign_private.single_uses as u (kind, key_hash) values (p_kind, p_key_hash)
  on conflict (kind, key_hash) do update set used_at = now() where u.used_at < now() - p_lasts;
  return found;
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign_private.use_once is
  'True for one caller, false for every other until this long after. Refuses a malformed key with request.unexpected.';

create function countersign.use_factor_code(p_code_hash text) returns boolean
language sql security definer set search_path = '' as $$
  -- Auth takes a code again for as long as it is good: 90 seconds, with one step of 30 seconds either way. Twice that.
  select countersign_private.use_once('factor_code', p_code_hash, interval '180 seconds') $$;
comment on function countersign.use_factor_code is
  'Uses a code of an authenticator up, before Auth is asked whether it is right. False for all but one in three minutes.';
