-- A second press, or another tab, would end the secret that the app still uses, for one that nobody uses yet. As for the team.
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
  perform countersign_private.rotate_secret(client, p_secret_hash, p_keep_seconds);
  perform countersign_private.add_app_event(p_user_id, 'app_secret_rotated', client.name, p_device);
end $$;
comment on function countersign.rotate_own_oauth_client_secret is
  'Gives somebody''s app a new secret. Refuses as lock_own_client and rotate_secret do, with app.too_many, and with '
  'app.secret_just_made while the secret before the newest still counts, unless none is to be kept.';
