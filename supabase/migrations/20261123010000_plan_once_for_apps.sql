-- What every request of an app runs, in plpgsql, which keeps its plans for a connection: a function in plain SQL is planned at
-- every call, which took most of the time of a request. Each does what it did.

create or replace function countersign_private.has_logo(p_client_id text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from countersign_private.oauth_client_logos l where l.client_id = p_client_id);
end $$;

create or replace function countersign_private.read_texts(p_array jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  if p_array is null or jsonb_typeof(p_array) <> 'array' or p_array = '[]' then return '{}'; end if;
  return (
    select array_agg(t.value order by t.place) from jsonb_array_elements_text(p_array) with ordinality as t (value, place)
  );
end $$;

create or replace function countersign_private.find_client(p_client_id text) returns countersign_private.oauth_clients
language plpgsql stable set search_path = '' as $$
declare client countersign_private.oauth_clients;
begin
  select c.* into client from countersign_private.oauth_clients c
  where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null;
  return client;
end $$;

create or replace function countersign_private.describe_client(p_client countersign_private.oauth_clients) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'client_id', p_client.client_id, 'name', p_client.name, 'redirect_uris', p_client.redirect_uris,
    'post_logout_redirect_uris', p_client.post_logout_redirect_uris, 'sector', p_client.sector,
    'is_confidential', p_client.is_confidential, 'is_first_party', p_client.is_first_party,
    'is_reviewed', p_client.is_reviewed, 'id_token_alg', p_client.id_token_alg,
    'has_logo', countersign_private.has_logo(p_client.client_id)
  );
end $$;

create or replace function countersign.read_oauth_client(p_client_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare client countersign_private.oauth_clients := countersign_private.find_client(p_client_id);
begin
  if client.client_id is null then return null; end if;
  return countersign_private.describe_client(client) || jsonb_build_object('secret_hashes', to_jsonb(array_remove(array[
    client.secret_hash, case when client.previous_secret_until > now() then client.previous_secret_hash end
  ], null)));
end $$;

create or replace function countersign_private.is_account_active(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.users u where u.id = p_user_id and (u.banned_until is null or u.banned_until <= now())
  );
end $$;

create or replace function countersign_private.is_grant_live(p_grant countersign_private.oauth_grants) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_grant.ended_at is null and countersign_private.is_account_active(p_grant.user_id) and exists (
    select from countersign_private.oauth_clients c
    where c.client_id = p_grant.client_id and c.disabled_at is null and c.removed_at is null
      and (c.asks_again_from is null or c.asks_again_from <= p_grant.agreed_at)
  );
end $$;

create or replace function countersign_private.add_caip_prefix(p_chain text, p_address text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- CAIP-2 names a chain by the first 32 characters of its genesis hash. What has none keeps our name.
  return case p_chain
    when 'solana:mainnet' then 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    when 'solana:devnet' then 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
    when 'solana:testnet' then 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
    else p_chain end || ':' || p_address;
end $$;

create or replace function countersign_private.shared_wallets(p_grant_id uuid) returns setof countersign.wallets
language plpgsql stable set search_path = '' rows 20 as $$
begin
  return query select w.* from countersign_private.oauth_granted_wallets g
  join countersign.wallets w on w.id = g.wallet_id
  join countersign_private.oauth_grants own on own.id = g.grant_id and own.user_id = w.user_id
  where g.grant_id = p_grant_id and w.removed_at is null;
end $$;

create or replace function countersign_private.known_email(p_user_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case
      when exists (select from countersign_private.sign_in_methods k where k.user_id = p_user_id) then (
        select k.reference from countersign_private.sign_in_methods k
        where k.user_id = p_user_id and k.kind = 'email' and k.is_confirmed order by k.found_at desc limit 1
      )
      else u.email::text end
    from auth.users u where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null
  );
end $$;

create or replace function countersign_private.find_grant(p_user_id uuid, p_client_id text)
returns countersign_private.oauth_grants language plpgsql stable set search_path = '' as $$
declare found_grant countersign_private.oauth_grants;
begin
  select g.* into found_grant from countersign_private.oauth_grants g
  where g.user_id = p_user_id and g.client_id = p_client_id and g.ended_at is null
    and countersign_private.is_grant_live(g);
  return found_grant;
end $$;

create or replace function countersign_private.touch_oauth_grant(p_grant_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- Once a minute, and never waiting: nobody is told the second.
  update countersign_private.oauth_grants g set last_used_at = now() where g.id in (
    select used.id from countersign_private.oauth_grants used
    where used.id = p_grant_id and used.ended_at is null and used.last_used_at < now() - interval '1 minute'
    for no key update skip locked
  );
end $$;

create or replace function countersign_private.describe_oauth_item(p_item countersign_private.oauth_items) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'kind', p_item.kind,
    'payload', p_item.payload,
    'age', extract(epoch from now() - p_item.created_at)::double precision,
    'expires_in', extract(epoch from p_item.expires_at - now())::double precision,
    'consumed_ago', extract(epoch from now() - p_item.consumed_at)::double precision
  );
end $$;

create or replace function countersign_private.count_attempt(p_kind text, p_key_hash text, p_lasts interval)
returns countersign_private.rate_limits language plpgsql set search_path = '' as $$
declare counted countersign_private.rate_limits;
begin
  insert into countersign_private.rate_limits as a (kind, key_hash, attempts, window_ends_at)
  values (p_kind, p_key_hash, 1, clock_timestamp() + p_lasts) on conflict (kind, key_hash) do update set
    attempts = case when a.window_ends_at <= clock_timestamp() then 1 else a.attempts + 1 end,
    window_ends_at = case
      when a.window_ends_at <= clock_timestamp() then excluded.window_ends_at else a.window_ends_at
    end
  returning a.* into counted;
  return counted;
end $$;

create or replace function countersign.read_access_token(p_token_hash text) returns jsonb
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
  -- Once, and it asks for the app and the account itself.
  claims := countersign_private.oauth_claims(own_grant, own_scopes);
  if claims is null then return null; end if;
  return jsonb_build_object(
    'client_id', app, 'grant_id', own_grant, 'scopes', to_jsonb(own_scopes), 'sub', claims ->> 'sub', 'claims', claims
  );
end $$;

create or replace function countersign.find_oauth_grant(p_user_id uuid, p_client_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare agreed countersign_private.oauth_grants := countersign_private.find_grant(p_user_id, p_client_id);
begin
  if agreed.id is null then return null; end if;
  return jsonb_build_object('id', agreed.id, 'scopes', agreed.scopes, 'wallets', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', w.id, 'address', w.address, 'chain', w.chain, 'proven_at', w.proven_at
    ) order by w.is_primary desc, w.proven_at desc, w.id), '[]') from countersign_private.shared_wallets(agreed.id) w
  ));
end $$;

create or replace function countersign.wallets_of_subject(p_client_id text, p_sub text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare shared uuid;
begin
  select g.id into shared
  from countersign_private.oauth_clients c
  join countersign_private.oauth_subjects s on s.sub = p_sub and s.sector = c.sector
  join countersign_private.oauth_grants g
    on g.user_id = s.user_id and g.client_id = c.client_id and g.ended_at is null and 'wallets' = any (g.scopes)
  where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null
    and (c.asks_again_from is null or c.asks_again_from <= g.agreed_at)
    and countersign_private.is_account_active(s.user_id);
  return case when found then countersign_private.describe_shared_wallets(shared) end;
end $$;
