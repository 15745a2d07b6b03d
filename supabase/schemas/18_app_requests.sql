-- State of the OpenID provider: its keys, pending requests, codes and tokens. Codes and tokens are stored as hashes, keys
-- encrypted. All times are the database's, so that clocks of server processes don't matter.

-- Keys.
create table countersign_private.oauth_keys (
  kid text primary key check (kid ~ '^[A-Za-z0-9_-]{43}$'),
  alg text not null check (alg in ('ES256', 'RS256')),
  sealed_key text not null check (char_length(sealed_key) between 40 and 8000),
  created_at timestamptz not null default now(),
  signs_from timestamptz not null
);
comment on table countersign_private.oauth_keys is 'Encrypted by the server: read access is not enough to sign.';
alter table countersign_private.oauth_keys enable row level security;

create function countersign.list_oauth_keys() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'keys', coalesce((
      select jsonb_agg(
        jsonb_build_object('kid', k.kid, 'alg', k.alg, 'sealedKey', k.sealed_key)
        -- Per algorithm: the signing key, then future ones, then past ones.
        order by k.alg, k.kid = signing.kid desc, k.signs_from desc
      )
      from countersign_private.oauth_keys k
      cross join lateral (
        select s.kid, s.signs_from from countersign_private.oauth_keys s
        where s.alg = k.alg and s.signs_from <= now() order by s.signs_from desc, s.kid limit 1
      ) as signing
      where k.signs_from >= signing.signs_from or signing.signs_from > now() - interval '90 days'
    ), '[]'),
    'due', (
      select coalesce(jsonb_agg(a.alg order by a.alg), '[]') from (values ('ES256'), ('RS256')) as a (alg)
      where not exists (
        select from countersign_private.oauth_keys k
        where k.alg = a.alg and k.signs_from > now() - interval '90 days'
      )
    )
  ) $$;
comment on function countersign.list_oauth_keys is
  'The published keys, the signing one of each algorithm first, and the algorithms that need a new one: {keys: [{kid, alg, '
  'sealedKey}], due: [alg]}.';

