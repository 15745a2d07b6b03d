-- Apps that users sign in to: OAuth clients. The team registers its own, and a user up to ten if the site allows it. The
-- server is stricter than the database, which knows neither all letters nor whether a site runs on localhost.

-- Names and redirect URIs.
create function countersign_private.is_app_name(p_name text) returns boolean language sql immutable set search_path = '' as $$
  -- Visible characters only, as in a wallet label.
  select countersign_private.is_label(p_name)
    and p_name is nfc normalized
    and p_name !~ '^\s|\s$|\s\s'
    -- No joiners, and no characters that quote, begin markup or resemble an address.
    and p_name !~ '[\u200d<>"\\/@\u00a0\u2000-\u200a\u202f\u205f\u3000]'
    -- One alphabet only, of those with look-alike letters.
    and not (
      p_name ~ '[A-Za-z\u00c0-\u024f\u1e00-\u1eff]' and p_name ~ '[\u0370-\u03ff\u1f00-\u1fff\u0400-\u0484\u0487-\u052f]'
      or p_name ~ '[\u0370-\u03ff\u1f00-\u1fff]' and p_name ~ '[\u0400-\u0484\u0487-\u052f]'
    ) $$;

create function countersign_private.imitates_site(p_name text) returns boolean language sql immutable set search_path = '' as $$
  -- Ignores marks, spaces and punctuation. A non-ASCII character matches any letter, as long as most of the 11 are ASCII.
  with folded as (
    select regexp_replace(
      lower(normalize(p_name, nfkd)),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u206f\u20d0-\u20ff]',
      '', 'g'
    ) as name
  )
  select exists (
    select from folded, generate_series(1, char_length(folded.name) - 10) as place
    cross join lateral (select substr(folded.name, place, 11) as part) at_place
    where at_place.part ~ (
        '^[c\u0080-\uffff][o0\u0080-\uffff][u\u0080-\uffff][n\u0080-\uffff][t7\u0080-\uffff][e3\u0080-\uffff]'
        '[r\u0080-\uffff][s5\u0080-\uffff][i1l\u0080-\uffff][g9\u0080-\uffff][n\u0080-\uffff]$'
      )
      and char_length(regexp_replace(at_place.part, '[^a-z0-9]', '', 'g')) > 5
  ) $$;
comment on function countersign_private.imitates_site is 'The server checks the site''s own name too.';

create function countersign_private.is_redirect_uri(p_uri text, p_is_confidential boolean) returns boolean
language sql immutable set search_path = '' as $$
  -- No fragment, user, comma, wildcard, space or backslash in any of them, and a lowercase host.
  select char_length(p_uri) <= 500
    -- The port, if any, is valid.
    and coalesce(substring(p_uri from '^https?://[^/?]*:([0-9]{1,5})(?:[/?]|$)')::integer, 1) between 1 and 65535
    and (
    p_uri ~ '^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?([/?][A-Za-z0-9._~!$&''()+;=:@/?%-]*)?$'
    -- Loopback. The server decides whether an app with a secret may use it.
    or p_uri ~ '^http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?([/?][A-Za-z0-9._~!$&''()+;=:@/?%-]*)?$'
    -- The private-use scheme of an installed app without a secret: a reversed domain name. One slash, so that nothing after it
    -- looks like a host.
    or not p_is_confidential and p_uri ~ '^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/([A-Za-z0-9._~!$&''()+;=:@?%-][A-Za-z0-9._~!$&''()+;=:@/?%-]*)?$'
  ) $$;

create function countersign_private.are_redirect_uris(p_uris text[], p_is_confidential boolean) returns boolean
language sql immutable set search_path = '' as $$
  select p_uris is not null and cardinality(p_uris) <= 10 and coalesce(bool_and(
    uri is not null and countersign_private.is_redirect_uri(uri, p_is_confidential)
  ), true) from unnest(p_uris) as uri $$;

create function countersign_private.hosts_of_redirect_uris(p_uris text[]) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(distinct coalesce(substring(uri from '^https?://(\[::1\]|[^:/?]+)'), substring(uri from '^([^:]+):')))
  from unnest(p_uris) as uri $$;

