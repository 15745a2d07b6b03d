-- What only time or Auth could do, for tests only.
create function public.test_age_presence(p_session_id uuid, p_age interval) returns void
language sql security definer set search_path = '' as $$
  update auth.sessions set created_at = created_at - p_age where id = p_session_id;
  update public.account_sessions set present_at = present_at - p_age where session_id = p_session_id
$$;

create function public.test_add_factor(p_user_id uuid, p_status text) returns void
language sql security definer set search_path = '' as $$
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
  values (gen_random_uuid(), p_user_id, p_status, 'totp', p_status::auth.factor_status, now(), now(), 'unused')
$$;
