-- What somebody has begun with a provider and not finished, or is about to join to an account, Auth keeps for a day, without an index
-- by the account that it is for. Both functions made JSON of each such row, because not every Auth has that column: 170 ms with 50,000
-- rows. Here the column is asked for by its name where it is there, which reads as many rows in a twentieth of the time, and what
-- belongs to the account is looked up by Auth's index.
create function countersign_private.knows_linking_target() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = to_regclass('auth.flow_state') and a.attname = 'linking_target_id' and not a.attisdropped
  );
end $$;
comment on function countersign_private.knows_linking_target is
  'Whether this project''s Auth keeps the account that a provider is being joined to.';
revoke execute on function countersign_private.knows_linking_target() from public, anon, authenticated, service_role;

-- As they were, but for that table.
create or replace function countersign_private.clear_all_but_wallet(p_user_id uuid, p_identity text) returns void
language plpgsql set search_path = '' as $$
declare table_name text;
begin
  -- Those that a wallet opened here are the only ones that are recorded.
  delete from auth.sessions s
  where s.user_id = p_user_id and not countersign_private.is_session_live(p_user_id, s.id);
  delete from auth.mfa_factors f where f.user_id = p_user_id;
  delete from auth.one_time_tokens t where t.user_id = p_user_id;
  delete from auth.identities i
  where i.user_id = p_user_id and not (i.provider = 'web3' and i.provider_id = p_identity);
  -- Begun and not yet traded in for a session, or for one more identity.
  delete from auth.flow_state f where f.user_id = p_user_id;
  if countersign_private.knows_linking_target() then
    execute 'delete from auth.flow_state where linking_target_id = $1' using p_user_id;
  end if;
  -- Not every project's Auth has them.
  foreach table_name in array
    array['webauthn_credentials', 'webauthn_challenges', 'oauth_authorizations', 'oauth_consents']
  loop
    if to_regclass('auth.' || table_name) is not null then
      execute format('delete from auth.%I where user_id = $1', table_name) using p_user_id;
    end if;
  end loop;
  update auth.users u set
    email = null, email_confirmed_at = null, encrypted_password = '', phone = null, phone_confirmed_at = null,
    email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
    phone_change = '', phone_change_token = '', confirmation_token = '', recovery_token = '', reauthentication_token = '',
    raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || '{"provider": "web3", "providers": ["web3"]}'
  where u.id = p_user_id;
end $$;

create or replace function countersign_private.holds_only_wallet(p_user_id uuid, p_identity text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  table_name text;
  is_there boolean;
begin
  if exists (
    select from auth.users u
    where u.id = p_user_id and (
      coalesce(u.email, '') <> '' or coalesce(u.phone, '') <> '' or coalesce(u.encrypted_password, '') <> ''
      or coalesce(u.email_change, '') <> '' or coalesce(u.phone_change, '') <> ''
    )
  )
  or exists (
    select from auth.sessions s
    where s.user_id = p_user_id and not countersign_private.is_session_live(p_user_id, s.id)
  ) or exists (select from auth.mfa_factors f where f.user_id = p_user_id)
  or exists (select from auth.one_time_tokens t where t.user_id = p_user_id)
  or exists (
    select from auth.identities i
    where i.user_id = p_user_id and not (i.provider = 'web3' and i.provider_id = p_identity)
  )
  or exists (select from auth.flow_state f where f.user_id = p_user_id) then
    return false;
  end if;
  -- Not every project's Auth has them.
  foreach table_name in array
    array['webauthn_credentials', 'webauthn_challenges', 'oauth_authorizations', 'oauth_consents']
  loop
    if to_regclass('auth.' || table_name) is not null then
      execute format('select exists (select from auth.%I where user_id = $1)', table_name) into is_there using p_user_id;
      if is_there then return false; end if;
    end if;
  end loop;
  -- Last, because it has no index.
  if countersign_private.knows_linking_target() then
    execute 'select exists (select from auth.flow_state where linking_target_id = $1)' into is_there using p_user_id;
    if is_there then return false; end if;
  end if;
  return true;
end $$;

create or replace function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261123111000' $$;
