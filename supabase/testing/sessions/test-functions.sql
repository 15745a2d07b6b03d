-- Changes to sessions that only time, Auth or an operator could make. For tests only.
create function countersign.test_age_session(p_session_id uuid, p_age interval) returns void
language sql security definer set search_path = '' as $$
  update countersign.account_sessions set last_seen_at = last_seen_at - p_age where session_id = p_session_id
$$;

create function countersign.test_auth_has_session(p_session_id uuid) returns boolean
language sql security definer set search_path = '' as $$
  select exists (select from auth.sessions where id = p_session_id)
$$;

create function countersign.test_end_in_auth(p_session_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from auth.sessions where id = p_session_id
$$;

create function countersign.test_list_changes_by_session() returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_object_agg(p.proname, (
    select jsonb_agg(name) from unnest(p.proargnames[1:p.pronargs]) as name
  ))
  from pg_catalog.pg_proc p
  where p.pronamespace = 'countersign'::regnamespace and p.proname not like 'test\_%'
    and p.provolatile = 'v' and 'p_session_id' = any (p.proargnames)
    and has_function_privilege('service_role', p.oid, 'execute')
$$;

-- Functions that take a session, whether or not they make changes.
create function countersign.test_list_functions_by_session() returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_object_agg(p.proname, (
    select jsonb_agg(name) from unnest(p.proargnames[1:p.pronargs]) as name
  ))
  from pg_catalog.pg_proc p
  where p.pronamespace = 'countersign'::regnamespace and p.proname not like 'test\_%'
    and 'p_session_id' = any (p.proargnames)
    and has_function_privilege('service_role', p.oid, 'execute')
$$;

create function countersign.test_make_app() returns uuid
language sql security definer set search_path = '' as $$
  insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types, token_endpoint_auth_method)
  values (gen_random_uuid(), 'manual', 'https://app.example', 'authorization_code', 'client_secret_post') returning id
$$;

-- Like Auth's OAuth server after a user consents to an app.
create function countersign.test_give_session_to_app(p_session_id uuid) returns void
language sql security definer set search_path = '' as $$
  update auth.sessions set oauth_client_id = countersign.test_make_app() where id = p_session_id
$$;

-- Whether a token with these claims may read, as the policies check it.
create function countersign.test_has_live_session(p_claims jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('request.jwt.claims', p_claims::text, true);
  return countersign_private.has_live_session();
end
$$;

create function countersign.test_list_sessions_at_auth(p_user_id uuid) returns uuid[]
language sql security definer set search_path = '' as $$
  select coalesce(array_agg(s.id), '{}') from auth.sessions s where s.user_id = p_user_id
$$;

create function countersign.test_list_recorded_sessions(p_user_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.session_id, 'method', a.method) order by a.first_seen_at, a.session_id), '[]')
  from countersign.account_sessions a where a.user_id = p_user_id and a.ended_at is null
$$;

-- Changes that a stranger who is signed in to an account can make to it at Auth.
create function countersign.test_squat(p_user_id uuid, p_email text) returns void
language sql security definer set search_path = '' as $$
  update auth.users set
    email = p_email, email_confirmed_at = now(), encrypted_password = 'a hash', phone = p_user_id::text,
    email_change = 'next-' || p_email
  where id = p_user_id;
  insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
  values (p_user_id, 'github', 'squatter ' || p_user_id, '{}', now(), now());
  insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
  values (gen_random_uuid(), p_user_id, 'email_change_token_new', 'squatter ' || p_user_id, p_email);
  insert into auth.flow_state (id, user_id, provider_type, authentication_method, created_at, updated_at)
  values (gen_random_uuid(), p_user_id, 'github', 'oauth', now(), now());
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
  values (gen_random_uuid(), p_user_id, 'squatter', 'totp', 'verified', now(), now(), 'unused')
$$;

-- The minimum that lets a stranger sign in again.
create function countersign.test_add_passkey(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into auth.webauthn_credentials (user_id, credential_id, public_key)
  values (p_user_id, convert_to('squatter ' || p_user_id, 'UTF8'), '\x00')
$$;

create function countersign.test_let_app_in(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into auth.oauth_consents (id, user_id, client_id, scopes)
  values (gen_random_uuid(), p_user_id, countersign.test_make_app(), 'email')
$$;

-- A link that was requested while signed in, and can be finished at any time without a session.
create function countersign.test_begin_link(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into auth.flow_state (id, provider_type, authentication_method, linking_target_id, created_at, updated_at)
  values (gen_random_uuid(), 'github', 'oauth', p_user_id, now(), now())
$$;

create function countersign.test_describe_at_auth(p_user_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_build_object(
    'email', u.email, 'phone', u.phone, 'has_password', u.encrypted_password <> '', 'new_email', u.email_change,
    'identities', (select jsonb_agg(i.provider order by i.provider) from auth.identities i where i.user_id = u.id),
    'factors', (select count(*) from auth.mfa_factors f where f.user_id = u.id),
    'tokens', (select count(*) from auth.one_time_tokens t where t.user_id = u.id),
    'flows', (select count(*) from auth.flow_state f where u.id in (f.user_id, f.linking_target_id)),
    'passkeys', (select count(*) from auth.webauthn_credentials c where c.user_id = u.id),
    'apps', (select count(*) from auth.oauth_consents c where c.user_id = u.id),
    'sessions', (select count(*) from auth.sessions s where s.user_id = u.id)
  )
  from auth.users u where u.id = p_user_id
$$;

create function countersign.test_open_session_at_auth(p_user_id uuid) returns uuid
language sql security definer set search_path = '' as $$
  insert into auth.sessions (id, user_id, created_at, updated_at, aal)
  values (gen_random_uuid(), p_user_id, now(), now(), 'aal1') returning id
$$;
