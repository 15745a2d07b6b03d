-- Events for apps, in order, until acknowledged (RFC 8936). Triggers on the tables queue them in the transaction of the change,
-- so that no app misses one or receives one for a change that was rolled back.
create table countersign_private.oauth_events (
  id bigint generated always as identity primary key,
  client_id text not null,
  sub text not null,
  jti uuid not null unique default gen_random_uuid(),
  kind text not null check (kind in ('wallet-shared', 'wallet-proven', 'wallet-removed', 'wallet-moved', 'grant-ended', 'account-purged')),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null default now()
);
comment on table countersign_private.oauth_events is
  'No foreign keys: the event of a deleted account outlives it. All changes of one account wait for one another, so that the '
  'IDs of a sub''s events are in the order of the changes.';
create index oauth_events_of_client on countersign_private.oauth_events (client_id, id);
create index oauth_events_by_age on countersign_private.oauth_events (created_at);
alter table countersign_private.oauth_events enable row level security;

create function countersign_private.delete_old_app_events() returns trigger language plpgsql set search_path = '' as $$
begin
  -- Deletes more than an insert adds. Skips locked rows: a later call deletes them.
  delete from countersign_private.oauth_events e where e.id in (
    select stale.id from countersign_private.oauth_events stale where stale.created_at < now() - interval '30 days'
    order by stale.created_at limit 50 for update skip locked
  );
  return null;
end $$;
comment on function countersign_private.delete_old_app_events is 'Skips locked rows.';
create trigger delete_old_app_events after insert on countersign_private.oauth_events
  for each statement execute function countersign_private.delete_old_app_events();

create function countersign_private.queue_app_event(p_grant_id uuid, p_kind text, p_details jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  insert into countersign_private.oauth_events (client_id, sub, kind, details)
  select g.client_id, s.sub, p_kind, p_details
  from countersign_private.oauth_grants g
  -- Includes disabled apps, which may be enabled again and then miss no event. Apps without a secret can't poll.
  join countersign_private.oauth_clients c on c.client_id = g.client_id and c.removed_at is null and c.is_confidential
    -- Until the user consents again, only the end of the grant or account is an event.
    and (c.asks_again_from is null or c.asks_again_from <= g.agreed_at or p_kind in ('grant-ended', 'account-purged'))
  join countersign_private.oauth_subjects s on s.user_id = g.user_id and s.sector = c.sector
  where g.id = p_grant_id;
end $$;
comment on function countersign_private.queue_app_event is 'Waits for no lock.';

create function countersign_private.describe_wallet_to_app(p_wallet countersign.wallets) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'account', countersign_private.format_caip10(p_wallet.chain, p_wallet.address), 'chain', p_wallet.chain,
    'address', p_wallet.address
  ) || case when p_wallet.removed_at is null
    then jsonb_build_object('proven_at', p_wallet.proven_at) else '{}' end $$;

create function countersign.poll_oauth_events(p_client_id text, p_acks uuid[], p_at_most integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most integer := least(greatest(coalesce(p_at_most, 100), 0), 100);
  found_events jsonb;
  found_count integer;
  forgotten jsonb;
begin
  perform countersign_private.refuse(400, 'request.unexpected') where cardinality(p_acks) > 1000;
  perform countersign_private.refuse(404, 'app.unknown')
  where not exists (
    select from countersign_private.oauth_clients c
    where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null
  );
  -- Skips events that another process of the app is acknowledging.
  with gone as (
    delete from countersign_private.oauth_events e where e.id in (
      select done.id from countersign_private.oauth_events done
      where done.jti = any (p_acks) and done.client_id = p_client_id order by done.id for update skip locked
    ) returning e.jti
  )
  select coalesce(jsonb_agg(gone.jti), '[]') into forgotten from gone;
  select coalesce(jsonb_agg(jsonb_build_object(
      'jti', e.jti, 'sub', e.sub, 'kind', e.kind, 'details', e.details, 'createdAt', e.created_at
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
  return jsonb_build_object('events', found_events, 'more', found_count > most, 'forgotten', forgotten);
end $$;
comment on function countersign.poll_oauth_events is
  'Deletes the events that an app acknowledges by jti, and returns its oldest others: {events: at most 100, more, forgotten}. '
  'An event is repeated until acknowledged. Refuses with app.unknown. Skips locked rows.';
