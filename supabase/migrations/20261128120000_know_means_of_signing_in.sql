-- Whoever has an access token changes an account at Auth itself: a password, an authenticator, a provider, an e-mail. Nothing
-- of ours hears of that. So the ways into an account are kept here as this site knows them, and compared with Auth's.

create table private.known_means (
  id uuid not null default gen_random_uuid() unique,
  user_id uuid not null references public.accounts (user_id) on delete cascade,
  kind text not null check (kind in ('password', 'authenticator', 'identity', 'email')),
  reference text not null,
  name text not null,
  is_confirmed boolean not null,
  found_at timestamptz not null default now(),
  primary key (user_id, kind, reference)
);

comment on table private.known_means is
  'The means of signing in of each account that has signed in here: those that this site set up or its owner confirmed, '
  'and those that were found at Auth and nobody has confirmed. An account without a row has not signed in yet.';
comment on column private.known_means.reference is
  'Which one it is, as private.means_at_auth tells them apart. Of a password a hash of what Auth stores, which is one itself.';

create table private.expected_means (
  user_id uuid not null references public.accounts (user_id) on delete cascade,
  kind text not null check (kind in ('password', 'authenticator', 'identity', 'email')),
  reference text not null,
  expires_at timestamptz not null,
  primary key (user_id, kind, reference)
);

comment on table private.expected_means is
  'Changes that this site has just asked Auth for, or is about to: what is found then is its own, also where the answer '
  'was lost. The reference is that of the means or its name, or empty for any of its kind.';

alter table private.known_means enable row level security;
alter table private.expected_means enable row level security;
revoke all on private.known_means, private.expected_means from public, anon, authenticated, service_role;

insert into private.event_kinds (kind, detail_names, sends_notice, most_an_hour) values
  ('means_found', '{means}', true, null),
  ('means_lost', '{means}', true, null),
  ('means_kept', '{means}', false, null);

