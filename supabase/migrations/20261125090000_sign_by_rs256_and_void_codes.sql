-- What an app gets that asks for no algorithm, as OpenID Connect Registration 1.0 has it (id_token_signed_response_alg). Each row
-- names its own, so apps that exist keep theirs.
alter table countersign_private.oauth_clients alter column id_token_alg set default 'RS256';

alter table countersign_private.oauth_clients
  add column requires_pkce boolean not null default true,
  add constraint oauth_clients_pkce check (requires_pkce or is_reviewed and is_confidential);
comment on column countersign_private.oauth_clients.requires_pkce is
  'False for an app that the team has exempted, whose library lacks PKCE. Only a reviewed app with a secret can be.';

create function countersign_private.end_pkce_exemption() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.requires_pkce := true;
  return new;
end $$;
comment on function countersign_private.end_pkce_exemption is
  'An exemption ends with what it rests on: the review of the app, or its secret.';
create trigger end_pkce_exemption before update on countersign_private.oauth_clients
  for each row when (not old.requires_pkce and not (new.is_reviewed and new.is_confidential))
  execute function countersign_private.end_pkce_exemption();

create function countersign.exempt_oauth_client_from_pkce(p_client_id text, p_is_exempt boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare client countersign_private.oauth_clients := countersign_private.lock_client(p_client_id, null);
begin
  perform countersign_private.refuse(400, 'request.unexpected') where p_is_exempt is null;
  perform countersign_private.refuse(409, 'app.pkce_required')
  where p_is_exempt and not (client.is_reviewed and client.is_confidential);
  update countersign_private.oauth_clients c set requires_pkce = not p_is_exempt where c.client_id = client.client_id;
end $$;
comment on function countersign.exempt_oauth_client_from_pkce is
  'Lets an app do without PKCE, as the team, or asks it for PKCE again: codes without it are void then. Refuses as lock_client '
  'does, and with app.pkce_required for an app without a secret or a review.';

create or replace function countersign_private.describe_client(p_client countersign_private.oauth_clients) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'client_id', p_client.client_id, 'name', p_client.name, 'redirect_uris', p_client.redirect_uris,
    'post_logout_redirect_uris', p_client.post_logout_redirect_uris, 'sector', p_client.sector,
    'is_confidential', p_client.is_confidential, 'is_first_party', p_client.is_first_party,
    'is_reviewed', p_client.is_reviewed, 'id_token_alg', p_client.id_token_alg, 'requires_pkce', p_client.requires_pkce,
    'has_logo', countersign_private.has_logo(p_client.client_id)
  );
end $$;

-- As it was, but for the algorithm.
create or replace function countersign_private.insert_client(p_owner_id uuid, p_client jsonb, p_secret_hash text) returns text
language plpgsql set search_path = '' as $$
declare
  made_id text := countersign_private.new_client_id();
  uris text[] := countersign_private.read_texts(p_client -> 'redirect_uris');
  is_first_party boolean := p_owner_id is null and coalesce((p_client ->> 'is_first_party')::boolean, false);
  broken text;
begin
  perform countersign_private.refuse(400, 'app.name_imitates')
  where not is_first_party and countersign_private.imitates_site(p_client ->> 'name');
  insert into countersign_private.oauth_clients (
    client_id, name, redirect_uris, post_logout_redirect_uris, sector, is_confidential, secret_hash, is_first_party,
    is_reviewed, owner_id, id_token_alg
  )
  values (
    made_id, p_client ->> 'name', uris, countersign_private.read_texts(p_client -> 'post_logout_redirect_uris'),
    countersign_private.choose_sector(made_id, p_owner_id, uris, p_client ->> 'sector'),
    coalesce((p_client ->> 'is_confidential')::boolean, true), p_secret_hash, is_first_party, p_owner_id is null,
    p_owner_id, coalesce(p_client ->> 'id_token_alg', 'RS256')
  );
  perform countersign_private.keep_logo(made_id, p_client ->> 'logo');
  return made_id;
