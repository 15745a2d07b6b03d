-- What is over goes, also where nobody comes any more: most functions forget a few old rows as they add new ones, which keeps
-- busy tables small and leaves behind what belongs to people who stay away. One call here forgets some of everything, in a
-- transaction short enough for any limit of the REST API, and says whether there is more. What people are promised to keep
-- (accounts, wallets, proofs, activity, consents) is not named here at all.
create table countersign_private.clean_up (
  is_only boolean primary key default true check (is_only),
  began_at timestamptz not null default '-infinity',
  sessions_after uuid,
  wallet_sessions_after uuid,
  passkey_sessions_after uuid,
  authorizations_after text
);
comment on table countersign_private.clean_up is
  'One row: when something was last forgotten, and how far the tables were read that have no date to find old rows by. A row '
  'there is old when Auth has no such session any more, or nothing hangs on it, which no index knows.';
alter table countersign_private.clean_up enable row level security;

-- Statements of people who never asked for another one.
create index challenges_of_accounts_by_expiry on countersign_private.challenges (expires_at) where purpose <> 'sign-in';
create index expected_sign_in_methods_by_expiry on countersign_private.expected_sign_in_methods (expires_at);
-- Whatever queues or takes a mail forgets some first: without these it read the whole queue, which holds a day of mails while
-- none is sent.
create index outbox_by_age on countersign_private.outbox (created_at);
create index outbox_given_up on countersign_private.outbox (due_at) where attempts >= 10;
create index single_uses_by_time on countersign_private.single_uses (used_at);

