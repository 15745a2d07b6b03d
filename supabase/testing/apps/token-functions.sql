-- Changes to stored tokens that only time could make. For tests only.
create function countersign.test_age_oauth_item(p_id_hash text, p_age interval) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.oauth_items set
    created_at = created_at - p_age, expires_at = expires_at - p_age, kept_until = kept_until - p_age,
    -- Counts from now, independent of the test's duration: on a busy machine, a few requests take seconds.
    consumed_at = case when consumed_at is not null then now() - p_age end
  where id_hash = p_id_hash
$$;

create function countersign.test_age_oauth_keys(p_age interval) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.oauth_keys set created_at = created_at - p_age, signs_from = signs_from - p_age where true
$$;

create function countersign.test_replace_oauth_keys(p_keys jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare kept jsonb := (select coalesce(jsonb_agg(to_jsonb(k)), '[]') from countersign_private.oauth_keys k);
begin
  delete from countersign_private.oauth_keys where true;
  insert into countersign_private.oauth_keys
  select r.* from jsonb_populate_recordset(null::countersign_private.oauth_keys, p_keys) r;
  return kept;
end
$$;

create function countersign.test_read_oauth_items(p_client_id text) returns jsonb
language sql security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(i)), '[]') from countersign_private.oauth_items i
  where i.payload ->> 'clientId' = p_client_id or i.payload -> 'params' ->> 'client_id' = p_client_id
$$;
