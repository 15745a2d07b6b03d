-- A list of wallets says what each proof says of the account, and what the account is called now.
grant select (display_name) on countersign.proofs to authenticated;

create or replace view countersign.live_wallets with (security_invoker = true) as
  select w.id, w.chain, w.address, w.label, w.is_primary, w.proof_id, w.proven_at, w.created_at,
    -- Subqueries run only for the rows of a page. A join made Postgres read all proofs of a large account first.
    (select p.is_public from countersign.proofs p where p.id = w.proof_id) as is_public,
    (select p.method from countersign.proofs p where p.id = w.proof_id) as method,
    w.wallet_name,
    translate(encode(w.wallet_icon, 'base64'), E'\n', '') as wallet_icon,
    lower(coalesce(w.label, w.wallet_name, w.address)) as sort_name,
    lower(concat_ws(' ', w.label, w.wallet_name, w.address)) as search_text,
    (select p.names_account from countersign.proofs p where p.id = w.proof_id) as names_account,
    (select p.account_code from countersign.proofs p where p.id = w.proof_id) as account_code,
    (select p.display_name from countersign.proofs p where p.id = w.proof_id) as display_name,
    (select a.display_name from countersign.accounts a where a.user_id = w.user_id) as account_name
  from countersign.wallets w
  where w.removed_at is null;

-- Nothing becomes public that its owner wasn't shown.
drop function countersign.publish_wallet(uuid, uuid, uuid, boolean, text);

create function countersign.publish_wallet(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_is_public boolean, p_device text, p_proof_id uuid default null
) returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform countersign_private.refuse(400, 'request.unexpected') where p_is_public is null;
  -- Unpublishing needs no step-up, and takes back whatever is public.
  if p_is_public then
    perform countersign.require_recent_auth(p_user_id, p_session_id);
    perform countersign_private.refuse(409, 'proof.replaced') where p_proof_id <> wallet.proof_id;
  end if;
  -- Unpublishing includes the links to proofs that this one has replaced.
  update countersign.proofs p set is_public = p_is_public
  where p.wallet_id = wallet.id and p.is_public <> p_is_public and (p.id = wallet.proof_id or not p_is_public);
  if found then
    perform countersign_private.add_wallet_event(
      p_user_id, case when p_is_public then 'wallet_published' else 'wallet_unpublished' end, wallet.address, p_device
    );
  end if;
end $$;
comment on function countersign.publish_wallet is
  'Makes the current proof public, or all proofs of the wallet private. p_proof_id is the proof that the owner was shown; null '
  'publishes whichever is current. Refuses like lock_wallet, with request.unexpected if p_is_public is null and, to publish, like '
  'require_recent_auth, with proof.replaced if p_proof_id is not current and with proof.names_no_account. Locks the account row.';
revoke execute on function countersign.publish_wallet from public;
grant execute on function countersign.publish_wallet to service_role;

