-- Whoever has had Auth make an account for a wallet can leave something behind that gets them in again and is neither a
-- session nor an identity: a passkey, an app let in, a provider that is half joined. private.clear_all_but_wallet clears
-- all of it, and is now called where there is nothing else to clear.

create or replace function private.holds_only_wallet(p_user_id uuid, p_identity text)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
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
    select from auth.sessions s where s.user_id = p_user_id and not private.is_session_live(p_user_id, s.id)
  )
  or exists (select from auth.mfa_factors f where f.user_id = p_user_id)
  or exists (select from auth.one_time_tokens t where t.user_id = p_user_id)
  or exists (
    select from auth.identities i
    where i.user_id = p_user_id and not (i.provider = 'web3' and i.provider_id = p_identity)
  )
  or exists (
    select from auth.flow_state f
    where f.user_id = p_user_id or to_jsonb(f) ->> 'linking_target_id' = p_user_id::text
  ) then
    return false;
  end if;
  -- Not every project's Auth has them.
  foreach table_name in array array[
    'webauthn_credentials', 'webauthn_challenges', 'oauth_authorizations', 'oauth_consents'
  ] loop
    if to_regclass('auth.' || table_name) is not null then
      execute format('select exists (select from auth.%I where user_id = $1)', table_name) into is_there using p_user_id;
      if is_there then
        return false;
      end if;
    end if;
  end loop;
  return true;
end
$$;

comment on function private.holds_only_wallet(uuid, text) is
  'Whether an account at Auth has no way in, second factor or session beside this wallet''s, nor anything half done or '
  'left that would come to one.';