create function countersign.add_oauth_key(p_kid text, p_alg text, p_sealed_key text, p_none_opens boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare newest countersign_private.oauth_keys;
begin
  -- Several server processes may find at the same moment that a key is due.
  lock table countersign_private.oauth_keys in share row exclusive mode;
  select * into newest from countersign_private.oauth_keys k where k.alg = p_alg order by k.signs_from desc, k.kid limit 1;
  if newest.kid is null or p_none_opens and newest.created_at < now() - interval '1 minute' then
    insert into countersign_private.oauth_keys (kid, alg, sealed_key, signs_from) values (p_kid, p_alg, p_sealed_key, now());
  elsif newest.signs_from <= now() - interval '90 days' then
    insert into countersign_private.oauth_keys (kid, alg, sealed_key, signs_from)
    values (p_kid, p_alg, p_sealed_key, now() + interval '24 hours');
    delete from countersign_private.oauth_keys k
    where k.alg = p_alg and k.signs_from < newest.signs_from and newest.signs_from < now() - interval '90 days';
  end if;
  return countersign.list_oauth_keys();
exception when check_violation or not_null_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.add_oauth_key is
  'Stores a key if one is due, and returns list_oauth_keys. The first key of an algorithm signs at once, as does a replacement for '
  'keys that the server can''t decrypt; any other in 24 hours. Refuses with request.unexpected if malformed. Locks the table.';

create function countersign.reseal_oauth_key(p_kid text, p_was text, p_sealed_key text) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.oauth_keys k set sealed_key = p_sealed_key
  where k.kid = p_kid and k.sealed_key = p_was $$;
comment on function countersign.reseal_oauth_key is
  'Stores a key encrypted with the server''s current secret key, unless p_was is outdated. Locks the key''s row.';

-- Requests, codes and tokens.
create table countersign_private.oauth_authorizations (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{20,64}$'),
  grant_id uuid not null references countersign_private.oauth_grants (id) on delete cascade,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_because text check (ended_because in ('revoked', 'replayed', 'reused')),
  check ((ended_at is null) = (ended_because is null))
);
create index oauth_authorizations_of_grant on countersign_private.oauth_authorizations (grant_id);
alter table countersign_private.oauth_authorizations enable row level security;

create table countersign_private.oauth_items (
  id_hash text primary key check (id_hash ~ '^[A-Za-z0-9_-]{43}$'),
  kind text not null check (kind in (
    'Interaction', 'PushedAuthorizationRequest', 'AuthorizationCode', 'AccessToken', 'RefreshToken'
  )),
  authorization_id text references countersign_private.oauth_authorizations (id) on delete cascade,
  -- No foreign key, so that storing an item locks no account. A trigger deletes these items with their account.
  user_id uuid,
  payload jsonb not null check (octet_length(payload::text) <= 16384),
  consumed_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  kept_until timestamptz not null,
  session_id uuid,
  check ((authorization_id is null) = (kind in ('Interaction', 'PushedAuthorizationRequest'))),
  check (user_id is null or kind = 'Interaction'),
  constraint oauth_items_session check (session_id is null or kind = 'AuthorizationCode')
);
comment on table countersign_private.oauth_items is 'Used codes and refresh tokens stay a while, to detect reuse.';
create index oauth_items_of_authorization on countersign_private.oauth_items (authorization_id)
  where authorization_id is not null;
create index oauth_items_of_account on countersign_private.oauth_items (user_id) where user_id is not null;
create index oauth_items_by_end on countersign_private.oauth_items (kept_until);
alter table countersign_private.oauth_items enable row level security;

create function countersign_private.is_code_good(p_payload jsonb, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return countersign_private.is_session_live((p_payload ->> 'accountId')::uuid, p_session_id) and (
    p_payload ->> 'codeChallenge' is not null or exists (
      select from countersign_private.oauth_clients c
      where c.client_id = p_payload ->> 'clientId' and not c.requires_pkce
    )
  );
end $$;

-- A request to the provider reads once and writes once.
create function countersign.begin_oauth_request(
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
    -- An item without a live authorization and grant is treated as unknown.
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
    -- Times are in seconds from now.
    'item', case when item.id_hash is not null then jsonb_build_object(
      'kind', item.kind, 'payload', item.payload,
      'age', extract(epoch from now() - item.created_at)::double precision,
      'expiresIn', extract(epoch from item.expires_at - now())::double precision,
      'consumedAgo', extract(epoch from now() - item.consumed_at)::double precision
    ) end,
    'authorization', case when item.authorization_id is not null then jsonb_build_object(
      'id', own.id, 'userId', own_grant.user_id, 'clientId', own_grant.client_id, 'scopes', own.scopes,
      'sub', countersign_private.ensure_oauth_subject(own_grant.user_id, own_grant.client_id),
      'claims', case when p_with_claims and item.kind = 'AccessToken' and item.expires_at > now()
        then countersign_private.describe_oauth_claims(own_grant.id, string_to_array(item.payload ->> 'scope', ' ')) end
    ) end
  );
end $$;
comment on function countersign.begin_oauth_request is
  'Counts a request to the provider and reads all it needs. Absent and ended parts are null. Refuses with '
  'auth.too_many_attempts. Locks the counters.';

create function countersign_private.describe_oauth_session(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if p_session_id is null then return null; end if;
  perform countersign.require_live_session(p_user_id, p_session_id);
  return (
    select jsonb_build_object(
      'userId', p_user_id,
      'authTime', floor(extract(epoch from countersign_private.session_authenticated_at(p_session_id)))::bigint,
      'authenticatedAgo',
        extract(epoch from now() - countersign_private.session_authenticated_at(p_session_id))::double precision,
      'acr', case when f.is_second_factor or f.is_passkey or f.is_recovered or a.stepped_up_by = 'passkey'
        then 'urn:countersign:2fa' else 'urn:countersign:1fa' end,
      -- Values of RFC 8176. Not hwk or swk, since the database can't know whether the key of a wallet or passkey is in hardware. None for
      -- a recovery code: otp stands for an authenticator's or an emailed code.
      'amr', to_jsonb(array(
        select way.name from (values
          (1, 'pwd', 'password' in (a.method, a.stepped_up_by)),
          (2, 'otp', a.method in ('code', 'link', 'recovery', 'confirmation') or a.stepped_up_by = 'code'
            or f.is_second_factor),
          (3, 'pop', a.method in ('wallet', 'passkey') or a.stepped_up_by in ('wallet', 'passkey')),
          (4, 'user', f.is_passkey or a.stepped_up_by = 'passkey'),
          (5, 'mfa', f.is_second_factor or f.is_passkey or f.is_recovered or a.stepped_up_by = 'passkey')
        ) as way (place, name, is_true) where way.is_true order by way.place
      ))
    )
    from countersign.account_sessions a
    cross join lateral (
      select
        exists (select from auth.sessions s where s.id = p_session_id and s.aal::text = 'aal2') as is_second_factor,
        countersign_private.is_passkey_session(p_user_id, p_session_id) as is_passkey,
        countersign_private.is_recovery_session(p_user_id, p_session_id) as is_recovered
    ) as f
    where a.session_id = p_session_id and a.user_id = p_user_id
  );
-- A session that isn't live counts as signed out, whatever the token says.
exception when sqlstate 'PT401' or sqlstate 'PT403' then return null;
end $$;

create function countersign_private.session_authenticated_at(p_session_id uuid) returns timestamptz
language sql stable set search_path = '' as $$
  select greatest(a.first_seen_at, a.stepped_up_at) from countersign.account_sessions a where a.session_id = p_session_id $$;

-- Reusing a refresh token after more than ten seconds ends its authorization with all tokens, and the user gets an email
-- (record_token_reuse).
create function countersign.commit_oauth_request(p_changes jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  change jsonb;
  is_good boolean := true;
  reused uuid[] := '{}';
  swept text[];
  own text[] := countersign_private.read_texts(p_changes -> 'used');
  to_use text[] := countersign_private.read_texts(p_changes -> 'use');
begin
  -- Grants before anything that depends on them: deleting an account, which cascades to all of it, waits here and can't
  -- deadlock.
  perform from countersign_private.oauth_grants g where g.id = any (array(
    select a.grant_id from countersign_private.oauth_authorizations a where a.id = any (array(
      -- One list: with "or", Postgres would scan all authorizations.
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
    is_good := is_good and countersign_private.consume_oauth_item(
      change #>> '{}', to_timestamp((p_changes ->> 'came_at')::double precision));
  end loop;
  delete from countersign_private.oauth_items i
  where i.kind = 'Interaction' and i.id_hash = any (countersign_private.read_texts(p_changes -> 'drop'));
  if is_good then
    for change in select c.value from jsonb_array_elements(p_changes -> 'put') c loop
      is_good := is_good and countersign_private.put_oauth_item(change);
    end loop;
    -- At most once a minute, and without waiting for a lock: the exact time is not shown.
    update countersign_private.oauth_grants g set last_used_at = now() where g.id in (
      select used.id from countersign_private.oauth_grants used
      where used.id in (select a.grant_id from countersign_private.oauth_authorizations a where a.id = any (own))
        and used.ended_at is null and used.last_used_at < now() - interval '1 minute'
      for no key update skip locked
    );
  end if;
  -- Deletes more than a request adds, so that expired items never pile up.
  with over as (
    delete from countersign_private.oauth_items i where i.id_hash = any (array(
      select o.id_hash from countersign_private.oauth_items o where o.kept_until < now()
      order by o.kept_until limit 20 for update skip locked
    )) returning i.authorization_id
  )
  select array_agg(distinct over.authorization_id) into swept from over where over.authorization_id is not null;
  if swept is not null then
    -- Skips authorizations in use or being deleted: their transactions may wait for the items deleted above.
    delete from countersign_private.oauth_authorizations a where a.id = any (array(
      select o.id from countersign_private.oauth_authorizations o
      where o.id = any (swept) and not exists (
        select from countersign_private.oauth_items i where i.authorization_id = o.id
      ) for update skip locked
    ));
  end if;
  return jsonb_build_object('isGood', is_good, 'reusedGrants', to_jsonb(array_remove(reused, null)));
exception when check_violation or not_null_violation or invalid_text_representation or foreign_key_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.commit_oauth_request is
  'Applies all changes of a request to the provider. isGood is false if an item was used before or is not valid: then no more '
  'is stored. The caller passes reusedGrants to record_token_reuse. Locks the grants by ID.';

create function countersign_private.end_oauth_authorization(p_id text, p_because text) returns uuid
language plpgsql set search_path = '' as $$
declare ended_grant uuid;
begin
  update countersign_private.oauth_authorizations a set ended_at = now(), ended_because = p_because
  where a.id = p_id and a.ended_at is null returning a.grant_id into ended_grant;
  if ended_grant is not null then
    delete from countersign_private.oauth_items i where i.authorization_id = p_id and i.kind = 'AccessToken';
  end if;
  return case when p_because = 'reused' then ended_grant end;
end $$;
comment on function countersign_private.end_oauth_authorization is 'After the grant, locks the authorization, then tokens.';

create function countersign_private.consume_oauth_item(p_id_hash text, p_came_at timestamptz) returns boolean
language plpgsql set search_path = '' as $$
begin
  update countersign_private.oauth_items i set
    consumed_at = now(),
    kept_until = case i.kind
      when 'AuthorizationCode' then now() + interval '1 day'
      when 'RefreshToken' then least(i.expires_at, now() + interval '7 days')
      else i.kept_until end
  where i.id_hash = p_id_hash and i.consumed_at is null and i.kept_until > now()
    and (i.expires_at > now() or i.kind = 'PushedAuthorizationRequest')
    and (i.kind <> 'AuthorizationCode' or countersign_private.is_code_good(i.payload, i.session_id));
  return found or exists (
    select from countersign_private.oauth_items i
    -- Compared with the time the request arrived, since the transaction may have waited.
    where i.id_hash = p_id_hash and i.kind = 'RefreshToken' and i.expires_at > now()
      and i.consumed_at > p_came_at - interval '10 seconds'
  );
end $$;
comment on function countersign_private.consume_oauth_item is 'True for one concurrent caller. After the grant, locks the item.';

create function countersign_private.put_oauth_item(p_item jsonb) returns boolean language plpgsql set search_path = '' as $$
declare
  lasts interval := make_interval(secs => (p_item ->> 'seconds')::double precision);
  own jsonb := p_item -> 'authorization';
begin
  if p_item ->> 'kind' = 'AuthorizationCode' then
    insert into countersign_private.oauth_authorizations (id, grant_id, scopes)
    select own ->> 'id', g.id, countersign_private.read_texts(own -> 'scopes')
    from countersign_private.oauth_grants g
    where g.id = (own ->> 'grant_id')::uuid and g.ended_at is null
      and g.user_id = (p_item -> 'payload' ->> 'accountId')::uuid and g.client_id = p_item -> 'payload' ->> 'clientId'
      and countersign_private.is_code_good(p_item -> 'payload', (own ->> 'session_id')::uuid);
    if not found then return false; end if;
  end if;
  insert into countersign_private.oauth_items as i (
    id_hash, kind, authorization_id, user_id, session_id, payload, expires_at, kept_until
  )
  values (
    p_item ->> 'id_hash', p_item ->> 'kind',
    case when p_item ->> 'kind' not in ('Interaction', 'PushedAuthorizationRequest') then p_item -> 'payload' ->> 'grantId' end,
    case when p_item ->> 'kind' = 'Interaction' then (p_item -> 'payload' -> 'session' ->> 'accountId')::uuid end,
    (own ->> 'session_id')::uuid,
    p_item -> 'payload', now() + lasts,
    -- Kept longer than the request is valid: it is consumed only when the user returns from signing in and consenting.
    now() + case p_item ->> 'kind' when 'PushedAuthorizationRequest' then interval '15 minutes' else lasts end
  )
  on conflict (id_hash) do update set payload = excluded.payload where i.kind = 'Interaction' and i.kind = excluded.kind;
  return found;
end $$;
comment on function countersign_private.put_oauth_item is 'After the grant, locks the item if it exists.';

create function countersign.read_access_token(p_token_hash text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  app text;
  own_grant uuid;
  own_scopes text[];
  claims jsonb;
begin
  select g.client_id, g.id, string_to_array(i.payload ->> 'scope', ' ') into app, own_grant, own_scopes
  from countersign_private.oauth_items i
  join countersign_private.oauth_authorizations a on a.id = i.authorization_id and a.ended_at is null
  join countersign_private.oauth_grants g on g.id = a.grant_id and g.ended_at is null
  where i.id_hash = p_token_hash and i.kind = 'AccessToken' and i.expires_at > now();
  if not found then return null; end if;
  -- Also checks the app and the account.
  claims := countersign_private.describe_oauth_claims(own_grant, own_scopes);
  if claims is null then return null; end if;
  return jsonb_build_object(
    'clientId', app, 'grantId', own_grant, 'scopes', to_jsonb(own_scopes), 'sub', claims ->> 'sub', 'claims', claims
  );
end $$;
comment on function countersign.read_access_token is
  'Describes an access token, by its SHA-256 in base64url, and reads its claims: {clientId, grantId, sub, scopes, claims}. '
  'Null if it is unknown, expired or ended.';

-- Interactions: login and consent prompts.
create function countersign.read_oauth_interaction(p_id_hash text, p_user_id uuid, p_session_id uuid) returns jsonb
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
comment on function countersign.read_oauth_interaction is
  'A pending interaction, with the session and the grant of the signed-in user: {payload, startedAt, session, isFresh, grant}. '
  'Null if it has expired or is finished.';

create function countersign_private.finish_oauth_interaction(
  p_id_hash text, p_user_id uuid, p_because text[], p_result jsonb
) returns void language plpgsql set search_path = '' as $$
begin
  update countersign_private.oauth_items i set
    user_id = coalesce(p_user_id, (p_result -> 'login' ->> 'accountId')::uuid, i.user_id),
    payload = (i.payload - 'session') || jsonb_build_object(
      'result', case when p_result ? 'error' then p_result else coalesce(i.payload -> 'lastSubmission', '{}') || p_result end
    )
  where i.id_hash = p_id_hash and i.kind = 'Interaction' and i.expires_at > now()
    -- A double-click denies twice.
    and (i.payload -> 'result' is null or (p_result ? 'error' and i.payload -> 'result' = p_result))
    and (p_because is null or i.payload -> 'prompt' ->> 'name' = any (p_because))
    and (p_user_id is null or i.payload -> 'session' ->> 'accountId' = p_user_id::text);
  perform countersign_private.refuse(410, 'app.request_expired') where not found;
end $$;
comment on function countersign_private.finish_oauth_interaction is 'For one concurrent caller. Locks the interaction.';

create function countersign.finish_oauth_login(p_user_id uuid, p_session_id uuid, p_id_hash text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  item countersign_private.oauth_items;
  session jsonb;
  reasons jsonb;
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  session := countersign_private.describe_oauth_session(p_user_id, p_session_id);
  select * into item from countersign_private.oauth_items i
  where i.id_hash = p_id_hash and i.kind = 'Interaction' and i.expires_at > now();
  reasons := item.payload -> 'prompt' -> 'reasons';
  if item.payload -> 'prompt' ->> 'name' = 'login' then
    perform countersign_private.refuse(403, 'auth.recent_auth_required')
    where reasons ?| array['login_prompt', 'max_age', 'id_token_hint']
      and not coalesce(countersign_private.session_authenticated_at(p_session_id) > item.created_at, false);
    perform countersign_private.refuse(403, 'auth.second_factor_required')
    where reasons ? 'second_factor' and session ->> 'acr' <> 'urn:countersign:2fa';
  else
    -- A consent prompt that another account continues: "Use another account".
    perform countersign_private.refuse(410, 'app.request_expired')
    where item.payload -> 'session' ->> 'accountId' = p_user_id::text;
  end if;
  perform countersign_private.finish_oauth_interaction(
    p_id_hash, null, null, jsonb_build_object('login', jsonb_build_object('accountId', p_user_id))
  );
end $$;
comment on function countersign.finish_oauth_login is
  'Finishes a login prompt, or continues as another account. Refuses like require_live_session, with auth.recent_auth_required, '
  'auth.second_factor_required and app.request_expired. Locks the interaction.';

create function countersign.finish_oauth_consent(p_user_id uuid, p_session_id uuid, p_id_hash text, p_grant_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  perform countersign_private.refuse(410, 'app.request_expired')
  where not exists (
    select from countersign_private.oauth_items i
    join countersign_private.oauth_grants g on g.client_id = i.payload -> 'params' ->> 'client_id'
    where i.id_hash = p_id_hash and g.id = p_grant_id and g.user_id = p_user_id and g.ended_at is null
  );
  perform countersign_private.finish_oauth_interaction(
    p_id_hash, p_user_id, array['consent', 'select_account'], jsonb_build_object(
      'consent', jsonb_build_object('accountId', p_user_id), 'select_account', jsonb_build_object('accountId', p_user_id)
    )
  );
end $$;
comment on function countersign.finish_oauth_consent is
  'Finishes a consent prompt by a grant of the signed-in user. Refuses like require_live_session, and with '
  'app.request_expired. Locks the interaction.';

create function countersign.deny_oauth_interaction(p_id_hash text) returns void
language sql security definer set search_path = '' as $$
  select countersign_private.finish_oauth_interaction(
    p_id_hash, null, null, '{"error": "access_denied", "error_description": "the person did not agree"}') $$;
comment on function countersign.deny_oauth_interaction is
  'Denies a request: the app receives access_denied. Refuses with app.request_expired. Locks the interaction.';

-- Attempts to sign in to an app that a user registered, one row for all alike. They name no user, and keep a host of the URI.
create table countersign_private.oauth_attempts (
  client_id text not null references countersign_private.oauth_clients (client_id) on delete cascade,
  is_own boolean not null,
  step text not null check (step in ('authorize', 'par', 'token', 'logout')),
  code text not null check (code ~ '^[a-z_]{1,40}$'),
  redirect_host text not null check (
    redirect_host ~ '^((([a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?)?$'
    and char_length(regexp_replace(redirect_host, ':[0-9]+$', '')) <= 253
  ),
  attempts bigint not null default 1,
  last_at timestamptz not null default now(),
  primary key (client_id, is_own, step, code, redirect_host)
);
comment on column countersign_private.oauth_attempts.is_own is
  'Whether the request had the app''s secret or its owner''s session. A stranger can send others: client IDs are public.';
create index oauth_attempts_by_age on countersign_private.oauth_attempts (last_at);
alter table countersign_private.oauth_attempts enable row level security;

create function countersign.record_oauth_attempt(
  p_client_id text, p_step text, p_code text, p_redirect_host text, p_has_secret boolean, p_user_id uuid, p_counters jsonb
) returns void language plpgsql security definer set search_path = '' as $$
declare recorded countersign_private.oauth_attempts;
begin
  insert into countersign_private.oauth_attempts as a (client_id, is_own, step, code, redirect_host)
  select c.client_id, p_has_secret or c.owner_id is not distinct from p_user_id, p_step, p_code, coalesce(p_redirect_host, '')
  from countersign_private.oauth_clients c where c.client_id = p_client_id and c.owner_id is not null
  on conflict (client_id, is_own, step, code, redirect_host) do update set attempts = a.attempts + 1, last_at = now()
  returning * into recorded;
  -- Only these have any host; the others are as few as the codes and the app's own hosts.
  if recorded.code = 'invalid_redirect_uri' and recorded.attempts = 1 then
    if not recorded.is_own then perform countersign.consume_rate_limit('oauth_attempt', p_counters); end if;
    delete from countersign_private.oauth_attempts a where a.ctid = any (array(
      select stale.ctid from countersign_private.oauth_attempts stale
      where stale.client_id = p_client_id and stale.is_own = recorded.is_own and stale.code = recorded.code
      order by stale.last_at desc offset 20
    ));
  end if;
exception when check_violation or not_null_violation or foreign_key_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.record_oauth_attempt is
  'Records an attempt to sign in to an app of a user, and ignores other apps. Counts a stranger''s unregistered host, and refuses '
  'with auth.too_many_attempts, or request.unexpected if malformed. Locks the app''s row (key share), attempts, then counters.';

create function countersign.list_own_oauth_attempts(p_user_id uuid, p_session_id uuid, p_client_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  perform countersign_private.refuse(404, 'app.unknown') where not exists (
    select from countersign_private.oauth_clients c where c.client_id = p_client_id and c.owner_id = p_user_id
  );
  return jsonb_build_object('attempts', coalesce((
    select jsonb_agg(jsonb_build_object(
      'lastAt', a.last_at, 'step', a.step, 'code', a.code, 'redirectHost', a.redirect_host, 'isOwn', a.is_own, 'attempts', a.attempts
    ) order by a.last_at desc)
    from countersign_private.oauth_attempts a where a.client_id = p_client_id
  ), '[]')) || (
    select jsonb_build_object('signedIn', count(*) filter (where g.is_signed_in), 'hasAll', count(*) < 1000) from (
      select c.disabled_at is null and coalesce(c.asks_again_from <= g.agreed_at, true)
        and countersign_private.is_account_active(g.user_id) and exists (
          select from countersign_private.oauth_authorizations a
          join countersign_private.oauth_items i on i.authorization_id = a.id
          where a.grant_id = g.id and a.ended_at is null and i.kind in ('AccessToken', 'RefreshToken')
            and i.consumed_at is null and i.expires_at > now()
        ) as is_signed_in
      from countersign_private.oauth_grants g join countersign_private.oauth_clients c using (client_id)
      where g.client_id = p_client_id and g.ended_at is null order by g.agreed_at desc limit 1000
    ) g
  );
end $$;
comment on function countersign.list_own_oauth_attempts is
  'For an app''s owner: its recorded attempts, the newest first, and how many people have a valid token, of the 1,000 who consented '
  'last. Refuses like require_live_session, and with app.unknown for another user''s app.';
