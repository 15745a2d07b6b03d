-- What happens on an account, beside its wallets, as its owner reads it; and which of it is worth a mail.

create table private.event_kinds (
  kind text primary key check (kind ~ '^[a-z]+_[a-z_]+$'),
  detail_names text[] not null default '{}',
  sends_notice boolean not null default false,
  most_an_hour integer check (most_an_hour > 0)
);

comment on table private.event_kinds is
  'All kinds of events. A new one is a row here, a sentence in describe-event.ts and, when it sends a notice, a file of '
  'text in lib/mail.';
comment on column private.event_kinds.detail_names is 'The details that are kept. Any other is dropped.';
comment on column private.event_kinds.most_an_hour is
  'For what strangers can cause: more than so many in an hour are not kept, so that they bury nothing.';

alter table private.event_kinds enable row level security;
revoke all on private.event_kinds from public, anon, authenticated, service_role;

insert into private.event_kinds (kind, detail_names, sends_notice, most_an_hour) values
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
  ('session_ended', '{ended_device}', false, null),
  ('sessions_ended', '{}', false, null),
  ('account_exported', '{}', false, null),
  ('account_renamed', '{}', false, null),
  ('wallet_proven', '{address}', true, null),
  ('wallet_reproven', '{address}', false, null),
  ('wallet_moved_here', '{address}', true, null),
  -- record_proof queues the notice of this one.
  ('wallet_moved_away', '{address}', false, null),
  ('wallet_removed', '{address}', true, null),
  ('wallet_published', '{address}', true, null),
  ('wallet_unpublished', '{address}', false, null),
  ('wallet_label_changed', '{address}', false, null),
  ('wallet_made_primary', '{address}', false, null);

create function private.add_event(p_user_id uuid, p_kind text, p_details jsonb, p_device text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  known private.event_kinds;
  recent integer;
  kept jsonb;
begin
  select * into known from private.event_kinds k where k.kind = p_kind;
  if not found then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
  end if;
  if known.most_an_hour is not null then
    -- One at a time, or many at once could all be the last. Far back enough: wallets change 60 times a minute at most.
    perform from public.accounts a where a.user_id = p_user_id for update;
    select count(*) into recent
    from (
      select e.kind, e.created_at from public.activity_events e where e.user_id = p_user_id order by e.id desc limit 4000
    ) last
    where last.kind = p_kind and last.created_at > now() - interval '1 hour';
    if recent >= known.most_an_hour then
      return;
    end if;
  end if;
  select coalesce(jsonb_object_agg(d.key, left(d.value, 200)), '{}') into kept
  from jsonb_each_text(coalesce(p_details, '{}')) d where d.key = any (known.detail_names) and d.value is not null;
  insert into public.activity_events (user_id, kind, details, device)
  values (p_user_id, p_kind, kept, left(p_device, 200));
  if known.sends_notice then
    kept := kept || jsonb_strip_nulls(jsonb_build_object('device', left(p_device, 200)));
    perform private.queue_notice(p_user_id, p_kind, kept);
    if p_details ? 'also_to' then
      perform private.queue_notice(p_user_id, p_kind, kept || jsonb_build_object('to', p_details ->> 'also_to'));
    end if;
  end if;
end
$$;

comment on function private.add_event(uuid, text, jsonb, text) is
  'Appends an event to the activity of an account that has its row, and queues the notice of its kind. also_to in the '
  'details is not kept: an address to tell besides, like the one before a change. Refuses a kind that is not listed '
  'with request.unexpected.';

create or replace function private.record_activity(p_user_id uuid, p_kind text, p_address text, p_device text)
returns void
language sql
set search_path = ''
as $$
  select private.add_event(p_user_id, p_kind, jsonb_build_object('address', p_address), p_device)
$$;

create function public.record_event(p_user_id uuid, p_kind text, p_details jsonb, p_device text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.ensure_account(p_user_id);
  perform private.add_event(p_user_id, p_kind, p_details, p_device);
end
$$;

comment on function public.record_event(uuid, text, jsonb, text) is
  'Appends what Auth did for an account, like a new password, to its activity and queues the notice. Refuses with '
  'auth.signed_out for a user who is gone, and request.unexpected for a kind that is not listed.';

create function public.record_refused_sign_in(p_email text, p_method text, p_device text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  known uuid;
begin
  select u.id into known from auth.users u
  where u.email = lower(p_email) and u.email_confirmed_at is not null and not u.is_sso_user;
  if found then
    perform private.ensure_account(known);
    perform private.add_event(known, 'sign_in_refused', jsonb_build_object('method', p_method), p_device);
  end if;
end
$$;

comment on function public.record_refused_sign_in(text, text, text) is
  'Notes a refused way in with the account that has this address, if there is one; at most five in an hour. Answers '
  'the same either way.';

create function public.has_signed_in_before(p_user_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.activity_events e
    where e.user_id = p_user_id and e.kind in ('signed_in', 'signed_in_elsewhere')
  )
$$;

comment on function public.has_signed_in_before(uuid) is
  'Whether the activity of an account has a sign-in already: the first one is from no new device.';

revoke execute on function private.add_event(uuid, text, jsonb, text) from public, anon, authenticated, service_role;
revoke execute on function
  public.record_event(uuid, text, jsonb, text),
  public.record_refused_sign_in(text, text, text),
  public.has_signed_in_before(uuid)
from public, anon, authenticated;
grant execute on function
  public.record_event(uuid, text, jsonb, text),
  public.record_refused_sign_in(text, text, text),
  public.has_signed_in_before(uuid)
to service_role;
