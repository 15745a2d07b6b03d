-- Changes and reads that only the token store, time or an operator could make. For tests only.
create function countersign.test_oauth_claims(p_grant_id uuid, p_scopes text[]) returns jsonb
language sql security definer set search_path = '' as $$
  select countersign_private.describe_oauth_claims(p_grant_id, p_scopes)
$$;

create function countersign.test_oauth_subject(p_user_id uuid, p_client_id text) returns text
language sql security definer set search_path = '' as $$
  select countersign_private.ensure_oauth_subject(p_user_id, p_client_id)
$$;

create function countersign.test_read_grant(p_grant_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select to_jsonb(g) from countersign_private.oauth_grants g where g.id = p_grant_id
$$;

-- Repeats often enough for all removed apps, including other tests': a call finishes one, oldest first.
create function countersign.test_finish_removed_clients() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.finish_removed_clients(1000)
  from countersign_private.oauth_clients c where c.removed_at is not null;
end $$;

create function countersign.test_count_client_rows(p_client_id text) returns bigint
language sql security definer set search_path = '' as $$
  select count(*) from countersign_private.oauth_clients c where c.client_id = p_client_id
$$;

-- Makes events older.
create function countersign.test_age_app_events(p_client_id text, p_age interval) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.oauth_events set created_at = created_at - p_age where client_id = p_client_id
$$;

create function countersign.test_read_app_events(p_client_id text) returns jsonb
language sql security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]') from countersign_private.oauth_events e where e.client_id = p_client_id
$$;

-- Tables that still refer to an account.
create function countersign.test_count_rows_of_account(p_user_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  own record;
  found_rows bigint;
  counted jsonb := '{}';
begin
  for own in select c.oid::regclass as name from pg_catalog.pg_class c
    where c.relnamespace in ('countersign'::regnamespace, 'countersign_private'::regnamespace) and c.relkind = 'r'
  loop
    execute format('select count(*) from %s t where to_jsonb(t)::text like $1', own.name)
      into found_rows using '%' || p_user_id || '%';
    if found_rows > 0 then counted := counted || jsonb_build_object(own.name::text, found_rows); end if;
  end loop;
  return counted;
end
$$;

-- The wallets that a policy of another app gets for a token with these claims.
create function countersign.test_my_wallets(p_claims jsonb) returns text[]
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('request.jwt.claims', p_claims::text, true);
  return array(select countersign.my_wallets());
end
$$;

-- Ends a session here while Auth keeps it, as in a project that doesn't allow deleting it.
create function countersign.test_end_here(p_session_id uuid) returns void
language sql security definer set search_path = '' as $$
  update countersign.account_sessions set ended_at = now(), ended_because = 'ended_elsewhere' where session_id = p_session_id
$$;

-- Changes that an operator's mistaken statement could make.
create function countersign.test_change_client(p_client_id text, p_column text, p_value boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  execute format('update countersign_private.oauth_clients set %I = $1 where client_id = $2', p_column) using p_value, p_client_id;
end
$$;
