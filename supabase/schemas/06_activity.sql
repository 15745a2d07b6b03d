-- The activity of an account, as shown to its owner, and the emails about it.
create table countersign.activity_events (
  id bigint generated always as identity,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  kind text not null check (kind ~ '^[a-z]+_[a-z_]+$'),
  details jsonb not null default '{}',
  device text check (char_length(device) <= 200),
  -- The session that acted. References nothing: the event outlives it.
  session_id uuid,
  created_at timestamptz not null default now(),
  -- With an index on id alone, Postgres would scan all users' events backwards to find the newest of one account.
  primary key (user_id, id)
);
-- For the day of the last change, which several pages show.
create index activity_of_passwords on countersign.activity_events (user_id, id) where kind = 'password_changed';
-- For two filters of the activity, whose events are rare.
create index activity_besides_sign_ins_and_wallets on countersign.activity_events (user_id, (kind ~ '^app_'), id)
  where kind !~ '^(sign|wallet)';
-- For the most events an hour of a kind, which other events must not hide. event_kinds allows a most only for these.
create index activity_of_limited_kinds on countersign.activity_events (user_id, kind, id)
  where kind in ('sign_in_refused', 'passkey_renamed', 'app_token_reused');
comment on table countersign.activity_events is 'Activity of each account, as shown to its owner. Append-only.';
alter table countersign.activity_events enable row level security;
create policy "people read their own rows" on countersign.activity_events
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "people read in a live session" on countersign.activity_events
  as restrictive for select to authenticated using ((select countersign_private.has_live_session()));

create function countersign.list_activity(
  p_user_id uuid, p_session_id uuid, p_show text, p_since timestamptz, p_until timestamptz, p_before bigint, p_limit integer default 51
) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  live uuid[] := array(select s.id from countersign.list_sessions(p_user_id, p_session_id) s);
  page countersign.activity_events[];
begin
  page := case when p_show in ('apps', 'security') then array(
    select e from countersign.activity_events e
    where e.user_id = p_user_id and e.kind !~ '^(sign|wallet)' and (e.kind ~ '^app_') = (p_show = 'apps')
      and e.id < p_before and e.created_at >= p_since and e.created_at < p_until order by e.id desc limit p_limit
  ) else array(
    select e from countersign.activity_events e
    where e.user_id = p_user_id and e.kind ~ case p_show when 'sign-ins' then '^sign' when 'wallets' then '^wallet' else '' end
      and e.id < p_before and e.created_at >= p_since and e.created_at < p_until order by e.id desc limit p_limit
  ) end;
  return jsonb_build_object('startedAt', (select a.created_at from countersign.accounts a where a.user_id = p_user_id), 'events', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', e.id, 'kind', e.kind, 'address', e.details ->> 'address', 'details', e.details, 'device', e.device,
      'label', wallet.label, 'hasWallet', wallet.address is not null,
      'sessionId', e.session_id, 'location', a.location, 'createdAt', e.created_at,
      -- A session that expired or ended at Auth keeps its row. The list may lack the oldest of a hundred.
      'hasSessionEnded', (case when cardinality(live) < 100 then e.session_id = any (live)
        else a.session_id is not null and a.ended_at is null end) is not true
    ) order by e.id desc), '[]')
    from unnest(page) e
    left join countersign.account_sessions a on a.session_id = e.session_id and a.user_id = p_user_id
    left join lateral (
      select w.address, w.label from countersign.wallets w
      where w.address = e.details ->> 'address' and w.user_id = p_user_id and w.removed_at is null
      -- If the address is live on two chains: the labeled one, or the most recently proven.
      order by w.label is null, w.proven_at desc limit 1
    ) wallet on true
  ));
end $$;
comment on function countersign.list_activity is
  'The newest events (all, sign-ins, wallets, apps, or security for the rest) before an ID and within times, with the label '
  'of the wallet that each is about, whether it is live, and the state of its session; and when the account began. Refuses like list_sessions.';

create table countersign_private.event_kinds (
  kind text primary key check (kind ~ '^[a-z]+_[a-z_]+$'),
  detail_names text[] not null default '{}',
  sends_mail boolean not null default false,
  most_an_hour integer check (most_an_hour > 0),
  check (most_an_hour is null or kind in ('sign_in_refused', 'passkey_renamed', 'app_token_reused'))
);
comment on table countersign_private.event_kinds is
  'All kinds of events. A new one is a row here, a sentence in event-row.tsx and, if it sends an email, one in lib/mail.';
