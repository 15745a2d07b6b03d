-- Sign-in methods. Anybody with an access token can change them at Auth directly: a password, an authenticator, a provider, an
-- email, a passkey. Nothing of ours hears of that. So the methods that this site set up are kept here and compared with Auth's
-- whenever a session begins, is refreshed or steps up. A method that this site did not announce is reported to the owner, and doesn't
-- count as step-up until the owner keeps it.
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
  'Those that this site set up or their owner confirmed, and those that were found at Auth and nobody has confirmed. An '
  'account without a row has not signed in yet.';
comment on column countersign_private.sign_in_methods.reference is
  'Which one it is at Auth. Of a password a hash of what Auth stores, itself a hash.';
alter table countersign_private.sign_in_methods enable row level security;

create table countersign_private.announced_changes (
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  kind text not null check (kind in ('password', 'authenticator', 'identity', 'email', 'passkey')),
  reference text not null,
  session_id uuid,
  label text,
  expires_at timestamptz not null,
  primary key (user_id, kind, reference),
  -- A new passkey says its credential, which nobody can guess, so that whatever else turns up meanwhile is not taken for it. No
  -- credential that somebody made up can look like the id of one that is removed.
  constraint announced_changes_one_passkey check (kind <> 'passkey' or reference ~ '^new:.' or session_id is not null)
);
comment on table countersign_private.announced_changes is
  'Changes that this site asks Auth for: what is found then is its own, also where the answer was lost. The reference is '
  'that of the method or its name, or empty for any of its kind; for a new passkey "new:" and its credential id.';
comment on column countersign_private.announced_changes.session_id is 'Of a passkey that is removed: which session does it.';
comment on column countersign_private.announced_changes.label is 'Of a passkey that is removed: what it was called.';
create index announced_changes_by_expiry on countersign_private.announced_changes (expires_at);
alter table countersign_private.announced_changes enable row level security;

create function countersign_private.sign_in_methods_at_auth(p_user_id uuid)
returns table (kind text, reference text, name text, vouches_for text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select 'password',
    -- The key with which Auth has encrypted it (GOTRUE_SECURITY_DB_ENCRYPTION_*) or nothing, and a hash.
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
comment on function countersign_private.sign_in_methods_at_auth is
  'The sign-in methods that Auth has for an account. vouches_for: the email that a provider says is confirmed.';

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
          -- By its credential alone: that one is removed is expected by its id, and keeps none.
          when 'passkey' then exists (
            select from countersign_private.passkeys_at_auth(p_user_id) p
            where p.id::text = m.reference and e.reference = countersign_private.new_passkey_reference(p.credential_id)
          )
          else e.reference in ('', m.reference, m.name) end
      )
      -- Auth writes a password anew by itself when it is given where the project has begun to encrypt, or has another key:
      -- that key stands before the 64 digits of the hash and their colon.
      or m.kind = 'password' and left(m.reference, -65) <> '' and exists (
        select from countersign_private.sign_in_methods before
        where before.user_id = p_user_id and before.kind = 'password' and before.is_confirmed
          and left(before.reference, -65) <> left(m.reference, -65)
      )
      -- Auth joins what vouches for the account's own address by itself. Whoever has that address could have a code mailed.
      or exists (
        select from countersign_private.sign_in_methods address
        where address.user_id = p_user_id and address.kind = 'email' and address.is_confirmed
          and m.kind = 'identity' and address.reference = m.vouches_for
      )
    ));
end $$;
comment on function countersign_private.unannounced_sign_in_methods is
  'Those that Auth has at this moment, that were set up outside this site, and that nobody has confirmed here. None for an '
  'account that has not signed in here yet.';

