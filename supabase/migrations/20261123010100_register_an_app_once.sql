-- The same form may come twice: a page that is loaded again sends it again, and a press may be sent twice. The second finds
-- what the first has registered, however close behind it is.
create or replace function countersign.register_own_oauth_client(
  p_user_id uuid, p_session_id uuid, p_client jsonb, p_secret_hash text, p_device text
) returns text language plpgsql security definer set search_path = '' as $$
declare made_id text;
begin
  -- One after the other, so that each counts what those before it have made.
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.refuse(409, 'app.registered_before')
  where exists (
    select from countersign_private.oauth_clients c
    where c.owner_id = p_user_id and c.removed_at is null and c.name = p_client ->> 'name'
      and c.is_confidential = coalesce((p_client ->> 'is_confidential')::boolean, true)
      and c.redirect_uris = countersign_private.read_texts(p_client -> 'redirect_uris')
      and c.post_logout_redirect_uris = countersign_private.read_texts(p_client -> 'post_logout_redirect_uris')
  );
  perform countersign_private.refuse(409, 'app.too_many')
  where 10 <= (
    select count(*) from countersign_private.oauth_clients c where c.owner_id = p_user_id and c.removed_at is null
  );
  perform countersign_private.limit_changes(p_user_id, 'app.too_many');
  made_id := countersign_private.insert_client(p_user_id, p_client, p_secret_hash);
  perform countersign_private.add_app_event(p_user_id, 'app_registered', p_client ->> 'name', p_device);
  return made_id;
exception when invalid_text_representation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.register_own_oauth_client is
  'Registers an app of a person, which nobody has reviewed, and answers its id. Refuses as lock_account, require_recent_auth '
  'and insert_client do, with app.registered_before where they have one just like it, and with app.too_many after ten.';