comment on column countersign_private.event_kinds.detail_names is
  'The details that are stored. Any other is dropped. before is the earlier value; emails are stored shortened.';
comment on column countersign_private.event_kinds.most_an_hour is
  'For events that strangers can cause: more are dropped, so that they can''t bury others.';
alter table countersign_private.event_kinds enable row level security;
insert into countersign_private.event_kinds (kind, detail_names, sends_mail, most_an_hour) values
  -- Sign-in. second_step is the second factor used.
  ('signed_in', '{method,second_step}', false, null),
  ('signed_in_elsewhere', '{method,second_step}', true, null),
  ('sign_in_refused', '{method}', false, 5),
  ('session_ended', '{ended_device}', false, null),
  ('sessions_ended', '{}', false, null),
  -- Sign-in methods. method_found, method_lost and method_kept are about changes made outside this site.
  ('password_changed', '{}', true, null),
  ('email_changed', '{before,after}', true, null),
  ('factor_added', '{name}', true, null),
  ('factor_removed', '{name}', true, null),
  -- replace_recovery_codes records these two. The email of factor_added covers the first codes.
  ('recovery_codes_made', '{replaced}', true, null),
  ('first_recovery_codes_made', '{}', false, null),
  ('recovery_code_used', '{}', true, null),
  ('identity_added', '{provider}', true, null),
  ('identity_removed', '{provider}', true, null),
  -- Auth linked a provider to the account by its verified email: a sign-in method that the account didn't ask for.
  ('identity_joined', '{provider}', true, null),
  ('passkey_added', '{name}', true, null),
  ('passkey_renamed', '{before,name}', false, 20),
  ('passkey_removed', '{name}', true, null),
  ('method_found', '{means}', true, null),
  ('method_lost', '{means}', true, null),
  ('method_kept', '{means}', false, null),
  -- Account. Only its owner sees the new name, in the activity and in an export.
  ('account_exported', '{}', false, null),
  ('account_renamed', '{before,name}', false, null),
  -- Wallets.
  ('wallet_proven', '{address,method}', true, null),
  ('wallet_reproven', '{address,method}', false, null),
  ('wallet_moved_here', '{address,closed_account,method}', true, null),
  -- record_proof enqueues the email of this one.
  ('wallet_moved_away', '{address}', false, null),
  ('wallet_removed', '{address}', true, null),
  ('wallet_published', '{address}', true, null),
  ('wallet_unpublished', '{address}', false, null),
  ('wallet_listed', '{address}', true, null),
  ('wallet_unlisted', '{address}', false, null),
  ('wallet_label_changed', '{address,before,label}', false, null),
  ('wallet_made_primary', '{address}', false, null),
  -- The public page. list_wallet turns it on.
  ('page_closed', '{}', false, null),
  ('page_link_changed', '{}', false, null),
  ('page_github_shown', '{}', true, null),
  ('page_github_hidden', '{}', false, null),
  -- Apps that the account registered.
  ('app_registered', '{app}', true, null),
  ('app_changed', '{app,before}', false, null),
  ('app_secret_rotated', '{app}', true, null),
  ('app_removed', '{app}', false, null),
  -- Apps that have access to the account.
  ('app_allowed', '{app,host}', true, null),
  ('app_allowed_more', '{app,host}', false, null),
  ('app_ended', '{app,host}', false, null),
  ('app_wallet_shared', '{app,host,address}', false, null),
  ('app_wallet_unshared', '{app,host,address}', false, null),
  ('app_page_shared', '{app,host}', false, null),
  ('app_page_unshared', '{app,host}', false, null),
  -- Caused by an app whenever it signs the user in.
  ('app_token_reused', '{app,host}', true, 5),
  -- Team actions.
  ('team_ended_sessions', '{reason}', true, null),
  ('team_removed_second_factor', '{reason}', true, null);

create function countersign_private.add_event(
  p_user_id uuid, p_kind text, p_details jsonb, p_device text,
  p_session_id uuid default nullif(current_setting('countersign.acting_session', true), '')::uuid
) returns void language plpgsql set search_path = '' as $$
declare
  known countersign_private.event_kinds;
  acting countersign.account_sessions;
  kept jsonb;
