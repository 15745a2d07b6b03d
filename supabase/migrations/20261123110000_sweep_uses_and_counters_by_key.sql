-- What is over goes as others come: some rows a call, by the place where they lie. "in (select …)" was planned from the size of
-- the table. A connection that planned it while the table was small read the table from its start ever after, until somebody
-- analysed it. And the first to use a code or a mail after a quiet time deleted all old ones of its kind at once.

-- As they were, but for what they delete and for their settings, which hold for all that they ask: a table that is small today is
-- read by its index too, since the plan is kept when it is large.
create or replace function countersign.consume_rate_limit(p_kind text, p_counters jsonb) returns void
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

create or replace function countersign_private.use_once(p_kind text, p_key_hash text, p_lasts interval) returns boolean
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

create or replace function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261123110000' $$;
