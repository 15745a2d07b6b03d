-- Changes that only time or Auth could make. For tests only.
create function countersign.test_age_step_up(p_session_id uuid, p_age interval) returns void
language sql security definer set search_path = '' as $$
  update auth.sessions set created_at = created_at - p_age where id = p_session_id;
  update countersign.account_sessions set stepped_up_at = stepped_up_at - p_age, recovered_at = recovered_at - p_age,
    code_asked_at = code_asked_at - p_age
  where session_id = p_session_id
$$;

-- Adds a factor like this site.
create function countersign.test_add_factor(p_user_id uuid, p_status text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  factor_id uuid := gen_random_uuid();
begin
  perform countersign.begin_sign_in_method_change(p_user_id, 'authenticator', factor_id::text);
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
  values (factor_id, p_user_id, p_status, 'totp', p_status::auth.factor_status, now(), now(), 'unused');
  perform countersign.finish_sign_in_method_change(p_user_id, 'authenticator');
end
$$;

-- Adds a factor directly at Auth, for example by another app. Auth can't read factors whose secret is null.
create function countersign.test_add_foreign_factor(p_user_id uuid, p_type text) returns uuid
language sql security definer set search_path = '' as $$
  insert into auth.mfa_factors (
    id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone, web_authn_credential
  )
  values (
    gen_random_uuid(), p_user_id, p_type, p_type::auth.factor_type, 'verified', now(), now(),
    case p_type when 'totp' then 'unused' else '' end,
    case p_type when 'phone' then '15550100' end,
    case p_type when 'webauthn' then '{}'::jsonb end
  )
  returning id
$$;

create function countersign.test_unconfirm_email(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  update auth.users set email_confirmed_at = null where id = p_user_id
$$;

-- Like Auth when it links an identity for a token, or re-encrypts a password.
create function countersign.test_link_identity(p_user_id uuid, p_provider text, p_email text) returns void
language sql security definer set search_path = '' as $$
  insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
  values (
    gen_random_uuid(), p_user_id, p_provider, gen_random_uuid()::text,
    jsonb_build_object('email', p_email, 'email_verified', true), now(), now()
  )
$$;

-- Like Auth at a sign-in with GitHub, or when GitHub is linked.
create function countersign.test_sign_in_at_github(p_user_id uuid, p_claims jsonb, p_age interval) returns void
language sql security definer set search_path = '' as $$
  insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
  values (gen_random_uuid(), p_user_id, 'github', p_claims ->> 'sub', p_claims, now() - p_age, now() - p_age)
  on conflict (provider_id, provider) do update set identity_data = excluded.identity_data, updated_at = excluded.updated_at
$$;

create function countersign.test_unlink_identities(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from auth.identities where user_id = p_user_id and provider <> 'email'
$$;

create function countersign.test_store_password(p_user_id uuid, p_stored text) returns void
language sql security definer set search_path = '' as $$
  update auth.users set encrypted_password = p_stored where id = p_user_id
$$;

create function countersign.test_end_expectations(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.announced_changes set expires_at = now() - interval '1 second' where user_id = p_user_id
$$;

create function countersign.test_remove_factors(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from auth.mfa_factors where user_id = p_user_id
$$;

create function countersign.test_list_public_functions() returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_object_agg(p.oid::regprocedure::text, jsonb_build_object(
    'name', p.proname, 'parameters', coalesce(p.proargnames[1:p.pronargs], '{}')
  ))
  from pg_catalog.pg_proc p
  where p.pronamespace = 'countersign'::regnamespace and p.proname not like 'test\_%'
$$;

-- Ends rate-limit windows of at most an hour.
create function countersign.test_end_short_windows() returns void
language sql security definer set search_path = '' as $$
  update countersign_private.rate_limits set window_ends_at = now() - interval '1 second'
  where window_ends_at < now() + interval '1 hour'
$$;

-- The number of accepted attempts out of p_times.
create function countersign.test_repeat_attempts(p_kind text, p_counters jsonb, p_times integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  passed integer := 0;
begin
  for attempt in 1..p_times loop
    begin
      perform countersign.consume_rate_limit(p_kind, p_counters);
      passed := passed + 1;
    exception
      when sqlstate 'PT429' then null;
    end;
  end loop;
  return passed;
end
$$;