exception
  when check_violation then
    get stacked diagnostics broken = constraint_name;
    perform countersign_private.refuse_client(broken);
  when not_null_violation then
    get stacked diagnostics broken = column_name;
    perform countersign_private.refuse_client('oauth_clients_' || case broken when 'sector' then 'redirect_uris' else broken end);
  when invalid_text_representation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;

alter table countersign_private.oauth_items
  add column session_id uuid,
  add constraint oauth_items_session check (session_id is null or kind = 'AuthorizationCode');
comment on column countersign_private.oauth_items.session_id is
  'Of a code: the session in which its person agreed. Null for the code of a server of an older version.';

create function countersign_private.is_code_good(p_payload jsonb, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (
    p_session_id is null or countersign_private.is_session_live((p_payload ->> 'accountId')::uuid, p_session_id)
  ) and (
    p_payload ->> 'codeChallenge' is not null or exists (
      select from countersign_private.oauth_clients c
      where c.client_id = p_payload ->> 'clientId' and not c.requires_pkce
    )
  );
end $$;
comment on function countersign_private.is_code_good is
  'Whether a code that nobody has used may still be: its person has not signed out since, and it is bound to a verifier unless '
  'its app is exempt now.';

-- As they were, but for codes that are void. One that was used is found all the same: whoever sends it again ends what came of it.
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
    -- What ended is as unknown as what never was.
    if not found then item := null; end if;
  end if;
  client_name := coalesce(client_name, own_grant.client_id, item.payload -> 'params' ->> 'client_id');
  client := countersign.read_oauth_client(client_name);
  return jsonb_build_object(
    'now', extract(epoch from now())::double precision,
    'client', client,
    'session', session,
    'grant', case when session is not null and client is not null
      then countersign.find_oauth_grant(p_user_id, client_name) end,
    'sub', case when session is not null and client is not null then (
      select s.sub from countersign_private.oauth_subjects s
      where s.user_id = p_user_id and s.sector = client ->> 'sector'
    ) end,
    'item', case when item.id_hash is not null then countersign_private.describe_oauth_item(item) end,
    'authorization', case when item.authorization_id is not null then jsonb_build_object(
      'id', own.id, 'user_id', own_grant.user_id, 'client_id', own_grant.client_id, 'scopes', own.scopes,
      'sub', countersign.oauth_sub(own_grant.user_id, own_grant.client_id),
      'claims', case when p_with_claims and item.kind = 'AccessToken' and item.expires_at > now()
        then countersign_private.oauth_claims(own_grant.id, string_to_array(item.payload ->> 'scope', ' ')) end
    ) end
  );
end $$;

create or replace function countersign_private.use_oauth_item(p_id_hash text, p_came_at timestamptz) returns boolean
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
    -- As it was when the request came, however long it took.
    where i.id_hash = p_id_hash and i.kind = 'RefreshToken' and i.expires_at > now()
      and i.consumed_at > p_came_at - interval '10 seconds'
  );
end $$;

create or replace function countersign_private.put_oauth_item(p_item jsonb) returns boolean
language plpgsql set search_path = '' as $$
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
    -- The person takes longer than the request itself is good for, and it is used up when they come back.
    now() + case p_item ->> 'kind' when 'PushedAuthorizationRequest' then interval '15 minutes' else lasts end
  )
  on conflict (id_hash) do update set payload = excluded.payload where i.kind = 'Interaction' and i.kind = excluded.kind;
  return found;
end $$;

create or replace function countersign_private.place_of_redirect_uri(p_uri text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(substring(p_uri from '^https?://((?:\[::1\]|[^:/?]+)(?::\d+)?)'), substring(p_uri from '^[^:]+:')) $$;
comment on function countersign_private.place_of_redirect_uri is
  'Where an address leads, as people read it: the host with its port, or the scheme of an installed app with its colon, by which it is '
  'told from a host.';

revoke execute on function
  countersign_private.end_pkce_exemption, countersign_private.is_code_good, countersign.exempt_oauth_client_from_pkce
from public;
grant execute on function countersign.exempt_oauth_client_from_pkce to service_role;

create or replace function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261125090000' $$;