create function countersign_private.host_and_port_of_redirect_uri(p_uri text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(substring(p_uri from '^https?://((?:\[::1\]|[^:/?]+)(?::\d+)?)'), substring(p_uri from '^[^:]+:')) $$;

create function countersign_private.new_client_id() returns text language sql volatile set search_path = '' as $$
  -- 96 random bits: the first 12 hexadecimal digits of each of two random UUIDs, before their fixed ones.
  select 'app_' || left(replace(gen_random_uuid()::text, '-', ''), 12) || left(replace(gen_random_uuid()::text, '-', ''), 12) $$;

create table countersign_private.oauth_clients (
  client_id text primary key default countersign_private.new_client_id() check (client_id ~ '^app_[a-z0-9]{24}$'),
  name text not null constraint oauth_clients_name check (countersign_private.is_app_name(name)),
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null default '{}',
  sector text not null check (char_length(sector) between 1 and 255),
  is_confidential boolean not null,
  secret_hash text check (secret_hash ~ '^[A-Za-z0-9_-]{43}$'),
  secret_made_at timestamptz not null default now(),
  previous_secret_hash text check (previous_secret_hash ~ '^[A-Za-z0-9_-]{43}$'),
  previous_secret_until timestamptz,
  is_first_party boolean not null default false,
  is_reviewed boolean not null default false,
  owner_id uuid references countersign.accounts (user_id) on delete set null,
  id_token_alg text not null default 'RS256' check (id_token_alg in ('ES256', 'RS256')),
  created_at timestamptz not null default now(),
  asks_again_from timestamptz,
  disabled_at timestamptz,
  removed_at timestamptz,
  requires_pkce boolean not null default true,
  constraint oauth_clients_redirect_uris check (
    cardinality(redirect_uris) > 0 and countersign_private.are_redirect_uris(redirect_uris, is_confidential)
    and countersign_private.are_redirect_uris(post_logout_redirect_uris, is_confidential)
  ),
  constraint oauth_clients_secret check (is_confidential = (secret_hash is not null)),
  check ((previous_secret_hash is null) = (previous_secret_until is null)),
  check (is_reviewed or not is_first_party),
  constraint oauth_clients_pkce check (requires_pkce or is_reviewed and is_confidential)
);
comment on table countersign_private.oauth_clients is 'A removed app''s row is deleted once its users were notified.';
comment on column countersign_private.oauth_clients.sector is
  'Apps of one sector receive the same sub for a user. The sector is a redirect host that the team vouches for. Any other app is its '
  'own sector, since an app could claim another site''s host.';
comment on column countersign_private.oauth_clients.asks_again_from is
  'When the app last changed its name or gained a host. Earlier grants are void: the users consented to a different app.';
comment on column countersign_private.oauth_clients.secret_made_at is
  'When the newest secret was made, which identifies it; without a secret, when the app was registered.';
comment on column countersign_private.oauth_clients.requires_pkce is 'False only for a reviewed app with a secret.';
create index oauth_clients_of_owner on countersign_private.oauth_clients (owner_id, created_at desc) where owner_id is not null;
create index oauth_clients_by_age on countersign_private.oauth_clients (created_at desc, client_id);
create index oauth_clients_removed on countersign_private.oauth_clients (removed_at) where removed_at is not null;
alter table countersign_private.oauth_clients enable row level security;

create function countersign_private.end_pkce_exemption() returns trigger language plpgsql set search_path = '' as $$
begin
  new.requires_pkce := true;
  return new;
end $$;
create trigger end_pkce_exemption before update on countersign_private.oauth_clients
  for each row when (not old.requires_pkce and not (new.is_reviewed and new.is_confidential))
  execute function countersign_private.end_pkce_exemption();

create table countersign_private.oauth_client_logos (
  client_id text primary key references countersign_private.oauth_clients (client_id) on delete cascade,
  -- The first and last bytes of a PNG. The server re-encodes each logo.
  logo bytea not null constraint oauth_clients_logo check (
    octet_length(logo) <= 16384
    and substring(logo from 1 for 16) = '\x89504e470d0a1a0a0000000d49484452'::bytea
    and substring(logo from octet_length(logo) - 11) = '\x0000000049454e44ae426082'::bytea
  )
);
comment on table countersign_private.oauth_client_logos is 'Separate, so that reading an app doesn''t read its logo.';
alter table countersign_private.oauth_client_logos enable row level security;

create function countersign_private.set_logo(p_client_id text, p_logo text) returns void
language plpgsql set search_path = '' as $$
begin
  delete from countersign_private.oauth_client_logos l where l.client_id = p_client_id;
  if p_logo is not null then
    insert into countersign_private.oauth_client_logos (client_id, logo) values (p_client_id, decode(p_logo, 'base64'));
  end if;
exception when invalid_parameter_value then perform countersign_private.refuse(400, 'app.logo_invalid');
end $$;
comment on function countersign_private.set_logo is 'The caller holds the app''s lock.';

create function countersign_private.has_logo(p_client_id text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from countersign_private.oauth_client_logos l where l.client_id = p_client_id);
end $$;

-- Reading.
create function countersign_private.find_client(p_client_id text) returns countersign_private.oauth_clients
language plpgsql stable set search_path = '' as $$
declare client countersign_private.oauth_clients;
begin
  select c.* into client from countersign_private.oauth_clients c
  where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null;
  return client;
end $$;

create function countersign_private.describe_client(p_client countersign_private.oauth_clients) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'clientId', p_client.client_id, 'name', p_client.name, 'redirectUris', p_client.redirect_uris,
    'signOutUris', p_client.post_logout_redirect_uris, 'sector', p_client.sector,
    'isConfidential', p_client.is_confidential, 'isFirstParty', p_client.is_first_party,
    'isReviewed', p_client.is_reviewed, 'algorithm', p_client.id_token_alg, 'requiresPkce', p_client.requires_pkce,
    'hasLogo', countersign_private.has_logo(p_client.client_id)
  );
