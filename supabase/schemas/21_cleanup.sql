-- Cleanup. Most functions delete a few old rows as they add new ones. That keeps busy tables small, but leaves the rows of inactive
-- users. clean_up deletes some rows of each kind, in a transaction short enough for any timeout of the REST API, and returns whether
-- there are more. It keeps accounts, wallets, proofs, activity, and grants of existing apps, as users were promised. Unconfirmed
-- accounts are deleted through Auth (find_abandoned_sign_ups).
create table countersign_private.clean_up_progress (
  is_only boolean primary key default true check (is_only),
  began_at timestamptz not null default '-infinity',
  reads text not null default 'sessions' check (reads in ('sessions', 'wallet_sessions', 'passkey_sessions', 'app_authorizations')),
  read_until text
);
comment on table countersign_private.clean_up_progress is
  'One row. Tables without a date for finding old rows are scanned in turn, some rows per call, and then from the start.';
alter table countersign_private.clean_up_progress enable row level security;
insert into countersign_private.clean_up_progress default values;

create function countersign.clean_up(p_unless_within_seconds integer default 0) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  at_most constant integer := 1000;
  counted jsonb;
  removed integer;
begin
  -- For a database restored without this row. The check avoids an insert, for which a concurrent call would wait.
  if not exists (select from countersign_private.clean_up_progress) then
    insert into countersign_private.clean_up_progress default values on conflict do nothing;
  end if;
  -- One call at a time: another finds the row locked, or begun too recently.
  perform from countersign_private.clean_up_progress c
  where c.began_at <= now() - make_interval(secs => p_unless_within_seconds) for update skip locked;
  if not found then return null; end if;
  update countersign_private.clean_up_progress c set began_at = now() where c.is_only;
  counted := countersign_private.delete_orphans(2 * at_most);
  -- Finishes removed apps: 20 users per new grant are not enough if there are no new grants.
  removed := (select count(*) from countersign_private.oauth_clients c where c.removed_at is not null);
  perform countersign_private.finish_removed_clients(100);
  counted := counted || jsonb_build_object(
    'removed_apps', removed - (select count(*) from countersign_private.oauth_clients c where c.removed_at is not null),
    'mails', countersign_private.delete_stale_mails(at_most)
  ) || countersign_private.delete_expired(at_most);
  return counted || jsonb_build_object('more',
    exists (select from countersign_private.clean_up_progress c where c.reads <> 'sessions' or c.read_until is not null)
    or exists (select from countersign_private.oauth_clients c where c.removed_at is not null)
    or exists (select from jsonb_each_text(counted) kind where kind.value::integer >= at_most));
end $$;
comment on function countersign.clean_up is
  'Deletes some old rows and returns how many per kind, and more: whether to call again. Null if another call is running or '
  'began within p_unless_within_seconds. Skips locked rows.';

create function countersign_private.delete_orphans(p_at_most integer) returns jsonb language plpgsql set search_path = '' as $$
declare
  own countersign_private.clean_up_progress := (select c from countersign_private.clean_up_progress c where c.is_only);
  left_to_read integer := p_at_most;
  counted jsonb := '{"sessions": 0, "wallet_sessions": 0, "passkey_sessions": 0, "app_authorizations": 0}';
  seen text[];
  gone text[];
