-- Whoever lost the newest secret, which is shown once, could end both alone: then nobody gets in to the app until it has the next one.
create function countersign_private.replace_secret(p_client countersign_private.oauth_clients, p_secret_hash text)
returns void language plpgsql set search_path = '' as $$
begin
  -- The only secret that works is in use.
  perform countersign_private.refuse(409, 'app.no_secret_before')
  where p_client.is_confidential and (p_client.previous_secret_until > now()) is not true;
  perform countersign_private.refuse(400, 'request.unexpected') where not p_client.is_confidential or p_secret_hash is null;
  update countersign_private.oauth_clients c set secret_hash = p_secret_hash where c.client_id = p_client.client_id;
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign_private.replace_secret is
  'Ends the newest secret of an app for another one, and leaves the one before it for as long as it has. Refuses with '
  'app.no_secret_before where that has ended, and with request.unexpected.';
revoke execute on function countersign_private.replace_secret from public;

create or replace function countersign.rotate_oauth_client_secret(p_client_id text, p_secret_hash text, p_keep_seconds integer)
returns void language plpgsql security definer set search_path = '' as $$
declare client countersign_private.oauth_clients := countersign_private.lock_client(p_client_id, null);
begin
  if p_keep_seconds is null then
    perform countersign_private.replace_secret(client, p_secret_hash);
    return;
  end if;
  perform countersign_private.refuse(409, 'operator.secret_just_made')
  where client.previous_secret_until > now() and p_keep_seconds > 0;
  perform countersign_private.rotate_secret(client, p_secret_hash, p_keep_seconds);
end $$;
comment on function countersign.rotate_oauth_client_secret is
  'Gives an app a new secret, as the team. Refuses as lock_client and rotate_secret do, and with operator.secret_just_made while the '
  'secret before the newest still counts, unless none is to be kept. Without a time it does and refuses what replace_secret does.';

create or replace function countersign.rotate_own_oauth_client_secret(
  p_user_id uuid, p_session_id uuid, p_client_id text, p_secret_hash text, p_keep_seconds integer, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare
  client countersign_private.oauth_clients :=
    countersign_private.lock_own_client(p_user_id, p_session_id, p_client_id);
begin
  perform countersign_private.refuse(409, 'app.secret_just_made')
  where client.previous_secret_until > now() and p_keep_seconds > 0;
  perform countersign_private.limit_changes(p_user_id, 'app.too_many');
  if p_keep_seconds is null then perform countersign_private.replace_secret(client, p_secret_hash);
  else perform countersign_private.rotate_secret(client, p_secret_hash, p_keep_seconds);
  end if;
  perform countersign_private.add_app_event(p_user_id, 'app_secret_rotated', client.name, p_device);
end $$;
comment on function countersign.rotate_own_oauth_client_secret is
  'Gives somebody''s app a new secret. Refuses as lock_own_client and rotate_secret do, with app.too_many, and with '
  'app.secret_just_made while the secret before the newest still counts, unless none is to be kept. Without a time it does and '
  'refuses what replace_secret does.';

create or replace function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261123060000' $$;
