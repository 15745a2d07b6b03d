-- What happened on an account, as its owner reads it, and the mails that tell of it.
create table countersign.activity_events (
  id bigint generated always as identity,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  kind text not null check (kind ~ '^[a-z]+_[a-z_]+$'),
  details jsonb not null default '{}',
  device text check (char_length(device) <= 200),
  created_at timestamptz not null default now(),
  -- With an index on id alone Postgres would read everybody's events backwards to find the newest of one account.
  primary key (user_id, id)
);
comment on table countersign.activity_events is 'What happened on an account, as its owner reads it. Append-only.';

create table countersign_private.event_kinds (
  kind text primary key check (kind ~ '^[a-z]+_[a-z_]+$'),
  detail_names text[] not null default '{}',
  sends_mail boolean not null default false,
  most_an_hour integer check (most_an_hour > 0)
);
comment on table countersign_private.event_kinds is
  'All kinds of events. A new one is a row here, a sentence in describe-event.ts and, when it sends a mail, one in lib/mail.';
comment on column countersign_private.event_kinds.detail_names is 'The details that are kept. Any other is dropped.';
comment on column countersign_private.event_kinds.most_an_hour is
  'For what strangers can cause: no more are kept, so that they bury nothing.';
insert into countersign_private.event_kinds (kind, detail_names, sends_mail, most_an_hour) values
  ('signed_in', '{method}', false, null),
  ('signed_in_elsewhere', '{method}', true, null),
  ('sign_in_refused', '{method}', false, 5),
  ('password_changed', '{}', true, null),
  ('email_changed', '{}', true, null),
  ('factor_added', '{name}', true, null),
  ('factor_removed', '{name}', true, null),
  ('recovery_codes_made', '{}', true, null),
  ('recovery_code_used', '{}', true, null),
  ('identity_added', '{provider}', true, null),
  ('identity_removed', '{provider}', true, null),
  -- A provider that joined an account by its verified email: a way to sign in that nobody of the account asked for.
  ('identity_joined', '{provider}', true, null),
  ('method_found', '{means}', true, null),
  ('method_lost', '{means}', true, null),
  ('method_kept', '{means}', false, null),
  ('session_ended', '{ended_device}', false, null),
  ('sessions_ended', '{}', false, null),
  ('account_exported', '{}', false, null),
  ('account_renamed', '{}', false, null),
  ('wallet_proven', '{address}', true, null),
  ('wallet_reproven', '{address}', false, null),
  ('wallet_moved_here', '{address}', true, null),
  -- record_proof queues the mail of this one.
  ('wallet_moved_away', '{address}', false, null),
  ('wallet_removed', '{address}', true, null),
  ('wallet_published', '{address}', true, null),
  ('wallet_unpublished', '{address}', false, null),
  ('wallet_label_changed', '{address}', false, null),
  ('wallet_made_primary', '{address}', false, null);

