-- What only time, Auth or an operator could do, for tests only.
create function public.test_age_session(p_session_id uuid, p_age interval) returns void
language sql security definer set search_path = '' as $$
  update public.account_sessions set last_seen_at = last_seen_at - p_age where session_id = p_session_id
$$;

create function public.test_auth_has_session(p_session_id uuid) returns boolean
language sql security definer set search_path = '' as $$
  select exists (select from auth.sessions where id = p_session_id)
$$;

create function public.test_end_in_auth(p_session_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from auth.sessions where id = p_session_id
$$;

create function public.test_list_changes_by_session() returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_object_agg(p.proname, (
    select jsonb_agg(name) from unnest(p.proargnames[1:p.pronargs]) as name
  ))
  from pg_catalog.pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.proname not like 'test\_%'
    and p.provolatile = 'v' and 'p_session_id' = any (p.proargnames)
    and has_function_privilege('service_role', p.oid, 'execute')
$$;
