-- Sign-in methods: passwords, authenticators, providers, emails and passkeys. An access token suffices to change them at Auth,
-- outside this site. So this table stores the methods that this site set up, and they are compared with Auth's whenever a session
-- begins, is refreshed or steps up. An unannounced method is reported to the owner, and is no step-up until the owner keeps it.
create table countersign_private.sign_in_methods (
  id uuid not null default gen_random_uuid() unique,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  kind text not null check (kind in ('password', 'authenticator', 'identity', 'email', 'passkey')),
  reference text not null,
  name text not null,
  is_confirmed boolean not null,
  found_at timestamptz not null default now(),
  primary key (user_id, kind, reference)
);
comment on table countersign_private.sign_in_methods is
  'Sign-in methods that this site set up or the owner confirmed (is_confirmed), and unannounced ones found at Auth. An account '
  'without a row has not signed in yet.';
comment on column countersign_private.sign_in_methods.reference is
  'Identifies the method at Auth: an id, or the address of an email. For a password, a hash of Auth''s own hash.';
alter table countersign_private.sign_in_methods enable row level security;

create table countersign_private.announced_changes (
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  kind text not null check (kind in ('password', 'authenticator', 'identity', 'email', 'passkey')),
  reference text not null,
  session_id uuid,
  label text,
  device text,
  expires_at timestamptz not null,
  primary key (user_id, kind, reference),
  -- A new passkey is announced by its unguessable credential id, so that no other passkey matches. With the prefix, no made-up
  -- credential id can look like the id of a passkey being removed.
  constraint announced_changes_one_passkey
    check (kind <> 'passkey' or reference ~ '^new:.' or (reference !~ '^new:' and session_id is not null))
);
comment on table countersign_private.announced_changes is
  'Changes that this site asks Auth for. A matching method at Auth is its own, even if the response was lost. reference is '
  'empty for any of its kind; for a new passkey, "new:" and its credential id.';
create index announced_changes_by_expiry on countersign_private.announced_changes (expires_at);
alter table countersign_private.announced_changes enable row level security;

