-- Rate limits, shared by all processes of the server. A window begins with its first attempt, not with the hour of
-- the clock. The numbers are in lib/rate-limit/limits.ts.
-- Expired rows are deleted a few at a time, by ctid and with sequential scans off. Otherwise a plan that was cached while the
-- table was small would keep scanning all of it.
create table countersign_private.rate_limits (
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  key_hash text not null check (key_hash ~ '^[0-9a-f]{64}$'),
  attempts integer not null check (attempts > 0),
  window_ends_at timestamptz not null,
  primary key (kind, key_hash)
);
comment on table countersign_private.rate_limits is 'Keys are keyed hashes, which reveal no email or address.';
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
comment on function countersign_private.count_attempt is 'Locks the counter.';

create function countersign.consume_rate_limit(p_kind text, p_counters jsonb) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_sort = off as $$
declare
  counter record;
  window_ends timestamptz;
begin
  -- In the given order, the same for all attempts of a kind, so that calls can't deadlock.
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
    -- Rolls back the counts above: a refused attempt isn't counted.
    perform countersign_private.refuse(429, 'auth.too_many_attempts', window_ends - clock_timestamp())
    where window_ends is not null;
  end loop;
  -- Deletes more rows than one attempt adds, so that they never pile up. Last, and skips locked rows, to avoid deadlocks.
  delete from countersign_private.rate_limits a where a.ctid = any (array(
    select over.ctid from countersign_private.rate_limits over where over.window_ends_at < now()
    order by over.window_ends_at limit 10 for update skip locked
  ));
end $$;
comment on function countersign.consume_rate_limit is
  'Counts one attempt on every counter, or on none and refuses with auth.too_many_attempts. Only checks counted_later ones. '
  'Locks the counters in the given order.';

create function countersign.reset_rate_limit(p_kind text, p_key_hashes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare forgotten text;
begin
  -- In the order in which consume_rate_limit locks them.
  for forgotten in
    select k.value from jsonb_array_elements_text(p_key_hashes) with ordinality as k (value, place) order by k.place
  loop
    delete from countersign_private.rate_limits a where a.kind = p_kind and a.key_hash = forgotten;
  end loop;
end $$;
comment on function countersign.reset_rate_limit is
  'Resets counters after a successful attempt. Locks them in the given order.';

-- Emails that Auth sends are counted once sent.
create function countersign_private.find_last_mail(p_email text, p_user_id uuid) returns timestamptz
language sql stable set search_path = '' as $$
  -- Separate queries, so that each uses an index.
  select greatest(u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at, u.reauthentication_sent_at)
  from auth.users u where u.id = p_user_id
  union all
  select greatest(u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at, u.reauthentication_sent_at)
  from auth.users u where p_user_id is null and u.email = lower(p_email) and u.is_sso_user = false limit 1 $$;

-- Single use under concurrency. Auth may accept a code more than once if concurrent transactions each read it as unused; here
-- one row decides.
create table countersign_private.single_uses (
  kind text not null check (kind in ('factor_code', 'mail_token', 'mail')),
  key_hash text not null check (key_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz not null default now(),
  primary key (kind, key_hash)
);
create index single_uses_by_age on countersign_private.single_uses (kind, used_at);
create index single_uses_by_time on countersign_private.single_uses (used_at);
alter table countersign_private.single_uses enable row level security;

create function countersign_private.consume_once(p_kind text, p_key_hash text, p_lasts interval) returns boolean
language plpgsql set search_path = '' set enable_seqscan = off set enable_sort = off as $$
begin
  -- Deletes more rows than one use adds, so that they never pile up. Compares the pair, because only the index on both columns
  -- finds it: by time alone Postgres would scan the old rows of other kinds.
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
comment on function countersign_private.consume_once is 'True for one concurrent caller. Locks the row of the key.';

create function countersign.consume_factor_code(p_code_hash text) returns boolean
language sql security definer set search_path = '' as $$
  -- Auth accepts a code for 90 seconds: a step of 30 seconds and one on either side. This is twice that.
  select countersign_private.consume_once('factor_code', p_code_hash, interval '180 seconds') $$;
comment on function countersign.consume_factor_code is
  'Uses up an authenticator code before Auth verifies it. True once in three minutes. Refuses and locks like consume_once.';
