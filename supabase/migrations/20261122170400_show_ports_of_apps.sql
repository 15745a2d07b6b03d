-- Consent shows where an app is with its port: what an account sees of it afterwards does too.

create function countersign_private.place_of_redirect_uri(p_uri text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(substring(p_uri from '^https?://((?:\[::1\]|[^:/?]+)(?::\d+)?)'), substring(p_uri from '^([^:]+):')) $$;
comment on function countersign_private.place_of_redirect_uri is
  'Where an address leads, as people read it: the host with its port, or the scheme of an installed app.';
revoke execute on function countersign_private.place_of_redirect_uri from public;

create or replace function countersign_private.add_grant_event(
  p_grant countersign_private.oauth_grants, p_kind text, p_device text
) returns void language sql set search_path = '' as $$
  -- Anybody can choose a name. The host is what they can't.
  select countersign_private.add_event(p_grant.user_id, p_kind, jsonb_build_object(
    'app', c.name,
    'host', case when c.removed_at is null then countersign_private.place_of_redirect_uri(c.redirect_uris[1]) end
  ), p_device)
  from countersign_private.oauth_clients c where c.client_id = p_grant.client_id $$;

create or replace function countersign.list_oauth_grants(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', g.id, 'client_id', g.client_id, 'name', c.name,
      'host', countersign_private.place_of_redirect_uri(c.redirect_uris[1]), 'is_reviewed', c.is_reviewed,
      'is_first_party', c.is_first_party, 'has_logo', countersign_private.has_logo(c.client_id), 'scopes', g.scopes,
      'is_live', countersign_private.is_grant_live(g), 'created_at', g.created_at, 'last_used_at', g.last_used_at, 'wallets', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', w.id, 'address', w.address, 'label', w.label, 'wallet_name', w.wallet_name, 'chain', w.chain,
          'proven_at', w.proven_at, 'is_live', w.removed_at is null
        ) order by w.is_primary desc, w.proven_at desc, w.id), '[]')
        from countersign_private.oauth_granted_wallets shared join countersign.wallets w on w.id = shared.wallet_id
        where shared.grant_id = g.id
      )
    ) order by g.created_at desc, g.id), '[]')
    from countersign_private.oauth_grants g
    join countersign_private.oauth_clients c on c.client_id = g.client_id and c.removed_at is null
    where g.user_id = p_user_id and g.ended_at is null
  );
end $$;

create or replace function countersign_private.export_grants(p_user_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'app', c.name, 'host', case when c.removed_at is null then countersign_private.place_of_redirect_uri(c.redirect_uris[1]) end,
    -- What the app knows the account as, which ties the file to what is stored there.
    'accountThere', s.sub, 'scopes', g.scopes, 'allowedAt', g.created_at, 'lastUsedAt', g.last_used_at,
    'endedAt', g.ended_at, 'wallets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'walletId', w.id, 'chain', w.chain, 'address', w.address, 'sharedAt', shared.shared_at
      ) order by shared.shared_at, w.id), '[]')
      from countersign_private.oauth_granted_wallets shared join countersign.wallets w on w.id = shared.wallet_id
      where shared.grant_id = g.id
    )
  ) order by g.created_at, g.id), '[]')
  from countersign_private.oauth_grants g
  join countersign_private.oauth_clients c on c.client_id = g.client_id
  left join countersign_private.oauth_subjects s on s.user_id = g.user_id and s.sector = c.sector
  where g.user_id = p_user_id $$;