create function countersign_private.sign_in_methods_at_auth(p_user_id uuid)
returns table (kind text, reference text, name text, vouches_for text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select 'password',
    -- The id of the key with which Auth encrypts the password (GOTRUE_SECURITY_DB_ENCRYPTION_*; empty without one), and a hash.
    case when u.encrypted_password like '{%' then
      coalesce(substring(u.encrypted_password from '"key_id" *: *"([^"]*)"'), '') else '' end
      || ':' || encode(sha256(convert_to(u.encrypted_password, 'UTF8')), 'hex'), 'password', null
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
  union all
  select 'passkey', p.id::text, 'passkey', null from countersign_private.passkeys_at_auth(p_user_id) p;
end $$;

create function countersign_private.unannounced_sign_in_methods(p_user_id uuid)
returns table (kind text, reference text, name text) language plpgsql stable set search_path = '' as $$
begin
  return query select m.kind, m.reference, m.name from countersign_private.sign_in_methods_at_auth(p_user_id) m
  left join countersign_private.sign_in_methods k
    on k.user_id = p_user_id and k.kind = m.kind and k.reference = m.reference
  where exists (select from countersign_private.sign_in_methods any_of where any_of.user_id = p_user_id)
    and not coalesce(k.is_confirmed, (
      exists (
        select from countersign_private.announced_changes e
        where e.user_id = p_user_id and e.kind = m.kind and e.expires_at > now() and case m.kind
          -- By credential id alone: the removal of a passkey is announced by the passkey's id, and must not confirm it.
          when 'passkey' then exists (
            select from countersign_private.passkeys_at_auth(p_user_id) p
            where p.id::text = m.reference and e.reference = countersign_private.new_passkey_reference(p.credential_id)
          )
          else e.reference in ('', m.reference, m.name) end
      )
      -- Auth rewrites a password at sign-in once the project turns encryption on or changes the key. The id of the key precedes
      -- a colon and the 64 digits of the hash.
      or m.kind = 'password' and left(m.reference, -65) <> '' and exists (
        select from countersign_private.sign_in_methods before
        where before.user_id = p_user_id and before.kind = 'password' and before.is_confirmed
          and left(before.reference, -65) <> left(m.reference, -65)
      )
      -- Auth links a provider that vouches for the account's own email by itself. The owner of that address could sign in with an
      -- emailed code anyway.
      or exists (
        select from countersign_private.sign_in_methods address
        where address.user_id = p_user_id and address.kind = 'email' and address.is_confirmed
          and m.kind = 'identity' and address.reference = m.vouches_for
      )
    ));
end $$;

create function countersign_private.compare_sign_in_methods(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  is_known boolean := exists (select from countersign_private.sign_in_methods k where k.user_id = p_user_id);
  changed record;
  announced record;
begin
  -- Also on the first sign-in: then every method is the account's own.
  for changed in
    insert into countersign_private.sign_in_methods as k (user_id, kind, reference, name, is_confirmed)
    select p_user_id, m.kind, m.reference, m.name, true from countersign_private.sign_in_methods_at_auth(p_user_id) m
    where not exists (
      select from countersign_private.unannounced_sign_in_methods(p_user_id) f
      where f.kind = m.kind and f.reference = m.reference
    ) on conflict do nothing returning k.kind, k.reference
  loop
    -- Recorded here, because the response to the request that added the passkey may be lost.
    if is_known and changed.kind = 'passkey' then
      select e.device, e.session_id into announced from countersign_private.announced_changes e
      where e.user_id = p_user_id and e.kind = 'passkey' and e.reference = (
        select countersign_private.new_passkey_reference(p.credential_id)
        from countersign_private.passkeys_at_auth(p_user_id) p where p.id::text = changed.reference);
      perform countersign_private.add_event(p_user_id, 'passkey_added', jsonb_build_object(
        'name', countersign_private.read_passkey_name(p_user_id, changed.reference::uuid)), announced.device, announced.session_id);
    end if;
  end loop;
  if not is_known then return; end if;
  for changed in
    insert into countersign_private.sign_in_methods as k (user_id, kind, reference, name, is_confirmed)
    select p_user_id, f.kind, f.reference, f.name, false from countersign_private.unannounced_sign_in_methods(p_user_id) f
    on conflict do nothing returning k.name
  loop
    perform countersign_private.add_event(p_user_id, 'method_found', jsonb_build_object('means', changed.name), null, null);
  end loop;
  for changed in
    delete from countersign_private.sign_in_methods k where k.user_id = p_user_id
      and not exists (
        select from countersign_private.sign_in_methods_at_auth(p_user_id) m
        where m.kind = k.kind and m.reference = k.reference
      )
      -- Keeps the address for notifications until the new one is confirmed.
      and not (k.kind = 'email' and k.is_confirmed and exists (
        select from countersign_private.unannounced_sign_in_methods(p_user_id) f where f.kind = 'email'
      ))
    returning k.kind, k.reference, k.name, k.is_confirmed
  loop
    -- Recorded here, not by the server: Auth reports success to each of several concurrent deletions of a factor.
    select case e.kind when 'passkey' then 'passkey_removed' else 'factor_removed' end as event, e.label, e.device, e.session_id
    into announced from countersign_private.announced_changes e
    where e.user_id = p_user_id and e.kind = changed.kind and e.reference = changed.reference and e.label is not null
      and e.expires_at > now();
    if found then
      perform countersign_private.add_event(
        p_user_id, announced.event, jsonb_build_object('name', announced.label), announced.device, announced.session_id);
      continue;
    end if;
    -- A replaced password or email was reported above, and wallets are removed by functions of this schema.
    if changed.is_confirmed
      and (changed.kind in ('authenticator', 'passkey') or changed.kind = 'identity' and changed.name <> 'web3')
      and not exists (
        select from countersign_private.announced_changes e
        where e.user_id = p_user_id and e.kind = changed.kind and e.reference in ('', changed.reference)
          and e.expires_at > now()
      )
    then
      perform countersign_private.add_event(p_user_id, 'method_lost', jsonb_build_object('means', changed.name), null, null);
    end if;
  end loop;
end $$;
comment on function countersign_private.compare_sign_in_methods is 'Reports each change once. Doesn''t lock the account.';

create function countersign_private.known_email(p_user_id uuid) returns text language plpgsql stable set search_path = '' as $$
begin
  return (
    select case
      when exists (select from countersign_private.sign_in_methods k where k.user_id = p_user_id) then (
        select k.reference from countersign_private.sign_in_methods k
        where k.user_id = p_user_id and k.kind = 'email' and k.is_confirmed order by k.found_at desc limit 1
      )
      else u.email::text end
    from auth.users u where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null
  );
end $$;

-- The server announces a change before asking Auth for it, so that the change isn't reported as made outside this site.
create function countersign.begin_sign_in_method_change(
  p_user_id uuid, p_kind text, p_reference text, p_device text default null, p_acting_session_id uuid default null
) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  -- Methods that exist already aren't part of this change.
  perform countersign_private.compare_sign_in_methods(p_user_id);
  delete from countersign_private.announced_changes e where e.user_id = p_user_id and e.expires_at <= now();
  insert into countersign_private.announced_changes as e (user_id, kind, reference, expires_at, session_id, device, label)
  select p_user_id, expected.kind, expected.reference, now() + expected.span, p_acting_session_id, left(p_device, 200), (
    -- Only a removal names a recorded authenticator. An attacker may have chosen the name of an unannounced one.
    select case when k.is_confirmed then coalesce(nullif(f.friendly_name, ''), 'Authenticator')
      else 'set up outside this site' end
    from countersign_private.sign_in_methods k join auth.mfa_factors f on f.id::text = k.reference
    where k.user_id = p_user_id and k.kind = 'authenticator' and k.kind = expected.kind and k.reference = expected.reference
  )
  from (
    -- Longer for an authenticator's id, which can't be guessed, and for an email, which only its owner can confirm.
    select p_kind,
      case when p_kind = 'passkey' then countersign_private.new_passkey_reference(p_reference) else lower(p_reference) end,
      case when p_kind in ('authenticator', 'email') and p_reference <> '' then interval '1 day'
        else interval '15 minutes' end
    -- Auth adds the email of a provider to the account, and removes it with the provider.
    union all select 'email', '', interval '15 minutes' where p_kind = 'identity'
  ) as expected (kind, reference, span)
  on conflict (user_id, kind, reference) do update
  set expires_at = excluded.expires_at, session_id = excluded.session_id, device = excluded.device, label = excluded.label;
exception when check_violation or not_null_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.begin_sign_in_method_change is
  'Announces a change before the server asks Auth for it, for 15 minutes; a day for a named authenticator or email. Refuses '
  'like lock_account_row. Locks the account row.';

create function countersign.finish_sign_in_method_change(p_user_id uuid, p_kind text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.compare_sign_in_methods(p_user_id);
  delete from countersign_private.announced_changes e where e.user_id = p_user_id
    and (e.kind = p_kind or p_kind = 'identity' and e.kind = 'email' and e.reference = '')
    -- Keeps announcements of passkeys that other tabs are adding, and of passkeys and authenticators that other tabs are removing.
    and case when e.label is not null then not exists (
        select from countersign_private.sign_in_methods k
        where k.user_id = p_user_id and k.kind = e.kind and k.reference = e.reference
      )
      else e.kind <> 'passkey' or exists (
        select from countersign_private.sign_in_methods k
        join countersign_private.passkeys_at_auth(p_user_id) p on p.id::text = k.reference
        where k.user_id = p_user_id and k.kind = 'passkey'
          and e.reference = countersign_private.new_passkey_reference(p.credential_id)
      ) end;
  update countersign.account_sessions a set bypassed_factors = null
  where a.user_id = p_user_id and not countersign_private.list_second_factors(p_user_id) <@ a.bypassed_factors;
end $$;
comment on function countersign.finish_sign_in_method_change is
  'Records the change at Auth as this site''s own and ends the announcement. A recovery session older than one of the second factors '
  'no longer counts as two factors. Locks and refuses like lock_account_row.';

-- For the owner.
create function countersign.describe_sign_in_methods(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return (
    select jsonb_build_object(
      'email', coalesce(u.email, ''), 'hasPassword', coalesce(u.encrypted_password, '') <> '',
      'passwordChangedAt', case when coalesce(u.encrypted_password, '') <> '' then (
        select e.created_at from countersign.activity_events e
        where e.user_id = u.id and e.kind = 'password_changed' order by e.id desc limit 1
      ) end,
      'emailChange', (
        select jsonb_build_object('to', wanted.email, 'waitsForOld', wanted.waits_for_old, 'waitsForNew', wanted.waits_for_new)
        from (select
          coalesce(c.email, u.email_change) as email,
          c.user_id is not null and c.asks_old and c.old_agreed_at is null or c.user_id is null and exists (
            select from auth.one_time_tokens t
            where t.user_id = u.id and t.token_type::text = 'email_change_token_current'
          ) as waits_for_old,
          c.user_id is not null or exists (
            select from auth.one_time_tokens t where t.user_id = u.id and t.token_type::text = 'email_change_token_new'
          ) as waits_for_new
        ) wanted where wanted.email <> '' and (wanted.waits_for_old or wanted.waits_for_new)
      ),
      'walletsThatSignIn', (
        select count(distinct counted.address) from (
          -- A limit on distinct addresses would read all wallets of the account.
          select w.address from countersign.wallets w where w.user_id = u.id and w.removed_at is null
            and u.email <> '' and u.email_confirmed_at is not null and not u.is_sso_user limit 1000
        ) counted
      ),
      'passkeys', (select count(*) from countersign_private.remaining_passkeys(u.id)),
      'identities', coalesce((select jsonb_agg(jsonb_build_object(
          'id', i.id, 'provider', i.provider, 'subject', i.provider_id, 'email', coalesce(i.email, ''),
          'name', coalesce(i.identity_data ->> 'user_name', ''),
          'isProvenWallet', i.provider = 'web3' and exists (
            select from countersign.wallets w where w.user_id = u.id and w.removed_at is null
              and i.provider_id ^@ 'web3:solana:' and w.address = substr(i.provider_id, 13)
          )
        ) order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]')
    ) from auth.users u left join lateral countersign_private.find_email_change(u.id) c on true where u.id = p_user_id
  );
end $$;
comment on function countersign.describe_sign_in_methods is
  'Describes the account''s sign-in methods in more detail than Auth''s API does. Counts the addresses of 1000 wallets at most. '
  'Refuses like require_live_session.';

create function countersign.describe_account(p_user_id uuid, p_session_id uuid, p_chain text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare account countersign.accounts;
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  account := countersign_private.ensure_account(p_user_id);
  return jsonb_build_object(
    'code', account.code, 'displayName', account.display_name,
    'signInMethods', countersign.describe_sign_in_methods(p_user_id, p_session_id),
    'page', countersign.describe_public_page(p_user_id, p_session_id),
    'movedWallet', (
      select jsonb_build_object('address', w.address, 'movedAt', w.removed_at) from countersign.wallets w
      where w.user_id = p_user_id and w.chain = p_chain and w.removed_because = 'moved'
        and w.removed_at > now() - interval '30 days'
        and not exists (
          select from countersign.wallets back
          where back.user_id = p_user_id and back.chain = p_chain and back.address = w.address and back.removed_at is null
        )
      order by w.removed_at desc limit 1
    )
  );
end $$;
comment on function countersign.describe_account is
  'What pages show of the account, in one call: its code and name, describe_sign_in_methods, describe_public_page, and the last '
  'wallet of the chain that moved to another account in 30 days and isn''t back. Refuses like require_live_session. Doesn''t lock an '
  'existing account row.';

create function countersign.describe_security(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'sessions', array(select to_jsonb(s) from countersign.list_sessions(p_user_id, p_session_id) s),
    'passkeys', array(select to_jsonb(p) from countersign.list_passkeys(p_user_id, p_session_id) p),
    'signInMethods', countersign.describe_sign_in_methods(p_user_id, p_session_id),
    'codes', (select to_jsonb(c) from countersign.describe_recovery_codes(p_user_id) c),
    'found', array(
      select jsonb_build_object('id', k.id, 'kind', k.kind, 'name', k.name, 'foundAt', k.found_at,
        'reference', case when k.kind <> 'password' then k.reference end)
      from countersign_private.sign_in_methods k
      join countersign_private.unannounced_sign_in_methods(p_user_id) f on f.kind = k.kind and f.reference = k.reference
      where k.user_id = p_user_id and not k.is_confirmed order by k.found_at, k.id
    )
  );
end $$;
comment on function countersign.describe_security is
  'The content of the page Security, in one call: found are unannounced sign-in methods that the owner has yet to keep or remove. '
  'Refuses like require_live_session.';

create function countersign.keep_sign_in_method(p_user_id uuid, p_session_id uuid, p_method_id uuid, p_device text)
returns void language plpgsql security definer set search_path = '' as $$
declare kept text;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  update countersign_private.sign_in_methods k set is_confirmed = true
  where k.id = p_method_id and k.user_id = p_user_id and not k.is_confirmed returning k.name into kept;
  perform countersign_private.refuse(404, 'sign_in_method.unknown') where not found;
  perform countersign_private.add_event(p_user_id, 'method_kept', jsonb_build_object('means', kept), p_device);
  perform countersign_private.compare_sign_in_methods(p_user_id);
end $$;
comment on function countersign.keep_sign_in_method is
  'Confirms an unannounced sign-in method. Refuses like lock_account and require_recent_auth, and with sign_in_method.unknown '
  'if the account has no such method. Locks the account row.';

create function countersign.end_sessions_of_sign_in_method(p_user_id uuid, p_session_id uuid, p_method text, p_address text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  if p_method = 'wallet' then
    perform countersign_private.end_sessions_of_wallet(p_user_id, p_address, p_session_id);
  else
    perform countersign_private.end_sessions(p_user_id, array(
      select a.session_id from countersign.account_sessions a
      where a.user_id = p_user_id and a.session_id <> p_session_id and a.method = p_method and a.ended_at is null
    ), 'sign_in_method_removed');
  end if;
end $$;
comment on function countersign.end_sessions_of_sign_in_method is
  'Ends the other sessions that a method began, once Auth has removed it: p_method is its name, such as github, or wallet with '
  'p_address. Refuses like lock_account. Locks the account row.';
