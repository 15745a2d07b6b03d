-- What a monitor asks for every quarter of a minute: by an index, by a table that stays small, or counted up to a bound.

create function countersign.count_for_operators() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'outbox_waiting', (select count(*) from (select 1 from countersign_private.outbox limit 10000) as counted),
    'outbox_oldest_seconds',
      (select extract(epoch from now() - min(n.created_at)) from countersign_private.outbox n),
    'events_waiting', (select count(*) from (select 1 from countersign_private.oauth_events limit 10000) as counted),
    'events_oldest_seconds',
      (select extract(epoch from now() - min(e.created_at)) from countersign_private.oauth_events e),
    'deletions_oldest_seconds',
      (select extract(epoch from now() - min(d.deleted_at)) from countersign_private.pending_deletions d),
    'grants_live', (select count(*) from (
      select 1 from countersign_private.oauth_grants g where g.ended_at is null limit 10000) as counted)
  ) $$;
comment on function countersign.count_for_operators is
  'How many mails, events for apps and live grants there are, up to 10000 of each, and how long the oldest mail, event and '
  'account to be deleted have waited, in seconds; null where none waits.';
revoke execute on function countersign.count_for_operators from public;
grant execute on function countersign.count_for_operators to service_role;
