-- Passkeys are Auth's: it has their keys, and any app of the project may set one up. What is known here is which of them this
-- site set up or their owner kept, like any other sign-in method. An older Auth has no table of them. Postgres looks at what a
-- plpgsql function reads only when that is reached, so all that name the table are such functions, and ask first.
alter table countersign_private.sign_in_methods
  drop constraint sign_in_methods_kind_check,
  add constraint sign_in_methods_kind_check
    check (kind in ('password', 'authenticator', 'identity', 'email', 'passkey'));
alter table countersign_private.expected_sign_in_methods
  drop constraint expected_sign_in_methods_kind_check,
  add constraint expected_sign_in_methods_kind_check
    check (kind in ('password', 'authenticator', 'identity', 'email', 'passkey')),
  add column session_id uuid,
  add column label text,
  -- One that is added says its credential, which nobody can guess: whatever else turns up meanwhile is not it. No credential
  -- that somebody made up can look like the id of one that is removed.
  add constraint expected_sign_in_methods_one_passkey
    check (kind <> 'passkey' or reference ~ '^new:.' or session_id is not null);
comment on table countersign_private.expected_sign_in_methods is
  'Changes that this site asks Auth for: what is found then is its own, also where the answer was lost. The reference is '
  'that of the method or its name, or empty for any of its kind; for a new passkey "new:" and its credential id.';
comment on column countersign_private.expected_sign_in_methods.session_id is 'Of a passkey that is removed: which session does it.';
comment on column countersign_private.expected_sign_in_methods.label is 'Of a passkey that is removed: what it was called.';

create function countersign_private.read_base64url(p_text text) returns bytea
language plpgsql immutable set search_path = '' as $$
begin
  if length(p_text) <= 1400 and p_text ~ '^[A-Za-z0-9_-]+$' then
    return decode(translate(p_text, '-_', '+/') || repeat('=', (4 - length(p_text) % 4) % 4), 'base64');
  end if;
  return null;
exception when invalid_parameter_value then return null;
end $$;
comment on function countersign_private.read_base64url is 'The bytes of base64url without padding; null for anything else.';

create function countersign_private.write_base64url(p_bytes bytea) returns text
language sql immutable set search_path = '' as $$
  select translate(encode(p_bytes, 'base64'), E'+/=\n', '-_') $$;
comment on function countersign_private.write_base64url is 'Base64url on one line and without padding, as browsers write it.';

create function countersign_private.can_read_passkeys() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(has_table_privilege(to_regclass('auth.webauthn_credentials'), 'select'), false) $$;
comment on function countersign_private.can_read_passkeys is 'Whether this project''s Auth has passkeys, and lets them be read.';

create function countersign_private.passkeys_at_auth(p_user_id uuid)
returns table (
  id uuid, credential_id text, name text, created_at timestamptz, last_used_at timestamptz, is_synced boolean
) language plpgsql stable set search_path = '' as $$
begin
  if not countersign_private.can_read_passkeys() then return; end if;
  return query select c.id, countersign_private.write_base64url(c.credential_id), c.friendly_name::text, c.created_at,
    c.last_used_at, c.backed_up
  from auth.webauthn_credentials c where c.user_id = p_user_id;
end $$;
comment on function countersign_private.passkeys_at_auth is
  'The passkeys that Auth has for an account, whoever set them up; none where it knows of no passkeys.';

create function countersign_private.new_passkey_reference(p_credential_id text) returns text
language sql immutable set search_path = '' as $$
  -- In lower case as all that is announced: of 128 bits at least, enough are left that nobody can guess.
  select 'new:' || lower(p_credential_id) $$;
comment on function countersign_private.new_passkey_reference is
  'How a passkey is expected that has no id yet, by its credential id in base64url.';

create or replace function countersign_private.sign_in_methods_at_auth(p_user_id uuid)
returns table (kind text, reference text, name text, vouches_for text) language sql stable set search_path = '' as $$
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
  select 'passkey', p.id::text, 'passkey', null from countersign_private.passkeys_at_auth(p_user_id) p $$;