-- What a mail tells of is written in the same transaction, so that none is lost between the database and the server.
create table countersign_private.outbox (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  kind text not null check (kind ~ '^[a-z]+_[a-z_]+$'),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
comment on table countersign_private.outbox is
  'Mails that wait to be sent. Deleted once sent, or given up after ten attempts or a day. References no account: the mail '
  'that one was deleted comes after it.';
comment on column countersign_private.outbox.details is
  'What the mail says. "to" in it is where it goes, for an address that the account has no longer.';
comment on column countersign_private.outbox.due_at is
  'Not to be attempted before this: somebody is at it, or has just failed.';
create index outbox_by_due on countersign_private.outbox (due_at);

create function countersign_private.forget_stale_mails() returns void language sql set search_path = '' as $$
  -- What another transaction holds is forgotten some other time: nobody waits for this.
  delete from countersign_private.outbox n where n.id in (
    select stale.id from countersign_private.outbox stale
    where stale.created_at < now() - interval '1 day' or (stale.attempts >= 10 and stale.due_at <= now())
    for update skip locked
  ) $$;
comment on function countersign_private.forget_stale_mails is 'Gives up mails that failed ten times or are a day old.';

create function countersign_private.queue_mail(p_user_id uuid, p_kind text, p_details jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  -- Here too, for a site that sends no mail and so never claims any.
  perform countersign_private.forget_stale_mails();
  insert into countersign_private.outbox (user_id, kind, details) values (p_user_id, p_kind, p_details);
end $$;
comment on function countersign_private.queue_mail is
  'Queues a mail to the account''s known email, or to "to" of the details. The server knows by kind what it says.';

create function countersign_private.add_event(p_user_id uuid, p_kind text, p_details jsonb, p_device text) returns void
language plpgsql set search_path = '' as $$
declare
  known countersign_private.event_kinds;
  recent integer;
  kept jsonb;
begin
  select * into known from countersign_private.event_kinds k where k.kind = p_kind;
  perform countersign_private.refuse(400, 'request.unexpected') where not found;
  if known.most_an_hour is not null then
    -- One at a time, or many at once could all be the last. Far back enough: wallets change 60 times a minute at most.
    perform from countersign.accounts a where a.user_id = p_user_id for update;
    select count(*) into recent
    from (
      select e.kind, e.created_at from countersign.activity_events e
      where e.user_id = p_user_id order by e.id desc limit 4000
    ) last where last.kind = p_kind and last.created_at > now() - interval '1 hour';
    if recent >= known.most_an_hour then return; end if;
  end if;
  select coalesce(jsonb_object_agg(d.key, left(d.value, 200)), '{}') into kept
  from jsonb_each_text(coalesce(p_details, '{}')) d where d.key = any (known.detail_names) and d.value is not null;
  insert into countersign.activity_events (user_id, kind, details, device)
  values (p_user_id, p_kind, kept, left(p_device, 200));
  if known.sends_mail then
    kept := kept || jsonb_strip_nulls(jsonb_build_object('device', left(p_device, 200)));
    perform countersign_private.queue_mail(p_user_id, p_kind, kept);
    if p_details ? 'also_to' then
      perform countersign_private.queue_mail(p_user_id, p_kind, kept || jsonb_build_object('to', p_details ->> 'also_to'));
    end if;
  end if;
end $$;
comment on function countersign_private.add_event is
  'Appends an event, and queues the mail of its kind. also_to in the details is not kept: an address to tell besides, like '
  'the one before a change. Refuses a kind that is not listed with request.unexpected.';

create function countersign_private.add_wallet_event(p_user_id uuid, p_kind text, p_address text, p_device text)
returns void language sql set search_path = '' as $$
  select countersign_private.add_event(p_user_id, p_kind, jsonb_build_object('address', p_address), p_device) $$;
comment on function countersign_private.add_wallet_event is 'Appends what happened to a wallet.';

create function countersign.record_event(p_user_id uuid, p_kind text, p_details jsonb, p_device text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.ensure_account(p_user_id);
  perform countersign_private.add_event(p_user_id, p_kind, p_details, p_device);
end $$;
comment on function countersign.record_event is
  'Appends what Auth did for an account. Refuses with auth.signed_out for a user who is gone, and as add_event does.';

create function countersign.record_refused_sign_in(p_email text, p_method text, p_device text) returns void
language plpgsql security definer set search_path = '' as $$
declare known uuid;
begin
  select u.id into known from auth.users u
  where u.email = lower(p_email) and u.email_confirmed_at is not null and not u.is_sso_user;
  if found then
    perform countersign_private.ensure_account(known);
    perform countersign_private.add_event(known, 'sign_in_refused', jsonb_build_object('method', p_method), p_device);
  end if;
end $$;
comment on function countersign.record_refused_sign_in is
  'Notes a refused sign-in with the account that has this address, if there is one. Answers the same either way.';

create function countersign.has_signed_in_before(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from countersign.activity_events e
    where e.user_id = p_user_id and e.kind in ('signed_in', 'signed_in_elsewhere')) $$;
comment on function countersign.has_signed_in_before is
  'Whether the account has signed in: the first time is from no new device.';

create function countersign.claim_outbox(p_at_most integer)
returns table (id uuid, kind text, details jsonb, recipient text, created_at timestamptz, retry_at timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.forget_stale_mails();
  return query
  with due as materialized (
    select n.id from countersign_private.outbox n where n.due_at <= now() order by n.due_at limit p_at_most
    for update skip locked
  ), claimed as (
    -- One minute to send it, then twice as long before each further attempt: nine waits are half a day.
    update countersign_private.outbox n
    set attempts = n.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ n.attempts from due where n.id = due.id
    returning n.*
  )
  select c.id, c.kind, c.details - 'to',
    coalesce(c.details ->> 'to', countersign_private.known_email(c.user_id)),
    c.created_at, c.due_at
  from claimed c order by c.created_at;
end $$;
comment on function countersign.claim_outbox is
  'Takes up to this many mails that are due, each for one caller until retry_at. recipient is null when there is nobody to '
  'tell. What has been given up is deleted, also when none is asked for.';

create function countersign.finish_outbox_mail(p_mail_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from countersign_private.outbox n where n.id = p_mail_id $$;
comment on function countersign.finish_outbox_mail is 'Deletes a mail that was sent, or that nobody can be sent.';
