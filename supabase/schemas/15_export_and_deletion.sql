-- Export and account deletion. The site's data is deleted first and at once, then Auth deletes the user. A pending deletion
-- records the state in between, so that any process can resume after a failure, without the user.
create table countersign_private.pending_deletions (
  user_id uuid primary key,
  email text,
  reason text check (char_length(reason) <= 200),
  attempts integer not null default 0,
  due_at timestamptz not null,
  deleted_at timestamptz not null default now()
);
comment on table countersign_private.pending_deletions is 'References no user: the row outlives it.';
comment on column countersign_private.pending_deletions.due_at is 'Until then, another process works on it.';
alter table countersign_private.pending_deletions enable row level security;

create function countersign.delete_account(p_user_id uuid, p_session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Repeated, for example after a failure: nothing is left to protect.
  if exists (select from countersign_private.pending_deletions d where d.user_id = p_user_id) then return; end if;
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.close_account(
    u.id, case when u.email_confirmed_at is not null then nullif(u.email, '') end, null
  ) from auth.users u where u.id = p_user_id;
end $$;
comment on function countersign.delete_account is
  'Deletes all of the site''s data on an account and refuses it from now on. The server then has Auth delete the user. '
  'Idempotent. Locks the account row. Refuses like require_recent_auth.';

create function countersign_private.close_account(p_user_id uuid, p_email text, p_reason text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into countersign_private.pending_deletions (user_id, email, due_at, reason)
  values (p_user_id, p_email, now() + interval '1 minute', p_reason);
  -- Cascades to every table that references the account. Public proofs leave their ids in deleted_public_proofs.
  delete from countersign.accounts a where a.user_id = p_user_id;
  begin
    delete from auth.sessions s where s.user_id = p_user_id;
  exception when insufficient_privilege then null; -- Some projects don't grant this. Sessions then end with the user.
  end;
end $$;
comment on function countersign_private.close_account is 'The caller holds the account lock.';

create function countersign.claim_pending_deletions(p_at_most integer) returns uuid[]
language sql security definer set search_path = '' as $$
  with due as materialized (
    select d.user_id from countersign_private.pending_deletions d where d.due_at <= now() order by d.due_at
    limit p_at_most for update skip locked
  ), claimed as (
    -- Retries never stop, because the site has told the user that the account is deleted. They slow down to once an hour.
    update countersign_private.pending_deletions d set attempts = d.attempts + 1,
      due_at = now() + interval '1 minute' * least(60, 2 ^ least(d.attempts, 6))
    from due where d.user_id = due.user_id returning d.user_id
  )
  select coalesce(array_agg(claimed.user_id), '{}') from claimed $$;
comment on function countersign.claim_pending_deletions is
  'Claims up to p_at_most due deletions and returns the users that Auth still has to delete, each to one caller, which then '
  'calls finish_deletion. Skips locked rows.';

create function countersign.finish_deletion(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare deletion countersign_private.pending_deletions;
begin
  delete from countersign_private.pending_deletions d
  where d.user_id = p_user_id and not exists (select from auth.users u where u.id = p_user_id)
  returning * into deletion;
  if found and deletion.email is not null then
    perform countersign_private.queue_mail(p_user_id, 'account_deleted',
      jsonb_strip_nulls(jsonb_build_object('to', deletion.email, 'reason', deletion.reason)));
  end if;
end $$;
comment on function countersign.finish_deletion is
  'Deletes a pending deletion once Auth has deleted the user, and enqueues the last email. Does nothing before then, or twice. '
  'Locks the row of the pending deletion.';

-- The export. Long lists are paginated.
create function countersign.start_export(p_user_id uuid, p_session_id uuid, p_device text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare account countersign.accounts := countersign_private.lock_account(p_user_id, p_session_id);
begin
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.add_event(p_user_id, 'account_exported', null, p_device);
  return (
    select jsonb_build_object(
      'account', jsonb_build_object(
        'id', u.id, 'code', account.code, 'displayName', account.display_name, 'createdAt', u.created_at,
        'email', nullif(u.email, ''), 'emailConfirmedAt', u.email_confirmed_at,
        -- Auth keeps the address of a change after it has ended.
        'newEmail', coalesce(c.email, case when exists (
          select from auth.one_time_tokens t
          where t.user_id = u.id and t.token_type::text in ('email_change_token_current', 'email_change_token_new')
        ) then nullif(u.email_change, '') end),
        'phone', nullif(u.phone, ''), 'lastSignInAt', u.last_sign_in_at, 'hasPassword', coalesce(u.encrypted_password, '') <> '',
        'data', u.raw_user_meta_data, 'dataOfTheSite', u.raw_app_meta_data
      ),
      'identities', coalesce((select jsonb_agg(jsonb_build_object(
          'provider', i.provider, 'idThere', i.provider_id, 'data', i.identity_data,
          'createdAt', i.created_at, 'lastSignInAt', i.last_sign_in_at
        ) order by i.created_at) from auth.identities i where i.user_id = u.id), '[]'),
      -- Never a factor's secret.
      'secondFactors', coalesce((select jsonb_agg(jsonb_build_object(
          'name', f.friendly_name, 'type', f.factor_type, 'status', f.status, 'createdAt', f.created_at
        ) order by f.created_at) from auth.mfa_factors f where f.user_id = u.id), '[]'),
      -- No credential ids: a site could request one from a device.
      'passkeys', coalesce((select jsonb_agg(jsonb_build_object(
          'name', p.name, 'createdAt', p.created_at, 'lastUsedAt', p.last_used_at
        ) order by p.created_at) from countersign_private.passkeys_at_auth(u.id) p), '[]'),
      'publicPage', (
        select jsonb_build_object(
          'id', page.id, 'showsGithub', page.github_identity_id is not null, 'createdAt', page.created_at
        ) from countersign_private.public_pages page where page.user_id = u.id
      ),
      'apps', countersign_private.export_grants(u.id),
      'ownApps', coalesce((select jsonb_agg(jsonb_build_object(
          'clientId', c.client_id, 'name', c.name, 'redirectUris', c.redirect_uris,
          'postLogoutRedirectUris', c.post_logout_redirect_uris, 'keepsSecret', c.is_confidential, 'createdAt', c.created_at
        ) order by c.created_at, c.client_id)
        from countersign_private.oauth_clients c where c.owner_id = u.id and c.removed_at is null), '[]'),
      'sessions', coalesce((select jsonb_agg(jsonb_build_object(
          'id', coalesce(s.id, seen.session_id), 'method', seen.method, 'device', seen.device,
          'location', seen.location, 'recoveryCodeUsedAt', seen.recovered_at, 'browser', s.user_agent,
          'networkAddress', host(s.ip), 'level', s.aal,
          'startedAt', coalesce(s.created_at, seen.first_seen_at), 'lastUsedAt', coalesce(seen.last_seen_at, s.updated_at),
          'endedAt', seen.ended_at, 'endedBecause', seen.ended_because
        ) order by coalesce(s.created_at, seen.first_seen_at))
        from (
          select auths.id, auths.user_agent, auths.ip, auths.aal, auths.created_at, auths.updated_at
          from auth.sessions auths where auths.user_id = u.id
        ) s
        full join (select * from countersign.account_sessions ours where ours.user_id = u.id) seen
          on seen.session_id = s.id), '[]')
    ) from auth.users u left join lateral countersign_private.find_email_change(u.id) c on true where u.id = p_user_id
  );
end $$;
comment on function countersign.start_export is
  'Returns the part of the export that is not paginated, without secrets, and records account_exported. Locks the account row. '
  'Refuses like require_recent_auth.';

create function countersign_private.export_grants(p_user_id uuid) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'app', c.name, 'host', case when c.removed_at is null then countersign_private.host_and_port_of_redirect_uri(c.redirect_uris[1]) end,
    -- The subject id that the app knows, which links the export to the app's data.
    'accountThere', s.sub, 'scopes', g.scopes, 'showsPage', g.shows_page, 'allowedAt', g.created_at, 'lastUsedAt', g.last_used_at,
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

create function countersign.export_wallets(p_user_id uuid, p_after uuid, p_at_most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', page.id, 'chain', page.chain, 'address', page.address, 'label', page.label, 'walletName', page.wallet_name,
    'isPrimary', page.is_primary, 'isListed', page.is_listed, 'newestProof', page.proof_id, 'provenAt', page.proven_at, 'createdAt', page.created_at,
    'removedAt', page.removed_at, 'removedBecause', page.removed_because
  ) order by page.created_at, page.id), '[]')
  from (
    select w.* from countersign.wallets w
    where w.user_id = p_user_id and (p_after is null
      or (w.created_at, w.id) > (select last.created_at, last.id from countersign.wallets last where last.id = p_after))
    order by w.created_at, w.id limit p_at_most
  ) page $$;
comment on function countersign.export_wallets is
  'Returns a page of the account''s live and ended wallets, oldest first, after the wallet p_after.';

create function countersign.export_proofs(p_user_id uuid, p_after uuid, p_at_most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', page.id, 'walletId', page.wallet_id, 'isPublic', page.is_public,
    'status', coalesce(page.ended_because, 'standing'), 'endedAt', page.ended_at,
    'proof', countersign_private.describe_proof(page)
  ) order by page.proven_at, page.id), '[]')
  from (
    select p.* from countersign.proofs p
    where p.user_id = p_user_id and (p_after is null
      or (p.proven_at, p.id) > (select last.proven_at, last.id from countersign.proofs last where last.id = p_after))
    order by p.proven_at, p.id limit p_at_most
  ) page $$;
comment on function countersign.export_proofs is
  'Returns a page of the account''s proofs, oldest first, after the proof p_after, as describe_proof returns them.';

create function countersign.export_activity(p_user_id uuid, p_after bigint, p_at_most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', page.id, 'kind', page.kind, 'details', page.details, 'device', page.device, 'sessionId', page.session_id,
    'createdAt', page.created_at
  ) order by page.id), '[]')
  from (
    select e.* from countersign.activity_events e where e.user_id = p_user_id and e.id > coalesce(p_after, 0)
    order by e.id limit p_at_most
  ) page $$;
comment on function countersign.export_activity is
  'Returns a page of the account''s activity, oldest first, after the event p_after.';
