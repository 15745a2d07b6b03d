-- Two of the team who make a new secret for one app at once: the second one would end the secret that the app still uses, for
-- one that nobody uses yet.
create or replace function countersign.rotate_oauth_client_secret(p_client_id text, p_secret_hash text, p_keep_seconds integer)
returns void language plpgsql security definer set search_path = '' as $$
declare client countersign_private.oauth_clients := countersign_private.lock_client(p_client_id, null);
begin
  perform countersign_private.refuse(409, 'operator.secret_just_made')
  where client.previous_secret_until > now() and p_keep_seconds > 0;
  perform countersign_private.rotate_secret(client, p_secret_hash, p_keep_seconds);
end $$;
comment on function countersign.rotate_oauth_client_secret is
  'Gives an app a new secret, as the team. Refuses as lock_client and rotate_secret do, and with operator.secret_just_made while the '
  'secret before the newest still counts, unless none is to be kept.';