-- Which of the events that an app acknowledges were there.
create or replace function countersign.poll_oauth_events(p_client_id text, p_acks uuid[], p_at_most integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most integer := least(greatest(coalesce(p_at_most, 100), 0), 100);
  found_events jsonb;
  found_count integer;
  forgotten jsonb;
begin
  perform countersign_private.refuse(400, 'request.unexpected') where cardinality(p_acks) > 1000;
  perform countersign_private.refuse(404, 'app.unknown')
  where not exists (
    select from countersign_private.oauth_clients c
    where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null
  );
  -- Skips those that another process of the app is acknowledging.
  with gone as (
    delete from countersign_private.oauth_events e where e.id in (
      select done.id from countersign_private.oauth_events done
      where done.jti = any (p_acks) and done.client_id = p_client_id order by done.id for update skip locked
    ) returning e.jti
  )
  select coalesce(jsonb_agg(gone.jti), '[]') into forgotten from gone;
  select coalesce(jsonb_agg(jsonb_build_object(
      'jti', e.jti, 'sub', e.sub, 'kind', e.kind, 'details', e.details, 'createdAt', e.created_at
    ) order by e.id) filter (where e.place <= most), '[]'), count(*)
  into found_events, found_count
  from (
    select next.*, row_number() over (order by next.id) as place
    from (
      select waiting.* from countersign_private.oauth_events waiting
      where waiting.client_id = p_client_id and waiting.created_at > now() - interval '30 days'
      order by waiting.id limit most + 1
    ) next
  ) e;
  return jsonb_build_object('events', found_events, 'more', found_count > most, 'forgotten', forgotten);
end $$;
comment on function countersign.poll_oauth_events is
  'Deletes the app''s events that it acknowledges by jti, and returns its oldest remaining ones and the jti of those deleted: '
  '{events: at most 100, more, forgotten}. '
  'An event is repeated until acknowledged. Refuses with app.unknown, and with request.unexpected for more than 1000 '
  'acknowledgments.';

create or replace function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261127000000' $$;

-- What only other functions call is none of the server's.
drop function countersign.ensure_oauth_subject(uuid, text);
drop function countersign.find_oauth_grant(uuid, text);

create function countersign_private.ensure_oauth_subject(p_user_id uuid, p_client_id text) returns text
language plpgsql set search_path = '' as $$
declare
  own_sector text := (select c.sector from countersign_private.oauth_clients c
    where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null);
  known text;
begin
  if own_sector is null then return null; end if;
  loop
    select s.sub into known from countersign_private.oauth_subjects s
    where s.user_id = p_user_id and s.sector = own_sector;
    if found then return known; end if;
    -- Locks the account before the insert. Otherwise the new index entry would wait for a transaction that holds the account,
    -- while that one waits for the entry.
    perform from countersign.accounts a where a.user_id = p_user_id for key share;
    if not found then return null; end if;
    insert into countersign_private.oauth_subjects (user_id, sector) values (p_user_id, own_sector) on conflict do nothing;
  end loop;
end $$;
comment on function countersign_private.ensure_oauth_subject is
  'Returns the sub of an account for an app: created the first time, the same from then on. Null for an unknown app or '
  'account. Locks the account row (key share) to create one.';

create function countersign_private.describe_grant(p_user_id uuid, p_client_id text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare agreed countersign_private.oauth_grants := countersign_private.find_grant(p_user_id, p_client_id);
begin
  if agreed.id is null then return null; end if;
  return jsonb_build_object('id', agreed.id, 'scopes', agreed.scopes, 'wallets', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', w.id, 'address', w.address, 'chain', w.chain, 'provenAt', w.proven_at
    ) order by w.is_primary desc, w.proven_at desc, w.id), '[]') from countersign_private.shared_wallets(agreed.id) w
  ));
end $$;
comment on function countersign_private.describe_grant is
  'The live grant of an account for an app: {id, scopes, wallets: [{id, address, chain, provenAt}]}, or null.';