create function countersign_private.give_up_mails(p_at_most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  too_old integer;
  failed integer;
begin
  -- What another transaction holds is forgotten some other time: nobody waits for this.
  delete from countersign_private.outbox n where n.id in (
    select stale.id from countersign_private.outbox stale where stale.created_at < now() - interval '1 day'
    order by stale.created_at limit p_at_most for update skip locked
  );
  get diagnostics too_old = row_count;
  delete from countersign_private.outbox n where n.id in (
    select stale.id from countersign_private.outbox stale where stale.attempts >= 10 and stale.due_at <= now()
    order by stale.due_at limit p_at_most for update skip locked
  );
  get diagnostics failed = row_count;
  return too_old + failed;
end $$;
comment on function countersign_private.give_up_mails is
  'Gives up mails that failed ten times or are a day old, up to this many of each. Answers how many.';

create or replace function countersign_private.forget_stale_mails() returns void language sql set search_path = '' as $$
  -- More than one mail adds, so that what is over never piles up.
  select countersign_private.give_up_mails(20) $$;
comment on function countersign_private.forget_stale_mails is 'Gives up some mails that failed ten times or are a day old.';

create function countersign_private.forget_dated(p_at_most integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  counted jsonb := '{}';
  gone integer;
begin
  -- Each first the rows that somebody else is just using least likely, the counters last: whoever meets one that goes waits
  -- until this ends. Nobody is waited for here.
  delete from countersign_private.oauth_events e where e.id in (
    select o.id from countersign_private.oauth_events o where o.created_at < now() - interval '30 days'
    order by o.created_at limit p_at_most for update skip locked
  );
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('app_events', gone);
  -- An authorization without any goes when its turn comes.
  delete from countersign_private.oauth_items i where i.id_hash in (
    select o.id_hash from countersign_private.oauth_items o where o.kept_until < now()
    order by o.kept_until limit p_at_most for update skip locked
  );
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('app_tokens', gone);
  delete from countersign_private.challenges c where c.id in (
    select o.id from countersign_private.challenges o
    where o.purpose = 'sign-in' and o.expires_at < now() - interval '1 hour'
    order by o.expires_at limit p_at_most for update skip locked
  );
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('sign_in_statements', gone);
  delete from countersign_private.challenges c where c.id in (
    select o.id from countersign_private.challenges o
    where o.purpose <> 'sign-in' and o.expires_at < now() - interval '1 hour'
    order by o.expires_at limit p_at_most for update skip locked
  );
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('statements', gone);
  delete from countersign_private.expected_sign_in_methods e where (e.user_id, e.kind, e.reference) in (
    select o.user_id, o.kind, o.reference from countersign_private.expected_sign_in_methods o
    where o.expires_at < now() - interval '1 hour' order by o.expires_at limit p_at_most for update skip locked
  );
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('expected_changes', gone);
  -- The longest counts for ten minutes.
  delete from countersign_private.single_uses u where (u.kind, u.key_hash) in (
    select o.kind, o.key_hash from countersign_private.single_uses o where o.used_at < now() - interval '1 hour'
    order by o.used_at limit p_at_most for update skip locked
  );
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('single_uses', gone);
  delete from countersign_private.rate_limits a where (a.kind, a.key_hash) in (
    select o.kind, o.key_hash from countersign_private.rate_limits o where o.window_ends_at < now()
    order by o.window_ends_at limit p_at_most for update skip locked
  );
  get diagnostics gone = row_count;
  return counted || jsonb_build_object('rate_limits', gone);
end $$;
comment on function countersign_private.forget_dated is
  'Deletes what says itself until when it counts, the oldest first and of each kind up to this many. Answers how many of each.';

create function countersign_private.forget_left_over(p_own countersign_private.clean_up, p_at_most integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  nowhere constant uuid := '00000000-0000-0000-0000-000000000000';
  counted jsonb := '{}';
  gone integer;
  sessions uuid[];
  wallet_sessions uuid[];
  passkey_sessions uuid[];
  authorizations text[];
begin
  -- As record_session does for whoever signs in: a row says that its session is over for as long as Auth might not know.
  sessions := array(select a.session_id from countersign.account_sessions a
    where a.session_id > coalesce(p_own.sessions_after, nowhere) order by a.session_id limit p_at_most);
  delete from countersign.account_sessions a where a.session_id in (
    select o.session_id from countersign.account_sessions o
    where o.session_id = any (sessions) and o.last_seen_at < now() - interval '90 days'
      and not exists (select from auth.sessions s where s.id = o.session_id)
    for update skip locked
  );
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('sessions', gone);
  wallet_sessions := array(select w.session_id from countersign_private.wallet_sessions w
    where w.session_id > coalesce(p_own.wallet_sessions_after, nowhere) order by w.session_id limit p_at_most);
  delete from countersign_private.wallet_sessions w where w.session_id in (
    select o.session_id from countersign_private.wallet_sessions o
    where o.session_id = any (wallet_sessions) and not exists (select from auth.sessions s where s.id = o.session_id)
    for update skip locked
  );
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('wallet_sessions', gone);
  passkey_sessions := array(select p.session_id from countersign_private.passkey_sessions p
    where p.session_id > coalesce(p_own.passkey_sessions_after, nowhere) order by p.session_id limit p_at_most);
  delete from countersign_private.passkey_sessions p where p.session_id in (
    select o.session_id from countersign_private.passkey_sessions o
    where o.session_id = any (passkey_sessions) and not exists (select from auth.sessions s where s.id = o.session_id)
    for update skip locked
  );
  get diagnostics gone = row_count;
  counted := counted || jsonb_build_object('passkey_sessions', gone);
  -- A code is stored with its authorization, and whatever comes later needs one that is still there.
  authorizations := array(select a.id from countersign_private.oauth_authorizations a
    where a.id > coalesce(p_own.authorizations_after, '') order by a.id limit p_at_most);
  delete from countersign_private.oauth_authorizations a where a.id in (
    select o.id from countersign_private.oauth_authorizations o
    where o.id = any (authorizations)
      and not exists (select from countersign_private.oauth_items i where i.authorization_id = o.id)
    for update skip locked
  );
  get diagnostics gone = row_count;
  -- From the beginning again, once a table was read to its end.
  update countersign_private.clean_up c set
    sessions_after = case when cardinality(sessions) = p_at_most then sessions[p_at_most] end,
    wallet_sessions_after = case when cardinality(wallet_sessions) = p_at_most then wallet_sessions[p_at_most] end,
    passkey_sessions_after = case when cardinality(passkey_sessions) = p_at_most then passkey_sessions[p_at_most] end,
    authorizations_after = case when cardinality(authorizations) = p_at_most then authorizations[p_at_most] end
  where c.is_only;
  return counted || jsonb_build_object('app_authorizations', gone);
end $$;
comment on function countersign_private.forget_left_over is
  'Reads on, up to this many rows a table, where the last call stopped, and deletes those that nothing needs any more. Answers '
  'how many of each.';

create function countersign.forget_what_is_old(p_unless_within_seconds integer default 0) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  at_most constant integer := 1000;
  own countersign_private.clean_up;
  counted jsonb;
  removed integer;
begin
  insert into countersign_private.clean_up default values on conflict do nothing;
  -- One at a time. A second one finds the row held, or just used.
  select * into own from countersign_private.clean_up c
  where c.began_at <= now() - make_interval(secs => p_unless_within_seconds) for update skip locked;
  if not found then return null; end if;
  update countersign_private.clean_up c set began_at = now() where c.is_only;
  counted := countersign_private.forget_left_over(own, 2 * at_most);
  -- The people of an app that was removed are told, and then it goes. Twenty at every consent are not enough where nobody
  -- lets an app in.
  removed := (select count(*) from countersign_private.oauth_clients c where c.removed_at is not null);
  perform countersign_private.finish_removed_clients(100);
  counted := counted || jsonb_build_object(
    'removed_apps', removed - (select count(*) from countersign_private.oauth_clients c where c.removed_at is not null),
    'mails', countersign_private.give_up_mails(at_most)
  ) || countersign_private.forget_dated(at_most);
  return counted || jsonb_build_object('more', exists (
    select from countersign_private.clean_up c where coalesce(
      c.sessions_after::text, c.wallet_sessions_after::text, c.passkey_sessions_after::text, c.authorizations_after
    ) is not null
  ) or exists (select from countersign_private.oauth_clients c where c.removed_at is not null)
    or exists (select from jsonb_each_text(counted) kind where kind.value::integer >= at_most));
end $$;
comment on function countersign.forget_what_is_old is
  'Deletes some of what is old: {sessions, wallet_sessions, passkey_sessions, app_authorizations, removed_apps, mails, '
  'app_events, app_tokens, sign_in_statements, statements, expected_changes, single_uses, rate_limits: how many, more: whether '
  'to call again}. Null where another call is at it, or one began within so many seconds.';

revoke execute on function
  countersign_private.give_up_mails, countersign_private.forget_dated, countersign_private.forget_left_over,
  countersign.forget_what_is_old
from public;
grant execute on function countersign.forget_what_is_old to service_role;
