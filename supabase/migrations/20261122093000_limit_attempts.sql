-- How often something was tried, for all processes of the app together. Windows begin with their first attempt, so that
-- "5 in an hour" is what it says. The numbers are the server's (lib/limits/attempt-limits.ts).
create table private.attempt_counters (
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  key_hash text not null check (key_hash ~ '^[0-9a-f]{64}$'),
  attempts integer not null check (attempts > 0),
  window_ends_at timestamptz not null,
  primary key (kind, key_hash)
);
create index attempt_counters_window_ends_at_idx on private.attempt_counters (window_ends_at);

comment on table private.attempt_counters is
  'Attempts in the running window of each counter. A key is a keyed hash of whom it counts, so that nobody who reads '
  'this table learns an e-mail or an address. Rows whose window has ended are deleted as others come.';

alter table private.attempt_counters enable row level security;
revoke all on private.attempt_counters from public, anon, authenticated, service_role;

create function public.take_attempt(p_kind text, p_counters jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  counter record;
  taken record;
begin
  -- In the order given, the same for all attempts of a kind, so that nobody waits for another in a circle.
  for counter in
    select c.value ->> 'key_hash' as key_hash,
      (c.value ->> 'attempts')::integer as most,
      make_interval(secs => (c.value ->> 'window_seconds')::integer) as lasts
    from jsonb_array_elements(p_counters) with ordinality as c (value, place)
    order by c.place
  loop
    insert into private.attempt_counters as a (kind, key_hash, attempts, window_ends_at)
    values (p_kind, counter.key_hash, 1, clock_timestamp() + counter.lasts)
    on conflict (kind, key_hash) do update set
      attempts = case when a.window_ends_at <= clock_timestamp() then 1 else a.attempts + 1 end,
      window_ends_at = case
        when a.window_ends_at <= clock_timestamp() then excluded.window_ends_at else a.window_ends_at
      end
    returning a.attempts, a.window_ends_at into taken;
    if taken.attempts > counter.most then
      -- Undoes what was counted above: a refused attempt costs nobody anything.
      raise exception using errcode = 'PT429', message = 'auth.too_many_attempts',
        detail = greatest(1, ceil(extract(epoch from taken.window_ends_at - clock_timestamp())))::text;
    end if;
  end loop;
  -- More than one attempt adds, so that what is over never piles up. Last, and without waiting for a row that another
  -- attempt holds: otherwise two could wait for each other.
  delete from private.attempt_counters a
  where (a.kind, a.key_hash) in (
    select over.kind, over.key_hash from private.attempt_counters over
    where over.window_ends_at < now()
    order by over.window_ends_at
    limit 10
    for update skip locked
  );
end
$$;

comment on function public.take_attempt(text, jsonb) is
  'Counts one attempt on every counter given ([{key_hash, attempts, window_seconds}]), or on none and refuses with '
  'auth.too_many_attempts and the seconds to wait, when one of them is used up. Of any number at once, as many pass '
  'as there are attempts left.';

create function public.forget_attempts(p_kind text, p_key_hashes jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  forgotten text;
begin
  -- One after the other, in the order in which attempts take them.
  for forgotten in
    select k.value from jsonb_array_elements_text(p_key_hashes) with ordinality as k (value, place) order by k.place
  loop
    delete from private.attempt_counters a where a.kind = p_kind and a.key_hash = forgotten;
  end loop;
end
$$;

comment on function public.forget_attempts(text, jsonb) is
  'Starts counters over: somebody got in, or a new code was mailed.';

revoke execute on function public.take_attempt(text, jsonb), public.forget_attempts(text, jsonb)
from public, anon, authenticated;
grant execute on function public.take_attempt(text, jsonb), public.forget_attempts(text, jsonb) to service_role;