create function countersign_private.compare_sign_in_methods(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  is_known boolean := exists (select from countersign_private.sign_in_methods k where k.user_id = p_user_id);
  changed record;
  removed_label text;
begin
  -- Also those of a first sign-in: to an account that has none here, every method is its own.
  for changed in
    insert into countersign_private.sign_in_methods as k (user_id, kind, reference, name, is_confirmed)
    select p_user_id, m.kind, m.reference, m.name, true from countersign_private.sign_in_methods_at_auth(p_user_id) m
    where not exists (
      select from countersign_private.unannounced_sign_in_methods(p_user_id) f
      where f.kind = m.kind and f.reference = m.reference
    ) on conflict do nothing returning k.kind, k.reference
  loop
    -- Told of as it is kept, whoever finds it: the answer to who added it may have been lost.
    if is_known and changed.kind = 'passkey' then
      perform countersign_private.add_event(p_user_id, 'passkey_added', jsonb_build_object(
        'name', countersign_private.read_passkey_name(p_user_id, changed.reference::uuid)), null);
    end if;
  end loop;
  if not is_known then return; end if;
  for changed in
    insert into countersign_private.sign_in_methods as k (user_id, kind, reference, name, is_confirmed)
    select p_user_id, f.kind, f.reference, f.name, false from countersign_private.unannounced_sign_in_methods(p_user_id) f
    on conflict do nothing returning k.name
  loop
    perform countersign_private.add_event(p_user_id, 'method_found', jsonb_build_object('means', changed.name), null);
  end loop;
  for changed in
    delete from countersign_private.sign_in_methods k where k.user_id = p_user_id
      and not exists (
        select from countersign_private.sign_in_methods_at_auth(p_user_id) m
        where m.kind = k.kind and m.reference = k.reference
      )
      -- The address that its owner is told at, until a later one is theirs.
      and not (k.kind = 'email' and k.is_confirmed and exists (
        select from countersign_private.unannounced_sign_in_methods(p_user_id) f where f.kind = 'email'
      ))
    returning k.kind, k.reference, k.name, k.is_confirmed
  loop
    if changed.kind = 'passkey' then
      select e.label into removed_label from countersign_private.announced_changes e
      where e.user_id = p_user_id and e.kind = 'passkey' and e.reference = changed.reference and e.expires_at > now();
      if found then
        perform countersign_private.add_event(
          p_user_id, 'passkey_removed', jsonb_build_object('name', removed_label), null);
        continue;
      end if;
    end if;
    -- A password that is replaced was told of above, an email too, and a wallet is removed by functions of ours.
    if changed.is_confirmed
      and (changed.kind in ('authenticator', 'passkey') or changed.kind = 'identity' and changed.name <> 'web3')
      and not exists (
        select from countersign_private.announced_changes e
        where e.user_id = p_user_id and e.kind = changed.kind and e.reference in ('', changed.reference)
          and e.expires_at > now()
      )
    then
      perform countersign_private.add_event(p_user_id, 'method_lost', jsonb_build_object('means', changed.name), null);
    end if;
  end loop;
end $$;
comment on function countersign_private.compare_sign_in_methods is
  'Keeps what this site set up, and tells the owner of all else that Auth has, once.';

create function countersign_private.known_email(p_user_id uuid) returns text
language plpgsql stable set search_path = '' as $$
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
comment on function countersign_private.known_email is
  'Where the owner of an account is told of it: the confirmed email that this site knows, or null.';

-- A change that the server asks Auth for is announced first, so that it is told from somebody else's.
create function countersign.begin_sign_in_method_change(p_user_id uuid, p_kind text, p_reference text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.ensure_account(p_user_id);
  -- What is there already is not of this change.
  perform countersign_private.compare_sign_in_methods(p_user_id);
  delete from countersign_private.announced_changes e where e.user_id = p_user_id and e.expires_at <= now();
  insert into countersign_private.announced_changes as e (user_id, kind, reference, expires_at)
  select p_user_id, expected.kind, expected.reference, now() + expected.span
  from (
    -- What nobody can guess, or only its owner can agree to, may take its time.
    select p_kind,
      case when p_kind = 'passkey' then countersign_private.new_passkey_reference(p_reference) else lower(p_reference) end,
      case when p_kind in ('authenticator', 'email') and p_reference <> '' then interval '1 day'
        else interval '15 minutes' end
    -- Auth gives an account the email of a provider, and takes it away with it.
    union all select 'email', '', interval '15 minutes' where p_kind = 'identity'
  ) as expected (kind, reference, span)
  on conflict (user_id, kind, reference) do update set expires_at = excluded.expires_at;
exception when check_violation or not_null_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.begin_sign_in_method_change is
  'Before the server asks Auth for a change: what appears or goes until finish_sign_in_method_change, or in the next minutes '
  'where the answer is lost, is this change. Refuses with auth.signed_out for a user who is gone, and request.unexpected.';

create function countersign.finish_sign_in_method_change(p_user_id uuid, p_kind text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.ensure_account(p_user_id);
  perform countersign_private.compare_sign_in_methods(p_user_id);
  delete from countersign_private.announced_changes e where e.user_id = p_user_id
    and (e.kind = p_kind or p_kind = 'identity' and e.kind = 'email' and e.reference = '')
    -- Other tabs may be adding or removing some of their own, which were not yet seen above.
    and (e.kind <> 'passkey'
      or e.session_id is null and exists (
        select from countersign_private.sign_in_methods k
        join countersign_private.passkeys_at_auth(p_user_id) p on p.id::text = k.reference
        where k.user_id = p_user_id and k.kind = 'passkey'
          and e.reference = countersign_private.new_passkey_reference(p.credential_id)
      )
      or e.session_id is not null and not exists (
        select from countersign_private.sign_in_methods k
        where k.user_id = p_user_id and k.kind = 'passkey' and k.reference = e.reference
      ));
end $$;
comment on function countersign.finish_sign_in_method_change is
  'Once Auth has answered: what it changed is this site''s own. Refuses with auth.signed_out for a user who is gone.';

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
        select count(distinct w.address) from countersign.wallets w where w.user_id = u.id and w.removed_at is null
          and u.email <> '' and u.email_confirmed_at is not null and not u.is_sso_user
      ),
      'passkeys', (select count(*) from countersign_private.remaining_passkeys(u.id)),
      'identities', coalesce((select jsonb_agg(jsonb_build_object(
          'id', i.id, 'provider', i.provider, 'subject', i.provider_id, 'email', coalesce(i.email, ''),
          'name', coalesce(i.identity_data ->> 'user_name', ''),
          'isProvenWallet', i.provider = 'web3' and exists (
            select from countersign.wallets w
            where w.user_id = u.id and w.removed_at is null and 'web3:solana:' || w.address = i.provider_id
          )
        ) order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]')
    ) from auth.users u left join lateral countersign_private.find_email_change(u.id) c on true where u.id = p_user_id
  );
end $$;
comment on function countersign.describe_sign_in_methods is
  'The sign-in methods of an account for its owner, of which Auth''s API tells less. Refuses as require_live_session does.';

create function countersign.list_unannounced_sign_in_methods(p_user_id uuid, p_session_id uuid)
returns table (id uuid, kind text, name text, reference text, "foundAt" timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return query
  select k.id, k.kind, k.name, case when k.kind <> 'password' then k.reference end, k.found_at
  from countersign_private.sign_in_methods k
  join countersign_private.unannounced_sign_in_methods(p_user_id) f on f.kind = k.kind and f.reference = k.reference
  where k.user_id = p_user_id and not k.is_confirmed order by k.found_at, k.id;
end $$;
comment on function countersign.list_unannounced_sign_in_methods is
  'What waits for its owner to keep it or remove it. Refuses as require_live_session does.';

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
  'Makes an unannounced method the account''s own. Refuses as require_recent_auth does, and with sign_in_method.unknown.';

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
  'Once Auth has removed a method, like github, or wallet with its address: ends every other session that it began.';
