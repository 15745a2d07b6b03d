-- What happened to what an app was given, in order, until the app has acknowledged it. Triggers on the tables write it, in the
-- transaction in which it happens: whatever function does it, no app misses it and none hears of what did not happen.
create table countersign_private.oauth_events (
  id bigint generated always as identity primary key,
  client_id text not null,
  sub text not null,
  jti uuid not null unique default gen_random_uuid(),
  kind text not null check (kind in ('wallet-proven', 'wallet-removed', 'wallet-moved', 'grant-ended', 'account-purged')),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null default now()
);
comment on table countersign_private.oauth_events is
  'What apps still have to be told, for 30 days. References nothing: that an account was deleted is told after it. Of one '
  'account all changes wait for one another, so that for a subject the order of ids is that of what happened.';
create index oauth_events_of_client on countersign_private.oauth_events (client_id, id);
create index oauth_events_by_age on countersign_private.oauth_events (created_at);
alter table countersign_private.oauth_events enable row level security;

create function countersign_private.forget_old_app_events() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- More than an event adds. What another transaction holds is forgotten some other time: nobody waits for this.
  delete from countersign_private.oauth_events e where e.id in (
    select stale.id from countersign_private.oauth_events stale where stale.created_at < now() - interval '30 days'
    order by stale.created_at limit 50 for update skip locked
  );
  return null;
end $$;
comment on function countersign_private.forget_old_app_events is 'Events are kept for 30 days, whether or not an app asks.';
create trigger forget_old_app_events after insert on countersign_private.oauth_events
  for each statement execute function countersign_private.forget_old_app_events();

create function countersign_private.tell_app(p_grant_id uuid, p_kind text, p_details jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  insert into countersign_private.oauth_events (client_id, sub, kind, details)
  select g.client_id, s.sub, p_kind, p_details
  from countersign_private.oauth_grants g
  -- One that is disabled may come back, and has then missed nothing. Whoever keeps no secret can't ask.
  join countersign_private.oauth_clients c on c.client_id = g.client_id and c.removed_at is null and c.is_confidential
    -- One that asks again hears of nothing else before it is answered.
    and (c.asks_again_from is null or c.asks_again_from <= g.agreed_at or p_kind in ('grant-ended', 'account-purged'))
  join countersign_private.oauth_subjects s on s.user_id = g.user_id and s.sector = c.sector
  where g.id = p_grant_id;
end $$;
comment on function countersign_private.tell_app is
  'Queues an event for the app of a grant, unless that was removed or keeps no secret, and so can''t ask.';

create function countersign_private.describe_wallet_to_app(p_wallet countersign.wallets) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'account', countersign_private.add_caip_prefix(p_wallet.chain, p_wallet.address), 'chain', p_wallet.chain,
    'address', p_wallet.address
  ) || case when p_wallet.removed_at is null
    then jsonb_build_object('proven_at', p_wallet.proven_at) else '{}' end $$;
comment on function countersign_private.describe_wallet_to_app is 'Which wallet an event is about, and when it was proven.';

create function countersign.poll_oauth_events(p_client_id text, p_acks uuid[], p_at_most integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most integer := least(greatest(coalesce(p_at_most, 100), 0), 100);
  found_events jsonb;
  found_count integer;
begin
  perform countersign_private.refuse(400, 'request.unexpected') where cardinality(p_acks) > 1000;
  perform countersign_private.refuse(404, 'app.unknown')
  where not exists (
    select from countersign_private.oauth_clients c
    where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null
  );
  -- What another process of the same app acknowledges at this moment is none of this one's.
  delete from countersign_private.oauth_events e where e.id in (
    select done.id from countersign_private.oauth_events done
    where done.jti = any (p_acks) and done.client_id = p_client_id order by done.id for update skip locked
  );
  select coalesce(jsonb_agg(jsonb_build_object(
      'jti', e.jti, 'sub', e.sub, 'kind', e.kind, 'details', e.details, 'created_at', e.created_at
    ) order by e.id) filter (where e.place <= most), '[]'), count(*)
  into found_events, found_count
  from (
    select next.*, row_number() over (order by next.id) as place
    from (
      select waiting.* from countersign_private.oauth_events waiting
      where waiting.client_id = p_client_id and waiting.created_at > now() - interval '30 days'
      order by waiting.id limit most + 1
    ) next
  ) e;
  return jsonb_build_object('events', found_events, 'more', found_count > most);
end $$;
comment on function countersign.poll_oauth_events is
  'Forgets what an app acknowledges, by jti, of its own events alone, and answers the oldest that are left, at most 100, and '
  'whether there are more. The same ones again until they are acknowledged. Refuses with app.unknown, and more than 1000 '
  'acknowledgements with request.unexpected.';