begin
  select * into known from countersign_private.event_kinds k where k.kind = p_kind;
  perform countersign_private.refuse(400, 'request.unexpected') where not found;
  if known.most_an_hour is not null then
    -- Locked, so that concurrent events can't all be the last one allowed.
    perform from countersign.accounts a where a.user_id = p_user_id for update;
    if (
      select e.created_at from countersign.activity_events e
      where e.user_id = p_user_id and e.kind = p_kind and e.kind in ('sign_in_refused', 'passkey_renamed', 'app_token_reused')
      order by e.id desc offset known.most_an_hour - 1 limit 1
    ) > now() - interval '1 hour' then return; end if;
  end if;
  select coalesce(jsonb_object_agg(d.key, left(d.value, 200)), '{}') into kept
  from jsonb_each_text(coalesce(p_details, '{}')) d where d.key = any (known.detail_names) and d.value is not null;
  select * into acting from countersign.account_sessions a where a.session_id = p_session_id and a.user_id = p_user_id;
  p_device := coalesce(left(p_device, 200), acting.device);
  insert into countersign.activity_events (user_id, kind, details, device, session_id)
  values (p_user_id, p_kind, kept, p_device, acting.session_id);
  if known.sends_mail then
    kept := kept || jsonb_strip_nulls(jsonb_build_object('device', p_device));
    perform countersign_private.queue_mail(p_user_id, p_kind, kept);
    if p_details ? 'also_to' then
      perform countersign_private.queue_mail(p_user_id, p_kind, kept || jsonb_build_object('to', p_details ->> 'also_to'));
    end if;
  end if;
end $$;
comment on function countersign_private.add_event is
  'Locks the account row only for kinds with a limit. Doesn''t store also_to, or a session of another account. The session of '
  'lock_account, unless the caller names one or none.';

create function countersign_private.limit_changes(p_user_id uuid, p_code text) returns void
language plpgsql set search_path = '' as $$
declare
  changes integer := 0;
  events integer := 0;
  oldest timestamptz;
  changed_at timestamptz;
begin
  -- The events of one change have the same time. One consent adds up to 42: of 40 wallets, the page and the scopes.
  for changed_at in
    select e.created_at from countersign.activity_events e where e.user_id = p_user_id order by e.id desc limit 300
  loop
    exit when changed_at <= now() - interval '1 minute' or changes >= 60;
    events := events + 1;
    changes := changes + (changed_at is distinct from oldest)::integer;
    oldest := changed_at;
  end loop;
  -- now() is the start of a transaction: a faster transaction that began later may have written the oldest event, so the wait is
  -- capped.
  perform countersign_private.refuse(429, p_code, least(interval '1 minute', oldest + interval '1 minute' - now()))
  where changes >= 60 or events >= 300;
end $$;
comment on function countersign_private.limit_changes is 'Counts changes by their events, which are kept forever. The caller holds the account lock.';

create function countersign.record_event(
  p_user_id uuid, p_kind text, p_details jsonb, p_device text, p_acting_session_id uuid default null
) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.ensure_account(p_user_id);
  perform countersign_private.add_event(p_user_id, p_kind, p_details, p_device, p_acting_session_id);
end $$;
comment on function countersign.record_event is
  'Appends an event about something that Auth did for an account. The acting session is only stored. Refuses and locks like ensure_account and add_event.';

create function countersign.record_refused_sign_in(p_email text, p_method text, p_device text) returns void
language plpgsql security definer set search_path = '' as $$
declare known uuid;
begin
  select u.id into known from auth.users u
  where u.email = lower(p_email) and u.email_confirmed_at is not null and not u.is_sso_user
    and not exists (select from countersign_private.pending_deletions d where d.user_id = u.id);
  if found then
    perform countersign_private.ensure_account(known);
    perform countersign_private.add_event(known, 'sign_in_refused', jsonb_build_object('method', p_method), p_device);
  end if;
end $$;
comment on function countersign.record_refused_sign_in is
  'Records a refused sign-in with the account of this confirmed address, if one exists that isn''t being deleted; returns '
  'nothing either way. Locks the account row.';