create or replace function countersign_private.foreign_sign_in_methods(p_user_id uuid)
returns table (kind text, reference text, name text) language plpgsql stable set search_path = '' as $$
begin
  return query select m.kind, m.reference, m.name from countersign_private.sign_in_methods_at_auth(p_user_id) m
  left join countersign_private.sign_in_methods k
    on k.user_id = p_user_id and k.kind = m.kind and k.reference = m.reference
  where exists (select from countersign_private.sign_in_methods any_of where any_of.user_id = p_user_id)
    and not coalesce(k.is_confirmed, (
      exists (
        select from countersign_private.expected_sign_in_methods e
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

create function countersign_private.name_passkey(p_user_id uuid, p_passkey_id uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce((
    select p.name from countersign_private.passkeys_at_auth(p_user_id) p
    where p.id = p_passkey_id and countersign_private.is_label(p.name)
  ), 'Passkey') $$;
comment on function countersign_private.name_passkey is
  'What a passkey is called where its owner is told of it. Auth takes any name; one that could look like another is left out.';

create or replace function countersign_private.compare_sign_in_methods(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  is_known boolean := exists (select from countersign_private.sign_in_methods k where k.user_id = p_user_id);
  changed record;
  removed_label text;
begin
  -- Also those of a first sign-in: nothing is foreign to an account that has none here.
  for changed in
    insert into countersign_private.sign_in_methods as k (user_id, kind, reference, name, is_confirmed)
    select p_user_id, m.kind, m.reference, m.name, true from countersign_private.sign_in_methods_at_auth(p_user_id) m
    where not exists (
      select from countersign_private.foreign_sign_in_methods(p_user_id) f
      where f.kind = m.kind and f.reference = m.reference
    ) on conflict do nothing returning k.kind, k.reference
  loop
    -- Told of as it is kept, whoever finds it: the answer to who added it may have been lost.
    if is_known and changed.kind = 'passkey' then
      perform countersign_private.add_event(p_user_id, 'passkey_added', jsonb_build_object(
        'name', countersign_private.name_passkey(p_user_id, changed.reference::uuid)), null);
    end if;
  end loop;
  if not is_known then return; end if;
  for changed in
    insert into countersign_private.sign_in_methods as k (user_id, kind, reference, name, is_confirmed)
    select p_user_id, f.kind, f.reference, f.name, false from countersign_private.foreign_sign_in_methods(p_user_id) f
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
        select from countersign_private.foreign_sign_in_methods(p_user_id) f where f.kind = 'email'
      ))
    returning k.kind, k.reference, k.name, k.is_confirmed
  loop
    if changed.kind = 'passkey' then
      select e.label into removed_label from countersign_private.expected_sign_in_methods e
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
        select from countersign_private.expected_sign_in_methods e
        where e.user_id = p_user_id and e.kind = changed.kind and e.reference in ('', changed.reference)
          and e.expires_at > now()
      )
    then
      perform countersign_private.add_event(p_user_id, 'method_lost', jsonb_build_object('means', changed.name), null);
    end if;
  end loop;
end $$;

create function countersign_private.known_passkeys(p_user_id uuid) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  -- Most accounts have none, and the other question takes longer.
  if not exists (select from countersign_private.passkeys_at_auth(p_user_id)) then return; end if;
  return query select p.id from countersign_private.passkeys_at_auth(p_user_id) p where not exists (
    select from countersign_private.foreign_sign_in_methods(p_user_id) f
    where f.kind = 'passkey' and f.reference = p.id::text
  );
end $$;
comment on function countersign_private.known_passkeys is
  'The passkeys that confirm who it is: those that Auth has, but for those set up outside this site.';

create function countersign_private.lasting_passkeys(p_user_id uuid) returns setof uuid
language sql stable set search_path = '' as $$
  select known.id from countersign_private.known_passkeys(p_user_id) as known (id) where not exists (
    select from countersign_private.expected_sign_in_methods e where e.user_id = p_user_id and e.kind = 'passkey'
      and e.reference = known.id::text and e.expires_at > now()
  ) $$;
comment on function countersign_private.lasting_passkeys is
  'The same but for those that are just being removed: what the account can still be opened with then.';

create or replace function countersign_private.has_other_sign_in_method(p_user_id uuid, p_address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from auth.users u where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null)
  or exists (
    select from auth.identities i
    where i.user_id = p_user_id and i.provider <> 'email' and i.provider_id <> 'web3:solana:' || p_address
  )
  or exists (select from countersign_private.lasting_passkeys(p_user_id)) $$;
comment on function countersign_private.has_other_sign_in_method is
  'Whether the account can be signed in to without this address: by email, a provider, another wallet, a passkey of this site.';

revoke execute on function
  countersign_private.read_base64url, countersign_private.write_base64url, countersign_private.can_read_passkeys,
  countersign_private.passkeys_at_auth, countersign_private.new_passkey_reference, countersign_private.name_passkey,
  countersign_private.known_passkeys, countersign_private.lasting_passkeys
from public;
