-- As it was, but that what is over is looked up by its keys. With "in (select …)" a plan from when the tables were small begins to
-- read them from their start, at each request, through all rows that are gone: each exchange was slower than the one before.
create or replace function countersign.commit_oauth_request(p_changes jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  change jsonb;
  is_good boolean := true;
  reused uuid[] := '{}';
  swept text[];
  own text[] := countersign_private.read_texts(p_changes -> 'used');
  to_use text[] := countersign_private.read_texts(p_changes -> 'use');
begin
  -- Before anything that hangs on them: the deletion of an account, which takes all of it, waits here and not half way.
  perform from countersign_private.oauth_grants g where g.id = any (array(
    select a.grant_id from countersign_private.oauth_authorizations a where a.id = any (array(
      -- One list: with "or" between them every authorization there is would be read.
      select unnest(own)
      union all select c.value ->> 'id' from jsonb_array_elements(p_changes -> 'end') c
      union all select i.authorization_id from countersign_private.oauth_items i where i.id_hash = any (to_use)
    ))
    union all
    select (c.value -> 'authorization' ->> 'grant_id')::uuid from jsonb_array_elements(p_changes -> 'put') c
  )) order by g.id for key share;
  for change in select c.value from jsonb_array_elements(p_changes -> 'end') c loop
    reused := reused || countersign_private.end_oauth_authorization(change ->> 'id', change ->> 'because');
  end loop;
  for change in select c.value from jsonb_array_elements(p_changes -> 'use') c loop
    is_good := is_good and countersign_private.use_oauth_item(
      change #>> '{}', to_timestamp((p_changes ->> 'came_at')::double precision));
  end loop;
  delete from countersign_private.oauth_items i
  where i.kind = 'Interaction' and i.id_hash = any (countersign_private.read_texts(p_changes -> 'drop'));
  if is_good then
    for change in select c.value from jsonb_array_elements(p_changes -> 'put') c loop
      is_good := is_good and countersign_private.put_oauth_item(change);
    end loop;
    perform countersign_private.touch_oauth_grant(a.grant_id) from countersign_private.oauth_authorizations a
    where a.id = any (own);
  end if;
  -- More than one request adds, so that what is over never piles up.
  with over as (
    delete from countersign_private.oauth_items i where i.id_hash = any (array(
      select o.id_hash from countersign_private.oauth_items o where o.kept_until < now()
      order by o.kept_until limit 20 for update skip locked
    )) returning i.authorization_id
  )
  select array_agg(distinct over.authorization_id) into swept from over where over.authorization_id is not null;
  if swept is not null then
    -- What is just being used or deleted is none of this one's: it would wait for the items that are gone now.
    delete from countersign_private.oauth_authorizations a where a.id = any (array(
      select o.id from countersign_private.oauth_authorizations o
      where o.id = any (swept) and not exists (
        select from countersign_private.oauth_items i where i.authorization_id = o.id
      ) for update skip locked
    ));
  end if;
  return jsonb_build_object('is_good', is_good, 'reused_grants', to_jsonb(array_remove(reused, null)));
exception when check_violation or not_null_violation or invalid_text_representation or foreign_key_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;

create or replace function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261123070000' $$;