begin
  loop
    case own.reads
      when 'sessions' then
        seen := array(select a.session_id from countersign.account_sessions a
          where a.session_id > coalesce(own.read_until::uuid, '00000000-0000-0000-0000-000000000000')
          order by a.session_id limit left_to_read);
        -- Like record_session: the row shows that its session has ended, while Auth may still have the session.
        gone := array(select a.session_id from countersign.account_sessions a
          where a.session_id = any (seen::uuid[]) and a.last_seen_at < now() - interval '90 days'
            and not exists (select from auth.sessions s where s.id = a.session_id) for update skip locked);
        delete from countersign.account_sessions a where a.session_id = any (gone::uuid[]);
      when 'wallet_sessions' then
        seen := array(select w.session_id from countersign_private.wallet_sessions w
          where w.session_id > coalesce(own.read_until::uuid, '00000000-0000-0000-0000-000000000000')
          order by w.session_id limit left_to_read);
        gone := array(select w.session_id from countersign_private.wallet_sessions w
          where w.session_id = any (seen::uuid[])
            and not exists (select from auth.sessions s where s.id = w.session_id) for update skip locked);
        delete from countersign_private.wallet_sessions w where w.session_id = any (gone::uuid[]);
      when 'passkey_sessions' then
        seen := array(select p.session_id from countersign_private.passkey_sessions p
          where p.session_id > coalesce(own.read_until::uuid, '00000000-0000-0000-0000-000000000000')
          order by p.session_id limit left_to_read);
        gone := array(select p.session_id from countersign_private.passkey_sessions p
          where p.session_id = any (seen::uuid[])
            and not exists (select from auth.sessions s where s.id = p.session_id) for update skip locked);
        delete from countersign_private.passkey_sessions p where p.session_id = any (gone::uuid[]);
      when 'app_authorizations' then
        seen := array(select a.id from countersign_private.oauth_authorizations a
          where a.id > coalesce(own.read_until, '') order by a.id limit left_to_read);
        -- A code is stored with its authorization, and later items need an existing one.
        gone := array(select a.id from countersign_private.oauth_authorizations a
          where a.id = any (seen)
            and not exists (select from countersign_private.oauth_items i where i.authorization_id = a.id) for update skip locked);
        delete from countersign_private.oauth_authorizations a where a.id = any (gone);
    end case;
    counted := counted || jsonb_build_object(own.reads, cardinality(gone));
    own.read_until := seen[cardinality(seen)];
    left_to_read := left_to_read - cardinality(seen);
    exit when left_to_read <= 0;
    -- The end of this table. After the last one, the next call starts over.
    own.read_until := null;
    own.reads := case own.reads when 'sessions' then 'wallet_sessions' when 'wallet_sessions' then 'passkey_sessions'
      when 'passkey_sessions' then 'app_authorizations' else 'sessions' end;
    exit when own.reads = 'sessions';
  end loop;
  update countersign_private.clean_up_progress c set reads = own.reads, read_until = own.read_until where c.is_only;
  return counted;
end $$;
comment on function countersign_private.delete_orphans is 'Continues where the last call stopped. Skips locked rows.';

create function countersign_private.delete_expired(p_at_most integer) returns jsonb language plpgsql set search_path = '' as $$
declare
  counted jsonb := '{}';
  gone integer;
begin
  -- Rows that are least likely in use first, rate limits last: a transaction that needs a row deleted here waits for this one.
  -- Skips locked rows. Each list is an array, since a plan for "in (select …)" may scan a whole table.
  delete from countersign_private.oauth_events e where e.id = any (array(
    select o.id from countersign_private.oauth_events o where o.created_at < now() - interval '30 days'
    order by o.created_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('app_events', gone);
  delete from countersign_private.oauth_attempts a where a.ctid = any (array(
    select o.ctid from countersign_private.oauth_attempts o where o.last_at < now() - interval '30 days'
    order by o.last_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('app_attempts', gone);
  -- delete_orphans deletes authorizations left without items.
  delete from countersign_private.oauth_items i where i.id_hash = any (array(
    select o.id_hash from countersign_private.oauth_items o where o.kept_until < now()
    order by o.kept_until limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('app_tokens', gone);
  delete from countersign_private.challenges c where c.id = any (array(
    select o.id from countersign_private.challenges o
    where o.purpose = 'sign-in' and o.expires_at < now() - interval '1 hour'
    order by o.expires_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('sign_in_statements', gone);
  delete from countersign_private.challenges c where c.id = any (array(
    select o.id from countersign_private.challenges o
    where o.purpose <> 'sign-in' and o.expires_at < now() - interval '1 hour'
    order by o.expires_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('statements', gone);
  delete from countersign_private.announced_changes e where e.ctid = any (array(
    select o.ctid from countersign_private.announced_changes o
    where o.expires_at < now() - interval '1 hour' order by o.expires_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('expected_changes', gone);
  -- Each use counts for at most ten minutes.
  delete from countersign_private.single_uses u where u.ctid = any (array(
    select o.ctid from countersign_private.single_uses o where o.used_at < now() - interval '1 hour'
    order by o.used_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('single_uses', gone);
  delete from countersign_private.rate_limits a where a.ctid = any (array(
    select o.ctid from countersign_private.rate_limits o where o.window_ends_at < now()
    order by o.window_ends_at limit p_at_most for update skip locked
  ));
  get diagnostics gone = row_count;
  return counted || jsonb_build_object('rate_limits', gone);
end $$;
comment on function countersign_private.delete_expired is 'Skips locked rows.';
