-- Changes to passkeys that only Auth or time could make. For tests only.
create function countersign.test_register_passkey(p_user_id uuid, p_credential_id text, p_name text) returns uuid
language sql security definer set search_path = '' as $$
  insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name, backup_eligible, backed_up)
  values (p_user_id, countersign_private.read_base64url(p_credential_id), '\x00', p_name, true, true) returning id
$$;

create function countersign.test_unregister_passkey(p_passkey_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from auth.webauthn_credentials where id = p_passkey_id
$$;

-- Creates a session like Auth after an assertion. Auth doesn't store which passkey was used.
create function countersign.test_begin_session(p_user_id uuid, p_method text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare begun uuid := gen_random_uuid();
begin
  insert into auth.sessions (id, user_id, created_at, updated_at, aal) values (begun, p_user_id, now(), now(), 'aal1');
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  values (gen_random_uuid(), begun, now(), now(), p_method);
  return begun;
end
$$;

-- Raises a session to aal2, like the code of an authenticator.
create function countersign.test_raise_session(p_session_id uuid) returns void
language sql security definer set search_path = '' as $$
  update auth.sessions s set aal = 'aal2', factor_id = (
    select f.id from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified' order by f.created_at, f.id limit 1
  ) where s.id = p_session_id
$$;

create function countersign.test_age_mark(p_session_id uuid, p_age interval) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.passkey_sessions set began_at = began_at - p_age where session_id = p_session_id
$$;

create function countersign.test_count_marks(p_user_id uuid) returns bigint
language sql security definer set search_path = '' as $$
  select count(*) from countersign_private.passkey_sessions where user_id = p_user_id
$$;

create function countersign.test_age_offer(p_user_id uuid, p_age interval) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.passkey_offers set shown_at = shown_at - p_age, declined_at = declined_at - p_age
  where user_id = p_user_id
$$;

-- Makes an account look as if it had never signed in here.
create function countersign.test_forget_sign_in_methods(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from countersign_private.sign_in_methods where user_id = p_user_id
$$;

create function countersign.test_rename_passkey(p_passkey_id uuid, p_name text) returns void
language sql security definer set search_path = '' as $$
  update auth.webauthn_credentials set friendly_name = p_name where id = p_passkey_id
$$;
