-- A limit may now be asked without being counted: the site's total of mails is counted when one was really sent, not
-- when one was asked for. Otherwise requests for addresses without an account would use it up, and stop every mail.

create function private.count_attempt(p_kind text, p_key_hash text, p_lasts interval)
returns private.attempt_counters
language sql
set search_path = ''
as $$
  insert into private.attempt_counters as a (kind, key_hash, attempts, window_ends_at)
  values (p_kind, p_key_hash, 1, clock_timestamp() + p_lasts)
  on conflict (kind, key_hash) do update set
    attempts = case when a.window_ends_at <= clock_timestamp() then 1 else a.attempts + 1 end,
    window_ends_at = case
      when a.window_ends_at <= clock_timestamp() then excluded.window_ends_at else a.window_ends_at
    end
  returning a.*
$$;

comment on function private.count_attempt(text, text, interval) is
  'Counts one on a counter, whose window begins with the first of them.';

create or replace function public.take_attempt(p_kind text, p_counters jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
    from jsonb_array_elements(p_counters) with ordinality as c (value, place)
    order by c.place
  loop
    if counter.counted_later then
      select a.window_ends_at into window_ends
      from private.attempt_counters a
      where a.kind = p_kind and a.key_hash = counter.key_hash
        and a.attempts >= counter.most and a.window_ends_at > clock_timestamp();
    else
      select c.window_ends_at into window_ends
      from private.count_attempt(p_kind, counter.key_hash, counter.lasts) c
      where c.attempts > counter.most;
    end if;
    if window_ends is not null then
      -- Undoes what was counted above: a refused attempt costs nobody anything.
      raise exception using errcode = 'PT429', message = 'auth.too_many_attempts',
        detail = greatest(1, ceil(extract(epoch from window_ends - clock_timestamp())))::text;
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
  'Counts one attempt on every counter given ([{key_hash, attempts, window_seconds, counted_later}]), or on none and '
  'refuses with auth.too_many_attempts and the seconds to wait, when one of them is used up. One with counted_later is '
  'asked and not counted. Of any number at once, as many pass as there are attempts left.';

create function public.last_mail_of_account(p_email text, p_user_id uuid)
returns timestamptz
language sql
stable
security definer
set search_path = ''
as $$
  -- Apart, so that each uses an index.
  select greatest(
    u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at, u.reauthentication_sent_at
  )
  from auth.users u where u.id = p_user_id
  union all
  select greatest(
    u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at, u.reauthentication_sent_at
  )
  from auth.users u where p_user_id is null and u.email = lower(p_email) and u.is_sso_user = false
  limit 1
$$;

comment on function public.last_mail_of_account(text, uuid) is
  'When Auth last sent a mail for an account, by its id, or else its e-mail. Null where there was none, or no such '
  'account. For the server only, which never tells.';

create function public.count_sent_mail(
  p_email text,
  p_user_id uuid,
  p_last_before timestamptz,
  p_kind text,
  p_counters jsonb
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if public.last_mail_of_account(p_email, p_user_id) is not distinct from p_last_before then
    return;
  end if;
  perform private.count_attempt(
    p_kind, c.value ->> 'key_hash', make_interval(secs => (c.value ->> 'window_seconds')::integer)
  )
  from jsonb_array_elements(p_counters) with ordinality as c (value, place);
end
$$;

comment on function public.count_sent_mail(text, uuid, timestamptz, text, jsonb) is
  'Counts a mail on every counter given, if Auth has sent one for this account since. Two requests at once for one '
  'account may both count it, never more than were asked for.';

revoke execute on function private.count_attempt(text, text, interval)
from public, anon, authenticated, service_role;
revoke execute on function
  public.last_mail_of_account(text, uuid),
  public.count_sent_mail(text, uuid, timestamptz, text, jsonb)
from public, anon, authenticated;
grant execute on function
  public.last_mail_of_account(text, uuid),
  public.count_sent_mail(text, uuid, timestamptz, text, jsonb)
to service_role;