create function private.encryption_key_of(p_stored text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when p_stored like '{%' then coalesce(substring(p_stored from '"key_id" *: *"([^"]*)"'), '') else '' end
$$;

comment on function private.encryption_key_of(text) is
  'The key with which Auth has encrypted a stored password (GOTRUE_SECURITY_DB_ENCRYPTION_*); empty where it has not.';

create function private.means_at_auth(p_user_id uuid)
returns table (kind text, reference text, name text, vouches_for text)
language sql
stable
set search_path = ''
as $$
  select 'password',
    private.encryption_key_of(u.encrypted_password) || ':'
      || encode(sha256(convert_to(u.encrypted_password, 'UTF8')), 'hex'),
    'password', null
  from auth.users u where u.id = p_user_id and u.encrypted_password <> ''
  union all
  select 'authenticator', f.id::text, 'authenticator', null
  from auth.mfa_factors f where f.user_id = p_user_id and f.status::text = 'verified'
  union all
  select 'identity', i.id::text, i.provider,
    case when i.identity_data ->> 'email_verified' = 'true' then lower(i.identity_data ->> 'email') end
  from auth.identities i where i.user_id = p_user_id and i.provider <> 'email'
  union all
  select 'email', lower(u.email), 'email', null
  from auth.users u where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null
$$;

comment on function private.means_at_auth(uuid) is
  'The means of signing in that Auth has for an account, wallets that are proven here aside. vouches_for: the e-mail that '
  'a provider says is confirmed.';

create function private.encryption_key_of_reference(p_reference text)
returns text
language sql
immutable
set search_path = ''
as $$
  select left(p_reference, -65)
$$;

comment on function private.encryption_key_of_reference(text) is
  'What private.means_at_auth puts before a password''s 64 hexadecimal digits and their colon.';

create function private.foreign_means(p_user_id uuid)
returns table (kind text, reference text, name text)
language sql
stable
set search_path = ''
as $$
  select m.kind, m.reference, m.name
  from private.means_at_auth(p_user_id) m
  left join private.known_means k on k.user_id = p_user_id and k.kind = m.kind and k.reference = m.reference
  where exists (select from private.known_means any_of where any_of.user_id = p_user_id)
    and not coalesce(k.is_confirmed, (
      exists (
        select from private.expected_means e
        where e.user_id = p_user_id and e.kind = m.kind and e.reference in ('', m.reference, m.name) and e.expires_at > now()
      )
      -- Auth writes a password anew by itself when it is given where the project has begun to encrypt, or has another key.
      or m.kind = 'password' and private.encryption_key_of_reference(m.reference) <> '' and exists (
        select from private.known_means before
        where before.user_id = p_user_id and before.kind = 'password' and before.is_confirmed
          and private.encryption_key_of_reference(before.reference) <> private.encryption_key_of_reference(m.reference)
      )
      -- Auth joins what vouches for the account's own address by itself. Whoever has that address could have a code mailed.
      or exists (
        select from private.known_means address
        where address.user_id = p_user_id and address.kind = 'email' and address.is_confirmed
          and m.kind = 'identity' and address.reference = m.vouches_for
      )
    ))
$$;

comment on function private.foreign_means(uuid) is
  'The means of signing in of an account that were set up outside this site, by what Auth has at this moment, and that '
  'nobody has confirmed here. None for an account that has not signed in here yet.';

create function private.compare_means(p_user_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  is_known boolean := exists (select from private.known_means k where k.user_id = p_user_id);
  changed record;
begin
  -- Also those of a first sign-in: nothing is foreign to an account that has none here.
  insert into private.known_means as k (user_id, kind, reference, name, is_confirmed)
  select p_user_id, m.kind, m.reference, m.name, true
  from private.means_at_auth(p_user_id) m
  where not exists (
    select from private.foreign_means(p_user_id) f where f.kind = m.kind and f.reference = m.reference
  )
  on conflict do nothing;
  if not is_known then
    return;
  end if;
  for changed in
    insert into private.known_means as k (user_id, kind, reference, name, is_confirmed)
    select p_user_id, f.kind, f.reference, f.name, false from private.foreign_means(p_user_id) f
    on conflict do nothing
    returning k.name
  loop
    perform private.add_event(p_user_id, 'means_found', jsonb_build_object('means', changed.name), null);
  end loop;
  for changed in
    delete from private.known_means k
    where k.user_id = p_user_id
      and not exists (
        select from private.means_at_auth(p_user_id) m where m.kind = k.kind and m.reference = k.reference
      )
      -- The address that its owner is told at, until a later one is theirs.
      and not (k.kind = 'email' and k.is_confirmed and exists (
        select from private.foreign_means(p_user_id) f where f.kind = 'email'
      ))
    returning k.kind, k.reference, k.name, k.is_confirmed
  loop
    -- A password that is replaced was told of above, an e-mail too, and a wallet is removed by functions of ours.
    if changed.is_confirmed and (changed.kind = 'authenticator' or changed.kind = 'identity' and changed.name <> 'web3')
      and not exists (
        select from private.expected_means e
        where e.user_id = p_user_id and e.kind = changed.kind and e.reference in ('', changed.reference)
          and e.expires_at > now()
      )
    then
      perform private.add_event(p_user_id, 'means_lost', jsonb_build_object('means', changed.name), null);
    end if;
  end loop;
end
$$;

comment on function private.compare_means(uuid) is
  'Compares the means of an account with what Auth has: keeps what this site set up, and tells the owner of all else, '
  'once. Called at every sign-in, refresh and confirmation.';

create function private.compare_means_of_session()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.compare_means(new.user_id);
  return null;
end
$$;

comment on function private.compare_means_of_session() is
  'A session of ours has begun, was refreshed, or its owner confirmed that it is them.';

create trigger compare_means_of_new_session after insert on public.account_sessions for each row
  when (new.ended_at is null) execute function private.compare_means_of_session();
create trigger compare_means_of_seen_session after update of last_seen_at, present_at on public.account_sessions for each row
  when (new.ended_at is null) execute function private.compare_means_of_session();

create function public.begin_means_change(p_user_id uuid, p_kind text, p_reference text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.ensure_account(p_user_id);
  -- What is there already is not of this change.
  perform private.compare_means(p_user_id);
  delete from private.expected_means e where e.user_id = p_user_id and e.expires_at <= now();
  insert into private.expected_means as e (user_id, kind, reference, expires_at)
  select p_user_id, expected.kind, expected.reference, now() + expected.span
  from (
    -- What nobody can guess, or only its owner can agree to, may take its time.
    select p_kind, lower(p_reference),
      case when p_kind in ('authenticator', 'email') and p_reference <> '' then interval '1 day' else interval '15 minutes' end
    -- Auth gives an account the e-mail of a provider, and takes it away with it.
    union all select 'email', '', interval '15 minutes' where p_kind = 'identity'
  ) as expected (kind, reference, span)
  on conflict (user_id, kind, reference) do update set expires_at = excluded.expires_at;
exception
  when check_violation or not_null_violation then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.begin_means_change(uuid, text, text) is
  'Before the server asks Auth to change a means of signing in, for somebody whose presence it has made sure of: what '
  'appears or goes until public.settle_means_change, or in the next minutes where the answer is lost, is this change. '
  'Refuses with auth.signed_out for a user who is gone, and request.unexpected.';

create function public.settle_means_change(p_user_id uuid, p_kind text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.ensure_account(p_user_id);
  perform private.compare_means(p_user_id);
  delete from private.expected_means e
  where e.user_id = p_user_id
    and (e.kind = p_kind or p_kind = 'identity' and e.kind = 'email' and e.reference = '');
end
$$;

comment on function public.settle_means_change(uuid, text) is
  'Once Auth has answered: what it changed is this site''s own, and nothing more is expected. Refuses with '
  'auth.signed_out for a user who is gone.';

create function public.list_known_authenticators(p_user_id uuid)
returns uuid[]
language sql
stable
security definer
set search_path = ''
as $$
  select array(
    select m.reference::uuid from private.means_at_auth(p_user_id) m
    where m.kind = 'authenticator' and not exists (
      select from private.foreign_means(p_user_id) f where f.kind = m.kind and f.reference = m.reference
    )
  )
$$;

comment on function public.list_known_authenticators(uuid) is
  'The authenticators of an account whose codes confirm who it is: not those that were set up outside this site.';

create function private.has_known_authenticator(p_user_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select cardinality(public.list_known_authenticators(p_user_id)) > 0
$$;

comment on function private.has_known_authenticator(uuid) is
  'Whether the account has an authenticator that was set up here or confirmed here.';

create function private.is_foreign_way_in(p_user_id uuid, p_method text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from private.foreign_means(p_user_id) f
    where p_method is null or case f.kind
      when 'password' then p_method = 'password'
      when 'email' then p_method in ('code', 'link', 'recovery', 'confirmation')
      when 'identity' then p_method = case f.name when 'web3' then 'wallet' else f.name end
      else false end
  )
$$;

comment on function private.is_foreign_way_in(uuid, text) is
  'Whether a sign-in of this kind may have been by means that were set up outside this site.';

create function private.is_sign_in_presence(p_user_id uuid, p_session_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select not private.is_foreign_way_in(p_user_id, (
    select a.method from public.account_sessions a where a.session_id = p_session_id
  )) and (
    -- Auth takes the code of any authenticator, and keeps which one a session gave last.
    not private.has_known_authenticator(p_user_id) or exists (
      select from auth.sessions s
      where s.id = p_session_id and s.user_id = p_user_id
        and s.factor_id = any (public.list_known_authenticators(p_user_id))
    )
  )
$$;

comment on function private.is_sign_in_presence(uuid, uuid) is
  'Whether having just begun this session shows that it is the owner: not by means that were set up outside this site, nor '
  'with the code of such an authenticator where the account has one that was not.';

create or replace function private.require_presence(p_user_id uuid, p_session_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.refuse_weak_session(p_user_id, p_session_id);
  if not exists (
    select from auth.sessions s
    left join public.account_sessions a on a.session_id = s.id
    where s.id = p_session_id and s.user_id = p_user_id
      -- Long enough for one errand, short enough for a laptop that was left open.
      and greatest(
        case when private.is_sign_in_presence(p_user_id, p_session_id) then s.created_at end, a.present_at
      ) > now() - interval '10 minutes'
  ) then
    raise exception using errcode = 'PT403', message = 'auth.presence_required';
  end if;
end
$$;

comment on function private.require_presence(uuid, uuid) is
  'Refuses with auth.presence_required when neither the sign-in, where it shows that it is the owner, nor the last '
  'confirmation of this session was in the last 10 minutes, and whatever private.refuse_weak_session refuses. '
  'docs/sensitive-actions.md lists who asks.';

create or replace function public.list_presence_ways(p_user_id uuid, p_chain text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select case when private.has_known_authenticator(p_user_id) then '["authenticator"]'::jsonb
    else coalesce((
      select jsonb_agg(way.name order by way.place)
      from auth.users u, lateral (
        values
          (1, 'password', coalesce(u.encrypted_password, '') <> ''
            and not exists (select from private.foreign_means(u.id) f where f.kind = 'password')),
          (2, 'code', coalesce(u.email, '') <> '' and u.email_confirmed_at is not null
            and not exists (select from private.foreign_means(u.id) f where f.kind = 'email')),
          (3, 'wallet', exists (
            select from public.wallets w
            where w.user_id = u.id and w.chain = p_chain and w.removed_at is null
          ))
      ) as way (place, name, is_there)
      where u.id = p_user_id and way.is_there
    ), '[]') end
$$;

comment on function public.list_presence_ways(uuid, text) is
  'How this account can confirm that it is them, best first: authenticator alone where there is one. Nothing that was set '
  'up outside this site and has not been confirmed.';

create or replace function public.record_presence(p_user_id uuid, p_session_id uuid, p_by text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- An authenticator's code has just made the session aal2; a password is not enough where there is one.
  perform private.hold_account(p_user_id, p_session_id);
  if private.has_known_authenticator(p_user_id) and p_by is distinct from 'authenticator' then
    raise exception using errcode = 'PT403', message = 'auth.second_factor_required';
  end if;
  if p_by = 'wallet' then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
  end if;
  if not private.has_known_authenticator(p_user_id) and exists (
    select from private.foreign_means(p_user_id) f
    where p_by = case f.kind when 'email' then 'code' else f.kind end
  ) then
    raise exception using errcode = 'PT409', message = 'presence.way_unknown';
  end if;
  perform private.note_presence(p_user_id, p_session_id, p_by);
exception
  when check_violation or not_null_violation then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.record_presence(uuid, uuid, text) is
  'Notes that the server has just seen who uses this session: by authenticator where there is one, else password or '
  'code; a wallet has record_presence_by_wallet. Refuses as private.hold_account does, with auth.second_factor_required '
  'for less than the account has, presence.way_unknown for what was set up outside this site, and request.unexpected for '
  'any other way.';

create or replace function public.record_presence_by_wallet(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  evidence bytea := private.hash_evidence(private.read_base64(p_signed_bytes), private.read_base64(p_signature));
begin
  perform private.hold_account(p_user_id, p_session_id);
  if private.has_known_authenticator(p_user_id) then
    raise exception using errcode = 'PT403', message = 'auth.second_factor_required';
  end if;
  -- Over with this: the same signature confirms nothing a second time.
  update public.challenges c set expires_at = c.issued_at
  where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id and c.purpose = 'confirm'
    and c.consumed_with in (evidence, private.hash_evidence(c.message, private.read_base64(p_signature)))
    and c.expires_at > greatest(c.issued_at, now() - interval '1 minute')
    and exists (
      select from public.wallets w
      where w.user_id = p_user_id and w.address = c.address and w.chain = c.chain and w.removed_at is null
    );
  if not found then
    raise exception using errcode = 'PT409', message = 'proof.challenge_gone';
  end if;
  perform private.note_presence(p_user_id, p_session_id, 'wallet');
end
$$;

comment on function public.record_presence_by_wallet(uuid, uuid, uuid, text, text) is
  'Notes presence by the signature of a wallet that the account has proven, over a statement that says so and that '
  'this signature used up; the server has checked it. Refuses as private.hold_account does, with '
  'auth.second_factor_required where an authenticator of this site is asked, and with proof.challenge_gone.';

create function public.list_found_means(p_user_id uuid, p_session_id uuid)
returns table (id uuid, kind text, name text, reference text, found_at timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.refuse_weak_session(p_user_id, p_session_id);
  return query
  select k.id, k.kind, k.name, case when k.kind <> 'password' then k.reference end, k.found_at
  from private.known_means k
  join private.foreign_means(p_user_id) f on f.kind = k.kind and f.reference = k.reference
  where k.user_id = p_user_id and not k.is_confirmed
  order by k.found_at, k.id;
end
$$;

comment on function public.list_found_means(uuid, uuid) is
  'What was set up outside this site and waits for its owner to keep it or remove it. Refuses as '
  'private.refuse_weak_session does.';

create function public.keep_means(p_user_id uuid, p_session_id uuid, p_means_id uuid, p_device text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept text;
begin
  perform private.hold_account(p_user_id, p_session_id);
  perform private.require_presence(p_user_id, p_session_id);
  update private.known_means k set is_confirmed = true
  where k.id = p_means_id and k.user_id = p_user_id and not k.is_confirmed
  returning k.name into kept;
  if not found then
    raise exception using errcode = 'PT404', message = 'way.unknown';
  end if;
  perform private.add_event(p_user_id, 'means_kept', jsonb_build_object('means', kept), p_device);
  perform private.compare_means(p_user_id);
end
$$;

comment on function public.keep_means(uuid, uuid, uuid, text) is
  'Makes means that were set up outside this site the account''s own, by somebody who has just shown by older ones that it '
  'is them. Refuses as private.require_presence does, and with way.unknown.';

create function public.find_way_past_authenticator(p_user_id uuid, p_session_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  gone text := (select a.method from public.account_sessions a where a.session_id = p_session_id);
begin
  if not private.is_session_live(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  if private.has_known_authenticator(p_user_id)
    or not exists (select from private.foreign_means(p_user_id) f where f.kind = 'authenticator')
    or private.is_foreign_way_in(p_user_id, gone) then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'email', coalesce(u.email, ''),
      'needs_password', ways ? 'password',
      'needs_code', ways ? 'code',
      'found_at', (
        select min(k.found_at) from private.known_means k where k.user_id = p_user_id and k.kind = 'authenticator'
      )
    )
    from auth.users u, public.list_presence_ways(p_user_id, '') ways
    where u.id = p_user_id
      -- Two that one theft does not give: the same mailbox twice is one.
      and (
        ways ? 'password' and gone <> 'password'
        or ways ? 'code' and gone not in ('code', 'link', 'recovery', 'confirmation')
        -- A thief's password took the place of the owner's. The mailbox alone did not: where there is a second factor, Auth
        -- sets a password for nobody who has not given it.
        or ways ? 'code' and exists (select from private.foreign_means(p_user_id) f where f.kind = 'password')
      )
  );
end
$$;

comment on function public.find_way_past_authenticator(uuid, uuid) is
  'For a sign-in that waits for its second step: what is asked of somebody who did not set up the authenticator that Auth '
  'asks for, beside the way in that they have gone: the password and a mailed code, as far as this site knows them. Null '
  'where this site knows one of the authenticators, where the way in was itself set up elsewhere, and where neither is of '
  'another kind than the way in, unless the password was set elsewhere as well: then a code has to be given. Refuses with '
  'auth.signed_out.';

create function public.take_authenticators_to_remove(p_user_id uuid, p_session_id uuid)
returns uuid[]
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.ensure_account(p_user_id);
  perform from public.accounts a where a.user_id = p_user_id for update;
  if public.find_way_past_authenticator(p_user_id, p_session_id) is null then
    raise exception using errcode = 'PT403', message = 'auth.second_factor_required';
  end if;
  perform private.end_sessions(p_user_id, array(
    select s.id from auth.sessions s where s.user_id = p_user_id and s.id <> p_session_id
    union
    select a.session_id from public.account_sessions a
    where a.user_id = p_user_id and a.session_id <> p_session_id and a.ended_at is null
  ), 'factors_changed');
  return array(
    select f.reference::uuid from private.foreign_means(p_user_id) f where f.kind = 'authenticator'
  );
end
$$;

comment on function public.take_authenticators_to_remove(uuid, uuid) is
  'For a sign-in that has shown all that public.find_way_past_authenticator asks for: ends every other session of the '
  'account, and names the authenticators that were set up elsewhere, which the server removes next. Refuses with '
  'auth.second_factor_required where there is no such way.';

create function private.known_email(p_user_id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when exists (select from private.known_means k where k.user_id = p_user_id) then (
      select k.reference from private.known_means k
      where k.user_id = p_user_id and k.kind = 'email' and k.is_confirmed
      order by k.found_at desc limit 1
    )
    else u.email::text end
  from auth.users u
  where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null
$$;

comment on function private.known_email(uuid) is
  'Where the owner of an account is told of it: the confirmed e-mail that this site knows. Null for an account without any.';

create or replace function public.claim_notices(p_at_most integer)
returns table (id uuid, kind text, details jsonb, recipient text, created_at timestamptz, retry_at timestamptz)
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.forget_stale_notices();
  return query
  with due as materialized (
    select n.id from public.notices n where n.due_at <= now() order by n.due_at limit p_at_most
    for update skip locked
  ), claimed as (
    -- One minute to send it, then twice as long before each further attempt: nine waits are half a day.
    update public.notices n set attempts = n.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ n.attempts
    from due where n.id = due.id
    returning n.*
  )
  select c.id, c.kind, c.details - 'to',
    coalesce(c.details ->> 'to', private.known_email(c.user_id)),
    c.created_at, c.due_at
  from claimed c
  order by c.created_at;
end
$$;

comment on function public.claim_notices(integer) is
  'Takes up to this many notices that are due, each for one caller: nobody else gets it before retry_at. They go to the '
  'e-mail that this site knows, whatever Auth was told elsewhere. recipient is null when there is nobody to tell. Whatever '
  'has been given up is deleted, also when none is asked for.';

revoke execute on function
  private.encryption_key_of(text),
  private.encryption_key_of_reference(text),
  private.means_at_auth(uuid),
  private.foreign_means(uuid),
  private.compare_means(uuid),
  private.compare_means_of_session(),
  private.has_known_authenticator(uuid),
  private.is_foreign_way_in(uuid, text),
  private.is_sign_in_presence(uuid, uuid),
  private.known_email(uuid)
from public, anon, authenticated, service_role;
revoke execute on function
  public.begin_means_change(uuid, text, text),
  public.settle_means_change(uuid, text),
  public.list_known_authenticators(uuid),
  public.list_found_means(uuid, uuid),
  public.keep_means(uuid, uuid, uuid, text),
  public.find_way_past_authenticator(uuid, uuid),
  public.take_authenticators_to_remove(uuid, uuid)
from public, anon, authenticated;
grant execute on function
  public.begin_means_change(uuid, text, text),
  public.settle_means_change(uuid, text),
  public.list_known_authenticators(uuid),
  public.list_found_means(uuid, uuid),
  public.keep_means(uuid, uuid, uuid, text),
  public.find_way_past_authenticator(uuid, uuid),
  public.take_authenticators_to_remove(uuid, uuid)
to service_role;
