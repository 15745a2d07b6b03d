-- What only the token store, time or an operator could do, for tests only.
create function countersign.test_oauth_claims(p_grant_id uuid, p_scopes text[]) returns jsonb
language sql security definer set search_path = '' as $$
  select countersign_private.oauth_claims(p_grant_id, p_scopes)
$$;

create function countersign.test_read_grant(p_grant_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select to_jsonb(g) from countersign_private.oauth_grants g where g.id = p_grant_id
$$;

create function countersign.test_finish_removed_clients(p_at_most integer) returns void
language sql security definer set search_path = '' as $$
  select countersign_private.finish_removed_clients(p_at_most)
$$;

create function countersign.test_count_client_rows(p_client_id text) returns bigint
language sql security definer set search_path = '' as $$
  select count(*) from countersign_private.oauth_clients c where c.client_id = p_client_id
$$;
