-- Two who end the newest secret of an app at the same moment: the second one would end what the first was just shown, untold.
-- So whoever ends it says which one they mean, by when it was made.
alter table countersign_private.oauth_clients add column secret_made_at timestamptz not null default now();
-- Of one that has got a new secret before nobody knows when: then it is when this was applied.
update countersign_private.oauth_clients set secret_made_at = created_at where previous_secret_hash is null;
comment on column countersign_private.oauth_clients.secret_made_at is
  'When the newest secret was made, which names it. When it was registered, for an app without one.';

create or replace function countersign_private.describe_client_to_owner(p_client countersign_private.oauth_clients) returns jsonb
language sql stable set search_path = '' as $$
  select countersign_private.describe_client(p_client) || jsonb_build_object(
    'created_at', p_client.created_at, 'disabled_at', p_client.disabled_at,
    'secret_made_at', case when p_client.is_confidential then p_client.secret_made_at end,
    'previous_secret_until', case when p_client.previous_secret_until > now() then p_client.previous_secret_until end,
    'owner_code', (select a.code from countersign.accounts a where a.user_id = p_client.owner_id)
  ) $$;

create function countersign_private.require_newest_secret(
  p_client countersign_private.oauth_clients, p_newest_made_at timestamptz, p_code text
) returns void language plpgsql set search_path = '' as $$
begin
  perform countersign_private.refuse(409, p_code) where p_newest_made_at is distinct from p_client.secret_made_at;
end $$;
comment on function countersign_private.require_newest_secret is
  'Refuses with the code given unless the newest secret of an app was made at this very time.';
revoke execute on function countersign_private.require_newest_secret from public;

create or replace function countersign_private.rotate_secret(
  p_client countersign_private.oauth_clients, p_secret_hash text, p_keep_seconds integer
) returns void language plpgsql set search_path = '' as $$
begin
  perform countersign_private.refuse(400, 'request.unexpected')
  where not p_client.is_confidential or p_secret_hash is null or p_keep_seconds is null
    or p_keep_seconds not between 0 and 30 * 24 * 3600;
  update countersign_private.oauth_clients c set
    -- The clock and not when the transaction began, which may have waited for the one that made the secret before.
    secret_hash = p_secret_hash, secret_made_at = clock_timestamp(), previous_secret_hash = c.secret_hash,
    previous_secret_until = now() + make_interval(secs => p_keep_seconds)
  where c.client_id = p_client.client_id;
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;

create or replace function countersign_private.replace_secret(p_client countersign_private.oauth_clients, p_secret_hash text)
returns void language plpgsql set search_path = '' as $$
begin
  -- The only secret that works is in use.
  perform countersign_private.refuse(409, 'app.no_secret_before')
  where p_client.is_confidential and (p_client.previous_secret_until > now()) is not true;
  perform countersign_private.refuse(400, 'request.unexpected') where not p_client.is_confidential or p_secret_hash is null;
  update countersign_private.oauth_clients c set secret_hash = p_secret_hash, secret_made_at = clock_timestamp()
  where c.client_id = p_client.client_id;
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;

-- The app of the version before calls both without the last argument: it makes a new secret beside the newest as ever. What ends
-- one it can't do any more, but for the team's --keep 0.
drop function countersign.rotate_oauth_client_secret(text, text, integer);
create function countersign.rotate_oauth_client_secret(
  p_client_id text, p_secret_hash text, p_keep_seconds integer, p_newest_made_at timestamptz default null
) returns void language plpgsql security definer set search_path = '' as $$
declare client countersign_private.oauth_clients := countersign_private.lock_client(p_client_id, null);
begin
  if p_keep_seconds is null then
    perform countersign_private.require_newest_secret(client, p_newest_made_at, 'operator.secret_changed');
    perform countersign_private.replace_secret(client, p_secret_hash);
    return;
  end if;
  perform countersign_private.refuse(409, 'operator.secret_just_made')
  where client.previous_secret_until > now() and p_keep_seconds > 0;
  perform countersign_private.rotate_secret(client, p_secret_hash, p_keep_seconds);
end $$;
comment on function countersign.rotate_oauth_client_secret is
  'Gives an app a new secret, as the team. Refuses as lock_client and rotate_secret do, and with operator.secret_just_made while the '
  'secret before the newest still counts, unless none is to be kept. Without a time it does and refuses what replace_secret does: '
  'who replaces the newest so says when it was made, and hears operator.secret_changed if it was not.';

drop function countersign.rotate_own_oauth_client_secret(uuid, uuid, text, text, integer, text);
create function countersign.rotate_own_oauth_client_secret(
  p_user_id uuid, p_session_id uuid, p_client_id text, p_secret_hash text, p_keep_seconds integer, p_device text,
  p_newest_made_at timestamptz default null
) returns void language plpgsql security definer set search_path = '' as $$
declare
  client countersign_private.oauth_clients :=
    countersign_private.lock_own_client(p_user_id, p_session_id, p_client_id);
begin
  if coalesce(p_keep_seconds, 0) = 0 then
    perform countersign_private.require_newest_secret(client, p_newest_made_at, 'app.secret_changed');
  end if;
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
  'refuses what replace_secret does. Whoever ends the newest so, in either way, says when that was made, and hears '
  'app.secret_changed if it was not.';

revoke execute on function countersign.rotate_oauth_client_secret, countersign.rotate_own_oauth_client_secret from public;
grant execute on function countersign.rotate_oauth_client_secret, countersign.rotate_own_oauth_client_secret to service_role;

create or replace function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261123090000' $$;