end $$;

create function countersign.read_oauth_client(p_client_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare client countersign_private.oauth_clients := countersign_private.find_client(p_client_id);
begin
  if client.client_id is null then return null; end if;
  return countersign_private.describe_client(client) || jsonb_build_object('secretHashes', to_jsonb(array_remove(array[
    client.secret_hash, case when client.previous_secret_until > now() then client.previous_secret_hash end
  ], null)));
end $$;
comment on function countersign.read_oauth_client is
  'Describes an app, with the hashes of its currently valid secrets. Null whether it is unknown, disabled or removed.';

create function countersign.read_oauth_client_logo(p_client_id text) returns text
language sql stable security definer set search_path = '' as $$
  select countersign_private.write_base64(l.logo) from countersign_private.oauth_client_logos l
  join countersign_private.oauth_clients c using (client_id)
  where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null $$;
comment on function countersign.read_oauth_client_logo is
  'The logo of an app, a PNG in base64; null if it has none or is unknown.';

-- Registration.
create function countersign_private.read_texts(p_array jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  if p_array is null or jsonb_typeof(p_array) <> 'array' or p_array = '[]' then return '{}'; end if;
  return (
    select array_agg(t.value order by t.place) from jsonb_array_elements_text(p_array) with ordinality as t (value, place)
  );
end $$;

create function countersign_private.choose_sector(
  p_client_id text, p_owner_id uuid, p_redirect_uris text[], p_sector text
) returns text language plpgsql immutable set search_path = '' as $$
declare hosts text[] := countersign_private.hosts_of_redirect_uris(p_redirect_uris);
begin
  if p_owner_id is not null then return p_client_id; end if;
  if p_sector is not null then
    perform countersign_private.refuse(400, 'app.redirect_invalid')
    where not p_sector = any (hosts) or p_sector in ('localhost', '127.0.0.1', '[::1]');
    return p_sector;
  end if;
  if hosts <@ array['localhost', '127.0.0.1', '[::1]'] then return p_client_id; end if;
  -- With several hosts it must be named: it can't change once users have a sub in it.
  perform countersign_private.refuse(400, 'app.redirect_invalid') where cardinality(hosts) > 1;
  return hosts[1];
end $$;

create function countersign_private.refuse_client(p_constraint text) returns void language plpgsql set search_path = '' as $$
begin
  perform countersign_private.refuse(400, case p_constraint
    when 'oauth_clients_name' then 'app.name_invalid'
    when 'oauth_clients_redirect_uris' then 'app.redirect_invalid'
    when 'oauth_clients_logo' then 'app.logo_invalid'
    else 'request.unexpected' end);
end $$;
comment on function countersign_private.refuse_client is 'The error of Postgres would contain the whole row.';

create function countersign_private.insert_client(p_owner_id uuid, p_client jsonb, p_secret_hash text) returns text
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
  perform countersign_private.set_logo(made_id, p_client ->> 'logo');
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

-- Secrets. A new secret either joins the newest one, which stays valid for a while, or replaces it. Two operators who replace it
-- concurrently would each end the secret the other one just received, so each names the one to replace by its secret_made_at.
create function countersign_private.rotate_secret(
  p_client countersign_private.oauth_clients, p_secret_hash text, p_keep_seconds integer
) returns void language plpgsql set search_path = '' as $$
begin
  perform countersign_private.refuse(400, 'request.unexpected')
  where not p_client.is_confidential or p_secret_hash is null or p_keep_seconds is null
    or p_keep_seconds not between 0 and 30 * 24 * 3600;
  update countersign_private.oauth_clients c set
    -- Not now(): this transaction may have waited for a later one that set the previous secret.
    secret_hash = p_secret_hash, secret_made_at = clock_timestamp(), previous_secret_hash = c.secret_hash,
    previous_secret_until = now() + make_interval(secs => p_keep_seconds)
  where c.client_id = p_client.client_id;
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign_private.rotate_secret is 'The caller holds the app''s lock.';

create function countersign_private.replace_secret(p_client countersign_private.oauth_clients, p_secret_hash text)
returns void language plpgsql set search_path = '' as $$
begin
  -- The newest secret is the only valid one, and in use.
  perform countersign_private.refuse(409, 'app.no_secret_before')
  where p_client.is_confidential and (p_client.previous_secret_until > now()) is not true;
  perform countersign_private.refuse(400, 'request.unexpected') where not p_client.is_confidential or p_secret_hash is null;
  update countersign_private.oauth_clients c set secret_hash = p_secret_hash, secret_made_at = clock_timestamp()
  where c.client_id = p_client.client_id;
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign_private.replace_secret is 'The caller holds the app''s lock.';

create function countersign_private.require_newest_secret(
  p_client countersign_private.oauth_clients, p_newest_made_at timestamptz, p_code text
) returns void language plpgsql set search_path = '' as $$
begin
  perform countersign_private.refuse(409, p_code) where p_newest_made_at is distinct from p_client.secret_made_at;
end $$;

create function countersign_private.lock_client(p_client_id text, p_owner_id uuid)
returns countersign_private.oauth_clients language plpgsql set search_path = '' as $$
declare client countersign_private.oauth_clients;
begin
  select * into client from countersign_private.oauth_clients c
  where c.client_id = p_client_id and c.removed_at is null and (p_owner_id is null or c.owner_id = p_owner_id)
  for no key update;
  perform countersign_private.refuse(404, 'app.unknown') where not found;
  return client;
end $$;
comment on function countersign_private.lock_client is 'Locks the app''s row.';

create function countersign_private.remove_client(p_client_id text) returns void language sql set search_path = '' as $$
  -- Keeps the name until all users have been notified, and erases everything else that its owner entered.
  update countersign_private.oauth_clients c set
    removed_at = now(), owner_id = null, is_confidential = false, secret_hash = null,
    previous_secret_hash = null, previous_secret_until = null, post_logout_redirect_uris = '{}',
    redirect_uris = array['https://removed.invalid']
  where c.client_id = p_client_id and c.removed_at is null;
  delete from countersign_private.oauth_client_logos l where l.client_id = p_client_id $$;
comment on function countersign_private.remove_client is 'Locks the app''s row.';

-- Functions for the team.
create function countersign.add_oauth_client(p_client jsonb, p_secret_hash text) returns text
language sql security definer set search_path = '' as $$
  select countersign_private.insert_client(null, p_client, p_secret_hash) $$;
comment on function countersign.add_oauth_client is
  'Registers an app of the team and returns its ID. p_secret_hash is null without a secret. Refuses with app.name_invalid, '
  'app.name_imitates, app.redirect_invalid and app.logo_invalid. Locks no existing row.';

create function countersign.list_oauth_clients() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'client_id', c.client_id, 'name', c.name, 'redirect_uris', c.redirect_uris,
      'post_logout_redirect_uris', c.post_logout_redirect_uris, 'is_confidential', c.is_confidential,
      'is_first_party', c.is_first_party, 'is_reviewed', c.is_reviewed, 'id_token_alg', c.id_token_alg,
      'requires_pkce', c.requires_pkce, 'created_at', c.created_at, 'disabled_at', c.disabled_at,
      'secret_made_at', case when c.is_confidential then c.secret_made_at end,
      'owner_code', (select a.code from countersign.accounts a where a.user_id = c.owner_id)
    ) order by c.created_at desc, c.client_id
  ), '[]')
  from (
    select newest.* from countersign_private.oauth_clients newest where newest.removed_at is null
    order by newest.created_at desc, newest.client_id limit 1000
  ) c $$;