create function countersign.record_sign_in(
  p_user_id uuid, p_session_id uuid, p_is_known_browser boolean, p_details jsonb, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  update countersign.account_sessions a set signed_in_at = now()
  where a.session_id = p_session_id and a.user_id = p_user_id and a.signed_in_at is null;
  if not found then return; end if;
  perform countersign_private.add_event(p_user_id, case when p_is_known_browser or not exists (
    select from countersign.activity_events e
    where e.user_id = p_user_id and e.kind in ('signed_in', 'signed_in_elsewhere')
  ) then 'signed_in' else 'signed_in_elsewhere' end, p_details, p_device);
end $$;
comment on function countersign.record_sign_in is
  'Records a sign-in, once per session: as one from a new device unless the account knows the browser or has never signed in '
  'before. Locks and refuses like lock_account.';

-- Emails are enqueued in the transaction that they report, so that none is lost between the database and the server.
create table countersign_private.outbox (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  kind text not null check (kind ~ '^[a-z]+_[a-z_]+$'),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
comment on table countersign_private.outbox is 'References no account: the email about a deletion outlives it.';
comment on column countersign_private.outbox.details is '"to" is an address that the account no longer has.';
comment on column countersign_private.outbox.due_at is 'Not sent before then: a caller is sending it, or a send has failed.';
create index outbox_by_due on countersign_private.outbox (due_at);
-- For delete_stale_mails, which runs on every enqueue and claim. Otherwise it would scan the whole queue, which holds a day of
-- emails while none are sent.
create index outbox_by_age on countersign_private.outbox (created_at);
create index outbox_given_up on countersign_private.outbox (due_at) where attempts >= 10;
alter table countersign_private.outbox enable row level security;

create function countersign_private.delete_stale_mails(p_at_most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  too_old integer;
  failed integer;
begin
  -- Skips locked rows: a later call deletes them.
  delete from countersign_private.outbox n where n.id = any (array(
    select stale.id from countersign_private.outbox stale where stale.created_at < now() - interval '1 day'
    order by stale.created_at limit p_at_most for update skip locked
  ));
  get diagnostics too_old = row_count;
  delete from countersign_private.outbox n where n.id = any (array(
    select stale.id from countersign_private.outbox stale where stale.attempts >= 10 and stale.due_at <= now()
    order by stale.due_at limit p_at_most for update skip locked
  ));
  get diagnostics failed = row_count;
  return too_old + failed;
end $$;
comment on function countersign_private.delete_stale_mails is 'Skips locked rows.';

create function countersign_private.queue_mail(p_user_id uuid, p_kind text, p_details jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  -- Also here, because a site that sends no email never claims any.
  perform countersign_private.delete_stale_mails(20);
  insert into countersign_private.outbox (user_id, kind, details) values (p_user_id, p_kind, p_details);
end $$;
comment on function countersign_private.queue_mail is 'Skips locked rows. "to" in the details is another recipient.';

create function countersign.claim_outbox(p_at_most integer)
returns table (id uuid, kind text, details jsonb, recipient text, "createdAt" timestamptz, "retryAt" timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.delete_stale_mails(20);
  return query
  with due as materialized (
    select n.id from countersign_private.outbox n where n.due_at <= now() order by n.due_at limit p_at_most
    for update skip locked
  ), claimed as (
    -- One minute to send it, doubling with each further attempt: nine waits add up to 8.5 hours.
    update countersign_private.outbox n
    set attempts = n.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ n.attempts from due where n.id = due.id
    returning n.*
  )
  select c.id, c.kind,
    c.details - 'to' || case when c.details ->> 'to' is not null then '{"isFormer": true}' else '{}' end::jsonb,
    coalesce(c.details ->> 'to', countersign_private.known_email(c.user_id)),
    c.created_at, c.due_at
  from claimed c order by c.created_at;
end $$;
comment on function countersign.claim_outbox is
  'Claims up to p_at_most due emails, each for one caller until retryAt. recipient is null if the account has no known email. '
  'Also deletes stale emails, even if p_at_most is 0. Skips locked rows.';

create function countersign.finish_outbox_mail(p_mail_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from countersign_private.outbox n where n.id = p_mail_id $$;
comment on function countersign.finish_outbox_mail is 'Deletes an email that was sent or has no recipient. Locks its row.';