create or replace function countersign.give_oauth_grant(
  p_user_id uuid, p_session_id uuid, p_client_id text, p_scopes text[], p_wallet_ids uuid[], p_device text
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  client countersign_private.oauth_clients;
  agreed countersign_private.oauth_grants;
  before text[];
  is_more boolean;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  -- Keeps the app from being removed meanwhile.
  select * into client from countersign_private.oauth_clients c
  where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null for share;
  perform countersign_private.refuse(404, 'app.unknown') where not found;
  perform countersign_private.refuse(400, 'app.too_many_wallets') where cardinality(p_wallet_ids) > 20;
  perform countersign_private.limit_changes(p_user_id, 'app.too_many');
  select * into agreed from countersign_private.oauth_grants g
  where g.user_id = p_user_id and g.client_id = p_client_id and g.ended_at is null;
  before := coalesce(agreed.scopes, '{}');
  if agreed.id is null then
    perform countersign_private.refuse(409, 'app.too_many')
    where 200 <= (select count(*) from countersign_private.oauth_grants g where g.user_id = p_user_id and g.ended_at is null);
    perform countersign_private.ensure_oauth_subject(p_user_id, p_client_id);
    insert into countersign_private.oauth_grants (user_id, client_id, scopes)
    values (p_user_id, p_client_id, array(select distinct unnest(p_scopes) order by 1)) returning * into agreed;
  elsif client.asks_again_from > agreed.agreed_at then
    -- The app has changed since: the consent starts over.
    before := '{}';
    update countersign_private.oauth_grants g
    set scopes = array(select distinct unnest(p_scopes) order by 1), agreed_at = clock_timestamp()
    where g.id = agreed.id returning * into agreed;
    perform countersign_private.set_shared_wallets(agreed, client.name, '{}', p_device);
  elsif not p_scopes <@ before then
    update countersign_private.oauth_grants g set scopes = array(select distinct unnest(before || p_scopes) order by 1)
    where g.id = agreed.id returning * into agreed;
  end if;
  is_more := not p_scopes <@ before;
  if p_wallet_ids is not null then
    perform countersign_private.refuse(409, 'app.wallet_not_offered')
    where not agreed.scopes && array['wallets', 'proofs'] and cardinality(p_wallet_ids) > 0
      or exists (
        select from unnest(p_wallet_ids) as chosen (id) where not exists (
          select from countersign.wallets w
          where w.id = chosen.id and w.user_id = p_user_id and w.removed_at is null
        )
      );
    is_more := countersign_private.set_shared_wallets(agreed, client.name, p_wallet_ids, p_device) or is_more;
  end if;
  if before = '{}' then
    perform countersign_private.add_grant_event(agreed, 'app_allowed', p_device);
  elsif is_more then
    perform countersign_private.add_grant_event(agreed, 'app_allowed_more', p_device);
  end if;
  return agreed.id;
exception
  when check_violation or not_null_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;

create or replace function countersign.begin_oauth_request(
  p_client_id text, p_item_hash text, p_with_claims boolean, p_user_id uuid, p_session_id uuid, p_kind text,
  p_counters jsonb
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  item countersign_private.oauth_items;
  own countersign_private.oauth_authorizations;
  own_grant countersign_private.oauth_grants;
  client_name text := p_client_id;
  client jsonb;
  session jsonb := countersign_private.describe_oauth_session(p_user_id, p_session_id);
begin
  if p_kind is not null then perform countersign.consume_rate_limit(p_kind, p_counters); end if;
  if p_item_hash is not null then
    select * into item from countersign_private.oauth_items i where i.id_hash = p_item_hash and i.kept_until > now();
  end if;
  if item.kind = 'AuthorizationCode' and item.consumed_at is null
    and not countersign_private.is_code_good(item.payload, item.session_id) then
    item := null;
  end if;
  if item.authorization_id is not null then
    select * into own from countersign_private.oauth_authorizations a
    where a.id = item.authorization_id and a.ended_at is null;
    select * into own_grant from countersign_private.oauth_grants g
    where g.id = own.grant_id and g.ended_at is null and countersign_private.is_account_active(g.user_id)
      and not exists (
        select from countersign_private.oauth_clients c
        where c.client_id = g.client_id and c.asks_again_from > g.agreed_at
      );
    -- An ended item looks like one that never existed.
    if not found then item := null; end if;
  end if;
  client_name := coalesce(client_name, own_grant.client_id, item.payload -> 'params' ->> 'client_id');
  client := countersign.read_oauth_client(client_name);
  return jsonb_build_object(
    'now', extract(epoch from now())::double precision,
    'client', client,
    'session', session,
    'grant', case when session is not null and client is not null
      then countersign_private.describe_grant(p_user_id, client_name) end,
    'sub', case when session is not null and client is not null then (
      select s.sub from countersign_private.oauth_subjects s
      where s.user_id = p_user_id and s.sector = client ->> 'sector'
    ) end,
    'item', case when item.id_hash is not null then countersign_private.describe_oauth_item(item) end,
    'authorization', case when item.authorization_id is not null then jsonb_build_object(
      'id', own.id, 'userId', own_grant.user_id, 'clientId', own_grant.client_id, 'scopes', own.scopes,
      'sub', countersign_private.ensure_oauth_subject(own_grant.user_id, own_grant.client_id),
      'claims', case when p_with_claims and item.kind = 'AccessToken' and item.expires_at > now()
        then countersign_private.describe_oauth_claims(own_grant.id, string_to_array(item.payload ->> 'scope', ' ')) end
    ) end
  );
end $$;

create or replace function countersign.read_oauth_interaction(p_id_hash text, p_user_id uuid, p_session_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'payload', i.payload,
    'startedAt', extract(epoch from i.created_at)::double precision,
    'session', countersign_private.describe_oauth_session(p_user_id, p_session_id),
    'isFresh', coalesce(countersign_private.session_authenticated_at(p_session_id) > i.created_at, false),
    'grant', case when p_user_id is not null
      then countersign_private.describe_grant(p_user_id, i.payload -> 'params' ->> 'client_id') end
  )
  from countersign_private.oauth_items i
  where i.id_hash = p_id_hash and i.kind = 'Interaction' and i.expires_at > now() and i.payload -> 'result' is null $$;

revoke execute on function
  countersign_private.ensure_oauth_subject, countersign_private.describe_grant from public;

-- Named as in TypeScript.
create or replace function countersign.claim_outbox(p_at_most integer)
returns table (id uuid, kind text, details jsonb, recipient text, "createdAt" timestamptz, "retryAt" timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.delete_stale_mails(20);
  return query
  with due as materialized (
    select n.id from countersign_private.outbox n where n.due_at <= now() order by n.due_at limit p_at_most
    for update skip locked
  ), claimed as (
    -- One minute to send it, doubling with each further attempt: nine waits add up to 8.5 hours.
    update countersign_private.outbox n
    set attempts = n.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ n.attempts from due where n.id = due.id
    returning n.*
  )
  select c.id, c.kind,
    c.details - 'to' || case when c.details ->> 'to' is not null then '{"isFormer": true}' else '{}' end::jsonb,
    coalesce(c.details ->> 'to', countersign_private.known_email(c.user_id)),
    c.created_at, c.due_at
  from claimed c order by c.created_at;
end $$;

-- Each column of Auth's is named, so that what the schema looks for can be compared with what it uses.
create or replace function countersign.record_step_up_by_passkey(p_user_id uuid, p_session_id uuid, p_proof_session uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Single-use: concurrent calls wait for this lock, and the second one finds no mark.
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.refuse(400, 'passkey.refused')
  where p_proof_session is null or p_proof_session = p_session_id
    or not countersign_private.is_session_live(p_user_id, p_proof_session)
    or not countersign_private.is_passkey_session(p_user_id, p_proof_session)
    or not exists (
      select from auth.sessions auths join countersign_private.passkey_sessions m on m.session_id = auths.id
      where auths.id = p_proof_session and least(auths.created_at, m.began_at) > now() - interval '1 minute'
    );
  delete from countersign_private.passkey_sessions s where s.session_id = p_proof_session;
  -- Its tokens were never handed out.
  perform countersign_private.end_sessions(p_user_id, array[p_proof_session], 'signed_out');
  update countersign.account_sessions a set stepped_up_at = now(), stepped_up_by = 'passkey'
  where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null;
end $$;

create or replace function countersign.start_export(p_user_id uuid, p_session_id uuid, p_device text) returns jsonb
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
      'apps', countersign_private.export_grants(u.id),
      'ownApps', countersign_private.export_clients(u.id),
      'sessions', coalesce((select jsonb_agg(jsonb_build_object(
          'id', coalesce(s.id, seen.session_id), 'method', seen.method, 'device', seen.device,
          'browser', s.user_agent, 'networkAddress', host(s.ip), 'level', s.aal,
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