comment on function countersign.list_oauth_clients is 'The newest 1000 apps of all owners, for the team.';

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
  'Sets a new secret for an app; a null p_keep_seconds replaces the newest. Refuses like lock_client, with '
  'operator.secret_just_made, and with operator.secret_changed unless p_newest_made_at is the newest. Locks the app''s row.';

create function countersign.disable_oauth_client(p_client_id text, p_is_disabled boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_client(p_client_id, null);
  perform countersign_private.refuse(400, 'request.unexpected') where p_is_disabled is null;
  update countersign_private.oauth_clients c
  set disabled_at = case when p_is_disabled then coalesce(c.disabled_at, now()) end where c.client_id = p_client_id;
end $$;
comment on function countersign.disable_oauth_client is
  'Disables an app, which then counts as unknown, or enables it again with its grants. Refuses like lock_client, and '
  'with request.unexpected if p_is_disabled is null. Locks the app''s row.';

create function countersign.remove_oauth_client(p_client_id text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_client(p_client_id, null);
  perform countersign_private.remove_client(p_client_id);
  perform countersign_private.finish_removed_clients(1000);
end $$;
comment on function countersign.remove_oauth_client is
  'Removes an app: it gets no data from now on, and all users who granted it access find that in their activity. Refuses like '
  'lock_client. Locks the app''s row, then accounts without waiting (finish_removed_clients).';

-- Functions for users, about the apps they registered.
create function countersign_private.lock_own_client(p_user_id uuid, p_session_id uuid, p_client_id text)
returns countersign_private.oauth_clients language plpgsql set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.refuse(404, 'app.unknown') where p_user_id is null;
  return countersign_private.lock_client(p_client_id, p_user_id);
end $$;
comment on function countersign_private.lock_own_client is 'Locks the account, then its app.';

create function countersign_private.add_app_activity(p_user_id uuid, p_kind text, p_app text, p_device text) returns void
language sql set search_path = '' as $$
  select countersign_private.add_event(p_user_id, p_kind, jsonb_build_object('app', p_app), p_device) $$;

create function countersign.register_own_oauth_client(
  p_user_id uuid, p_session_id uuid, p_client jsonb, p_secret_hash text, p_device text
) returns text language plpgsql security definer set search_path = '' as $$
declare made_id text;
begin
  -- Serializes registrations, so that each counts those before it.
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.refuse(409, 'app.registered_before')
  where exists (
    select from countersign_private.oauth_clients c
    where c.owner_id = p_user_id and c.removed_at is null and c.name = p_client ->> 'name'
      and c.is_confidential = coalesce((p_client ->> 'is_confidential')::boolean, true)
      and c.redirect_uris = countersign_private.read_texts(p_client -> 'redirect_uris')
      and c.post_logout_redirect_uris = countersign_private.read_texts(p_client -> 'post_logout_redirect_uris')
  );
  perform countersign_private.refuse(409, 'app.too_many')
  where 10 <= (
    select count(*) from countersign_private.oauth_clients c where c.owner_id = p_user_id and c.removed_at is null
  );
  perform countersign_private.limit_changes(p_user_id, 'app.too_many');
  made_id := countersign_private.insert_client(p_user_id, p_client, p_secret_hash);
  perform countersign_private.add_app_activity(p_user_id, 'app_registered', p_client ->> 'name', p_device);
  return made_id;
exception when invalid_text_representation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.register_own_oauth_client is
  'Registers an unreviewed app of a user. Refuses like require_recent_auth and add_oauth_client, with app.registered_before '
  'for an identical one, and with app.too_many after ten apps or sixty changes a minute. Locks the account row.';

create function countersign.list_own_oauth_clients(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return (
    select coalesce(jsonb_agg(
      countersign_private.describe_client(c) || jsonb_build_object(
        'createdAt', c.created_at, 'isDisabled', c.disabled_at is not null,
        'secretMadeAt', case when c.is_confidential then c.secret_made_at end,
        'previousSecretUntil', case when c.previous_secret_until > now() then c.previous_secret_until end
      ) order by c.created_at desc, c.client_id
    ), '[]')
    from countersign_private.oauth_clients c where c.owner_id = p_user_id and c.removed_at is null
  );
end $$;
comment on function countersign.list_own_oauth_clients is
  'The apps that a user registered, at most ten, newest first. Refuses like require_live_session.';

create function countersign.change_own_oauth_client(
  p_user_id uuid, p_session_id uuid, p_client_id text, p_client jsonb, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare
  client countersign_private.oauth_clients :=
    countersign_private.lock_own_client(p_user_id, p_session_id, p_client_id);
  broken text;
begin
  perform countersign_private.refuse(400, 'app.name_imitates') where countersign_private.imitates_site(p_client ->> 'name');
  perform countersign_private.limit_changes(p_user_id, 'app.too_many');
  update countersign_private.oauth_clients c set
    name = case when p_client ? 'name' then p_client ->> 'name' else c.name end,
    redirect_uris = case when p_client ? 'redirect_uris'
      then countersign_private.read_texts(p_client -> 'redirect_uris') else c.redirect_uris end,
    post_logout_redirect_uris = case when p_client ? 'post_logout_redirect_uris'
      then countersign_private.read_texts(p_client -> 'post_logout_redirect_uris') else c.post_logout_redirect_uris end,
    id_token_alg = coalesce(p_client ->> 'id_token_alg', c.id_token_alg)
  where c.client_id = client.client_id;
  update countersign_private.oauth_clients c set asks_again_from = clock_timestamp()
  where c.client_id = client.client_id and (
    c.name <> client.name
    or not countersign_private.hosts_of_redirect_uris(c.redirect_uris)
      <@ countersign_private.hosts_of_redirect_uris(client.redirect_uris)
  );
  if p_client ? 'logo' then
    perform countersign_private.set_logo(client.client_id, p_client ->> 'logo');
  end if;
  perform countersign_private.add_event(p_user_id, 'app_changed', jsonb_build_object(
    'app', coalesce(p_client ->> 'name', client.name), 'before', case when p_client ->> 'name' <> client.name then client.name end
  ), p_device);
exception
  when check_violation then
    get stacked diagnostics broken = constraint_name;
    perform countersign_private.refuse_client(broken);
  when not_null_violation then perform countersign_private.refuse(400, 'app.name_invalid');
end $$;
comment on function countersign.change_own_oauth_client is
  'Changes properties of an app. Another name or a new host requires new consent of all users, and voids its tokens until then. '
  'Refuses like lock_own_client and add_oauth_client, and with app.too_many. Locks the account, then the app.';

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
  perform countersign_private.add_app_activity(p_user_id, 'app_secret_rotated', client.name, p_device);
end $$;
comment on function countersign.rotate_own_oauth_client_secret is
  'Sets a new secret like rotate_oauth_client_secret, for the app''s owner. Refuses like lock_own_client, with app.too_many, '
  'app.secret_just_made and app.secret_changed. Locks the account, then the app.';

create function countersign.remove_own_oauth_client(
  p_user_id uuid, p_session_id uuid, p_client_id text, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare
  client countersign_private.oauth_clients :=
    countersign_private.lock_own_client(p_user_id, p_session_id, p_client_id);
begin
  perform countersign_private.remove_client(client.client_id);
  perform countersign_private.add_app_activity(p_user_id, 'app_removed', client.name, p_device);
  perform countersign_private.finish_removed_clients(1000);
end $$;
comment on function countersign.remove_own_oauth_client is
  'Removes an app of a user, like remove_oauth_client. Refuses like lock_own_client. Locks the account, then the app.';

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
  'Exempts an app from PKCE, for the team, or requires it again, which voids codes without it. Refuses like lock_client, with '
  'app.pkce_required for an app without a secret or a review, and with request.unexpected for null. Locks the app''s row.';
