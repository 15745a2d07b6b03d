-- Grants: the data that a user allows an app to read. Every read checks the grant, so ending it takes effect at once.
create table countersign_private.oauth_subjects (
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  sector text not null,
  sub text not null unique default gen_random_uuid()::text,
  primary key (user_id, sector)
);
comment on table countersign_private.oauth_subjects is 'Random: apps of two sectors can''t find out that they share a user.';
alter table countersign_private.oauth_subjects enable row level security;

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
comment on function countersign_private.ensure_oauth_subject is 'Locks the account row (key share) to create one.';

create table countersign_private.oauth_grants (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  client_id text not null references countersign_private.oauth_clients (client_id) on delete cascade,
  scopes text[] not null constraint oauth_grants_scopes check (
    scopes <@ array['openid', 'profile', 'email', 'wallets', 'proofs', 'offline_access'] and cardinality(scopes) between 1 and 6
  ),
  shows_page boolean not null default false,
  created_at timestamptz not null default now(),
  agreed_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_because text check (ended_because in ('ended', 'app_removed')),
  check ((ended_at is null) = (ended_because is null))
);
comment on table countersign_private.oauth_grants is 'The newest 200 ended grants of an account stay.';
comment on column countersign_private.oauth_grants.shows_page is
  'Whether the user agreed that the app gets the URL of the user''s page. Turning the page off and a new link end that.';
comment on column countersign_private.oauth_grants.agreed_at is 'The newest consent. Void if the app''s asks_again_from is later.';
create unique index oauth_grants_live on countersign_private.oauth_grants (user_id, client_id) where ended_at is null;
create index oauth_grants_of_account on countersign_private.oauth_grants (user_id, agreed_at desc, id);
create index oauth_grants_of_client on countersign_private.oauth_grants (client_id, ended_at, agreed_at desc);
alter table countersign_private.oauth_grants enable row level security;

create function countersign_private.finish_some_removed_clients() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.finish_removed_clients(20);
  return null;
end $$;
comment on function countersign_private.finish_some_removed_clients is 'Skips locked rows.';
create trigger finish_removed_clients after insert on countersign_private.oauth_grants
  for each statement execute function countersign_private.finish_some_removed_clients();

create function countersign_private.queue_event_of_ended_grant() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.queue_app_event(new.id, 'grant-ended', '{}');
  return null;
end $$;
comment on function countersign_private.queue_event_of_ended_grant is 'Waits for no lock.';
create trigger queue_event_of_ended_grant after update on countersign_private.oauth_grants
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function countersign_private.queue_event_of_ended_grant();

create function countersign_private.delete_old_grants() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from countersign_private.oauth_grants g where g.id in (
    select past.id from countersign_private.oauth_grants past
    where past.user_id = new.user_id and past.ended_at is not null
    order by past.agreed_at desc, past.id offset 200
  );
  return null;
end $$;
comment on function countersign_private.delete_old_grants is 'The caller holds the account lock.';
create trigger delete_old_grants after insert on countersign_private.oauth_grants
  for each row execute function countersign_private.delete_old_grants();

create table countersign_private.oauth_granted_wallets (
  grant_id uuid not null references countersign_private.oauth_grants (id) on delete cascade,
  wallet_id uuid not null references countersign.wallets (id) on delete cascade,
  shared_at timestamptz not null default now(),
  primary key (grant_id, wallet_id)
);
comment on table countersign_private.oauth_granted_wallets is
  'A wallet that is removed and proven again is a new row, which is not shared.';
create index oauth_granted_wallets_of_wallet on countersign_private.oauth_granted_wallets (wallet_id);
alter table countersign_private.oauth_granted_wallets enable row level security;

create function countersign_private.queue_event_of_shared_wallet() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.queue_app_event(new.grant_id, 'wallet-shared', countersign_private.describe_wallet_to_app(w))
  from countersign.wallets w where w.id = new.wallet_id;
  return null;
end $$;
comment on function countersign_private.queue_event_of_shared_wallet is 'Waits for no lock.';
create trigger queue_event_of_shared_wallet after insert on countersign_private.oauth_granted_wallets
  for each row execute function countersign_private.queue_event_of_shared_wallet();

create function countersign_private.queue_event_of_unshared_wallet() returns trigger
-- It also runs with Auth's role, when Auth deletes a user.
language plpgsql security definer set search_path = '' as $$
begin
  -- Not if the grant has ended or its account was deleted: those events include it.
  perform countersign_private.queue_app_event(g.id, 'wallet-removed',
    countersign_private.describe_wallet_to_app(w) - 'proven_at')
  from countersign.wallets w, countersign_private.oauth_grants g
  where w.id = old.wallet_id and w.removed_at is null and g.id = old.grant_id and g.ended_at is null;
  return null;
end $$;
comment on function countersign_private.queue_event_of_unshared_wallet is 'To the app, the wallet is removed. Waits for no lock.';
create trigger queue_event_of_unshared_wallet after delete on countersign_private.oauth_granted_wallets
  for each row execute function countersign_private.queue_event_of_unshared_wallet();

create function countersign_private.is_account_active(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.users u where u.id = p_user_id and (u.banned_until is null or u.banned_until <= now())
  );
end $$;

create function countersign_private.is_grant_live(p_grant countersign_private.oauth_grants) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_grant.ended_at is null and countersign_private.is_account_active(p_grant.user_id) and exists (
    select from countersign_private.oauth_clients c
    where c.client_id = p_grant.client_id and c.disabled_at is null and c.removed_at is null
      and (c.asks_again_from is null or c.asks_again_from <= p_grant.agreed_at)
  );
end $$;

create function countersign_private.find_grant(p_user_id uuid, p_client_id text)
returns countersign_private.oauth_grants language plpgsql stable set search_path = '' as $$
declare found_grant countersign_private.oauth_grants;
begin
  select g.* into found_grant from countersign_private.oauth_grants g
  where g.user_id = p_user_id and g.client_id = p_client_id and g.ended_at is null
    and countersign_private.is_grant_live(g);
  return found_grant;
end $$;

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

-- Claims.
create function countersign_private.format_caip10(p_chain text, p_address text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- CAIP-2 identifies a Solana chain by the first 32 characters of its genesis hash. Localnet has no fixed one and keeps our name.
  return case p_chain
    when 'solana:mainnet' then 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    when 'solana:devnet' then 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
    when 'solana:testnet' then 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
    else p_chain end || ':' || p_address;
end $$;

create function countersign_private.shared_wallets(p_grant_id uuid) returns setof countersign.wallets
language plpgsql stable set search_path = '' rows 20 as $$
begin
  return query select w.* from countersign_private.oauth_granted_wallets g
  join countersign.wallets w on w.id = g.wallet_id
  join countersign_private.oauth_grants own on own.id = g.grant_id and own.user_id = w.user_id
  where g.grant_id = p_grant_id and w.removed_at is null;
end $$;

create function countersign_private.describe_shared_wallets(p_wallets countersign.wallets[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  -- In plpgsql, which plans a query once per connection. In SQL it was planned with each call, which took most of the time.
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'account', countersign_private.format_caip10(w.chain, w.address), 'chain', w.chain, 'address', w.address,
      'proven_at', w.proven_at, 'primary', w.is_primary
    ) order by w.is_primary desc, w.proven_at desc, w.id), '[]')
    from unnest(p_wallets) w
  );
end $$;

create function countersign_private.shared_page(p_grant countersign_private.oauth_grants) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case when p_grant.shows_page and 'wallets' = any (p_grant.scopes) then (
    select page.id from countersign_private.public_pages page
    where page.user_id = p_grant.user_id and exists (select from countersign_private.shared_wallets(p_grant.id))
  ) end;
end $$;
comment on function countersign_private.shared_page is
  'The ID of the page that an app gets: none while the page is off or the app sees no wallet.';

create function countersign_private.describe_claims(
  p_account countersign.accounts, p_sub text, p_scopes text[], p_wallets countersign.wallets[], p_page text
) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('sub', p_sub)
    || case when 'profile' = any (p_scopes) and p_account.display_name is not null
      then jsonb_build_object('name', p_account.display_name) else '{}' end
    || case when 'email' = any (p_scopes) then coalesce((
      -- The confirmed email that this site knows, not an email that was set outside of it.
      select jsonb_build_object('email', known.email, 'email_verified', true)
      from countersign_private.known_email(p_account.user_id) as known (email) where known.email is not null
    ), '{}') else '{}' end
    || case when 'wallets' = any (p_scopes)
      then jsonb_build_object('wallets', countersign_private.describe_shared_wallets(p_wallets))
        || jsonb_strip_nulls(jsonb_build_object('page', p_page)) else '{}' end
    || case when 'proofs' = any (p_scopes)
      then jsonb_build_object('proofs', (
        select coalesce(jsonb_agg(
          countersign_private.describe_proof(p) order by w.is_primary desc, w.proven_at desc, w.id
        ), '[]')
        from unnest(p_wallets) w
        -- A proof made by signing in names no account, so its account can't be verified.
        join countersign.proofs p on p.id = w.proof_id and p.ended_at is null and p.names_account
      )) else '{}' end;
end $$;
comment on function countersign_private.describe_claims is 'The only function that creates claims.';

create function countersign_private.describe_oauth_claims(p_grant_id uuid, p_scopes text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select countersign_private.describe_claims(
      a, s.sub, array(select unnest(g.scopes) intersect select unnest(p_scopes)),
      array(select w from countersign_private.shared_wallets(g.id) w), countersign_private.shared_page(g)
    )
    from countersign_private.oauth_grants g
    join countersign_private.oauth_clients c on c.client_id = g.client_id and c.disabled_at is null and c.removed_at is null
      and (c.asks_again_from is null or c.asks_again_from <= g.agreed_at)
    join countersign.accounts a on a.user_id = g.user_id
    join countersign_private.oauth_subjects s on s.user_id = g.user_id and s.sector = c.sector
    where g.id = p_grant_id and g.ended_at is null and countersign_private.is_account_active(g.user_id)
  );
end $$;

create function countersign.list_wallets_of_subject(p_client_id text, p_sub text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare shared countersign_private.oauth_grants;
begin
  select g.* into shared
  from countersign_private.oauth_clients c
  join countersign_private.oauth_subjects s on s.sub = p_sub and s.sector = c.sector
  join countersign_private.oauth_grants g
    on g.user_id = s.user_id and g.client_id = c.client_id and g.ended_at is null and 'wallets' = any (g.scopes)
  where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null
    and (c.asks_again_from is null or c.asks_again_from <= g.agreed_at)
    and countersign_private.is_account_active(s.user_id);
  return case when found then jsonb_build_object(
    'wallets', countersign_private.describe_shared_wallets(array(select w from countersign_private.shared_wallets(shared.id) w)),
    'page', countersign_private.shared_page(shared)
  ) end;
end $$;
comment on function countersign.list_wallets_of_subject is
  'The wallets that a user, identified by their sub, shares with an app, and the ID of the page if it is shared. Null '
  'if the sub is unknown, the grant is not live, or it lacks that scope.';

-- Consent, and managing grants.
create function countersign.describe_oauth_request(
  p_user_id uuid, p_session_id uuid, p_client_id text, p_chain text
) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  client countersign_private.oauth_clients := countersign_private.find_client(p_client_id);
  agreed countersign_private.oauth_grants;
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  perform countersign_private.refuse(404, 'app.unknown') where client.client_id is null;
  agreed := countersign_private.find_grant(p_user_id, p_client_id);
  return (
    select jsonb_build_object(
      'client', jsonb_build_object(
        'clientId', client.client_id, 'name', client.name, 'isReviewed', client.is_reviewed,
        'isFirstParty', client.is_first_party, 'hasLogo', countersign_private.has_logo(client.client_id)
      ),
      'account', jsonb_build_object(
        'code', a.code, 'displayName', a.display_name, 'email', countersign_private.known_email(a.user_id)
      ),
      'grant', case when agreed.id is not null then jsonb_build_object(
        'id', agreed.id, 'scopes', agreed.scopes, 'showsPage', countersign_private.shared_page(agreed) is not null, 'walletIds', (
          select coalesce(jsonb_agg(w.id order by w.id), '[]') from countersign_private.shared_wallets(agreed.id) w
        )
      ) end,
      'pageId', (select page.id from countersign_private.public_pages page where page.user_id = p_user_id),
      'wallets', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', w.id, 'address', w.address, 'label', w.label, 'walletName', w.wallet_name, 'isPrimary', w.is_primary,
          'provenAt', w.proven_at, 'namesAccount', p.names_account, 'isShared', exists (
            select from countersign_private.oauth_granted_wallets shared
            where shared.grant_id = agreed.id and shared.wallet_id = w.id
          )
        ) order by w.is_primary desc, w.created_at desc, w.id), '[]')
        from (
          select live.* from countersign.wallets live
          where live.user_id = p_user_id and live.chain = p_chain and live.removed_at is null
          order by live.is_primary desc, live.created_at desc, live.id limit 200
        ) w join countersign.proofs p on p.id = w.proof_id
      )
    )
    from countersign.accounts a where a.user_id = p_user_id
  );
end $$;
comment on function countersign.describe_oauth_request is
  'The content of the consent page: the app, the account, its live grant, its page (null: off), and the newest 200 '
  'wallets of a chain, the primary first. Refuses like require_live_session, and with app.unknown if the app is unknown, '
  'disabled or removed.';

create function countersign.give_oauth_grant(
  p_user_id uuid, p_session_id uuid, p_client_id text, p_scopes text[], p_wallet_ids uuid[], p_page_id text, p_device text
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  client countersign_private.oauth_clients;
  agreed countersign_private.oauth_grants;
  before text[];
  had uuid[];
  saw boolean;
  shows boolean;
  is_first boolean;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  -- Locks the app, so that it can't be removed before the commit.
  select * into client from countersign_private.oauth_clients c
  where c.client_id = p_client_id and c.disabled_at is null and c.removed_at is null for share;
  perform countersign_private.refuse(404, 'app.unknown') where not found;
  perform countersign_private.refuse(400, 'app.too_many_wallets') where cardinality(p_wallet_ids) > 20;
  perform countersign_private.limit_changes(p_user_id, 'app.too_many');
  select * into agreed from countersign_private.oauth_grants g
  where g.user_id = p_user_id and g.client_id = p_client_id and g.ended_at is null;
  is_first := agreed.id is null;
  before := coalesce(agreed.scopes, '{}');
  had := array(select g.wallet_id from countersign_private.oauth_granted_wallets g where g.grant_id = agreed.id);
  saw := countersign_private.shared_page(agreed) is not null;
  if is_first then
    perform countersign_private.refuse(409, 'app.too_many')
    where 200 <= (select count(*) from countersign_private.oauth_grants g where g.user_id = p_user_id and g.ended_at is null);
    perform countersign_private.ensure_oauth_subject(p_user_id, p_client_id);
    insert into countersign_private.oauth_grants (user_id, client_id, scopes)
    values (p_user_id, p_client_id, array(select distinct unnest(p_scopes) order by 1)) returning * into agreed;
  elsif client.asks_again_from > agreed.agreed_at then
    -- The app has changed since: the consent starts over.
    before := '{}';
    p_wallet_ids := coalesce(p_wallet_ids, '{}');
    p_page_id := coalesce(p_page_id, '');
    update countersign_private.oauth_grants g
    set scopes = array(select distinct unnest(p_scopes) order by 1), agreed_at = clock_timestamp()
    where g.id = agreed.id returning * into agreed;
    -- All, so that the app receives an event of each shared wallet; it received none of wallets removed or unshared before.
    delete from countersign_private.oauth_granted_wallets g where g.grant_id = agreed.id;
  else
    update countersign_private.oauth_grants g
    set scopes = array(select distinct unnest(before || p_scopes) order by 1), agreed_at = clock_timestamp()
    where g.id = agreed.id returning * into agreed;
  end if;
  perform countersign_private.refuse(409, 'app.page_not_offered')
  where p_page_id <> '' and (
    'wallets' = any (agreed.scopes) and cardinality(p_wallet_ids) > 0
    and p_page_id = (select page.id from countersign_private.public_pages page where page.user_id = p_user_id)
  ) is not true;
  if p_wallet_ids is not null then
    perform countersign_private.refuse(409, 'app.wallet_not_offered')
    where not agreed.scopes && array['wallets', 'proofs'] and cardinality(p_wallet_ids) > 0
      or exists (
        select from unnest(p_wallet_ids) as chosen (id) where not exists (
          select from countersign.wallets w
          where w.id = chosen.id and w.user_id = p_user_id and w.removed_at is null
        )
      );
    shows := cardinality(p_wallet_ids) > 0 and coalesce(p_page_id <> '', saw);
    delete from countersign_private.oauth_granted_wallets g
    where g.grant_id = agreed.id and not g.wallet_id = any (p_wallet_ids);
    insert into countersign_private.oauth_granted_wallets (grant_id, wallet_id)
    select distinct agreed.id, unnest(p_wallet_ids) on conflict do nothing;
    -- The first consent is one event.
    if not is_first then
      perform countersign_private.add_grant_event(
        agreed, case when w.id = any (had) then 'app_wallet_unshared' else 'app_wallet_shared' end, p_device, w.address)
      from countersign.wallets w
      -- The removal of a wallet from the account has its own event.
      where w.id = any (had || p_wallet_ids) and (w.id = any (had)) <> (w.id = any (p_wallet_ids)) and w.removed_at is null
      order by w.id = any (had) desc, w.id;
      perform countersign_private.add_grant_event(agreed, case when shows then 'app_page_shared' else 'app_page_unshared' end, p_device)
      where shows <> saw;
    end if;
    update countersign_private.oauth_grants g set shows_page = shows where g.id = agreed.id and g.shows_page <> shows;
  end if;
  if before = '{}' then
    perform countersign_private.add_grant_event(agreed, 'app_allowed', p_device);
  elsif not p_scopes <@ before then
    perform countersign_private.add_grant_event(agreed, 'app_allowed_more', p_device);
  end if;
  return agreed.id;
exception
  when check_violation or not_null_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.give_oauth_grant is
  'Creates a grant or adds scopes to it, and shares exactly p_wallet_ids and p_page_id (null: as before; empty page: none). '
  'If the app asks for consent again, scopes, wallets and page start over. Refuses like lock_account, with app.unknown, '
  'app.too_many_wallets, app.wallet_not_offered for a wallet that isn''t proven or that no scope includes, app.page_not_offered for '
  'a page that isn''t the user''s current one or that no wallet goes with, and app.too_many. Locks the account, then the app.';

create function countersign.list_oauth_grants(p_user_id uuid, p_session_id uuid, p_page integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare listed countersign_private.oauth_grants[];
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  listed := array(
    select g from countersign_private.oauth_grants g
    join countersign_private.oauth_clients c on c.client_id = g.client_id and c.removed_at is null
    where g.user_id = p_user_id and g.ended_at is null order by g.agreed_at desc, g.id
  );
  return jsonb_build_object('total', cardinality(listed), 'hasName', (
    select a.display_name is not null from countersign.accounts a where a.user_id = p_user_id), 'apps', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', g.id, 'clientId', g.client_id, 'name', c.name,
      'host', countersign_private.host_and_port_of_redirect_uri(c.redirect_uris[1]), 'isReviewed', c.is_reviewed,
      'isFirstParty', c.is_first_party, 'hasLogo', countersign_private.has_logo(c.client_id), 'scopes', g.scopes,
      'seesPage', known.is_live and countersign_private.shared_page(g) is not null,
      'isLive', known.is_live, 'createdAt', g.created_at, 'lastUsedAt', g.last_used_at, 'wallets', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', w.id, 'address', w.address, 'label', w.label, 'walletName', w.wallet_name, 'chain', w.chain,
          'provenAt', w.proven_at
        ) order by w.is_primary desc, w.proven_at desc, w.id), '[]')
        from countersign_private.oauth_granted_wallets shared join countersign.wallets w on w.id = shared.wallet_id
        where shared.grant_id = g.id and w.removed_at is null and known.is_live
      )
    ) order by g.agreed_at desc, g.id), '[]')
    from unnest(listed[20 * p_page - 19 : 20 * p_page]) g
    join countersign_private.oauth_clients c on c.client_id = g.client_id
    cross join lateral (select countersign_private.is_grant_live(g) as is_live) known
  ));
end $$;
comment on function countersign.list_oauth_grants is
  'The number of grants of an account that have not ended, at most 200, and a page of 20, by the newest consent, with their wallets. A grant '
  'that is not live, since its app is disabled or asks again, is listed so that it can be ended. Refuses like require_live_session.';

create function countersign_private.lock_grant(p_user_id uuid, p_session_id uuid, p_grant_id uuid)
returns countersign_private.oauth_grants language plpgsql set search_path = '' as $$
declare agreed countersign_private.oauth_grants;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  select * into agreed from countersign_private.oauth_grants g
  where g.id = p_grant_id and g.user_id = p_user_id and g.ended_at is null;
  perform countersign_private.refuse(404, 'app.unknown') where not found;
  return agreed;
end $$;
comment on function countersign_private.lock_grant is 'Locks the account.';

create function countersign_private.end_grant(p_grant countersign_private.oauth_grants, p_because text, p_device text)
returns void language plpgsql set search_path = '' as $$
begin
  update countersign_private.oauth_grants g set ended_at = now(), ended_because = p_because where g.id = p_grant.id;
  perform countersign_private.add_grant_event(p_grant, 'app_ended', p_device);
end $$;
comment on function countersign_private.end_grant is 'The caller holds the account lock.';

create function countersign.end_oauth_grant(p_user_id uuid, p_session_id uuid, p_grant_id uuid, p_device text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Without limit_changes: access can always be revoked at once. Only giving access is limited.
  perform countersign_private.end_grant(
    countersign_private.lock_grant(p_user_id, p_session_id, p_grant_id), 'ended', p_device);
end $$;
comment on function countersign.end_oauth_grant is 'Ends a grant. Refuses like lock_grant. Locks the account row.';

create function countersign.unshare_wallet(
  p_user_id uuid, p_session_id uuid, p_grant_id uuid, p_wallet_id uuid, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare
  agreed countersign_private.oauth_grants := countersign_private.lock_grant(p_user_id, p_session_id, p_grant_id);
  saw boolean := countersign_private.shared_page(agreed) is not null;
begin
  if p_wallet_id is not null then
    delete from countersign_private.oauth_granted_wallets g where g.grant_id = agreed.id and g.wallet_id = p_wallet_id;
    perform countersign_private.refuse(404, 'wallet.unknown') where not found;
    perform countersign_private.add_grant_event(agreed, 'app_wallet_unshared', p_device, w.address)
    from countersign.wallets w where w.id = p_wallet_id;
  end if;
  update countersign_private.oauth_grants g set shows_page = false
  where g.id = agreed.id and g.shows_page
    and (p_wallet_id is null or not exists (select from countersign_private.shared_wallets(agreed.id)));
  perform countersign_private.add_grant_event(agreed, 'app_page_unshared', p_device) where found and saw;
end $$;
comment on function countersign.unshare_wallet is
  'Stops sharing a wallet (null: the page; it goes with the last wallet too). Locks the account. Refuses like lock_grant, and with wallet.unknown.';

create function countersign.share_wallets(
  p_user_id uuid, p_session_id uuid, p_grant_id uuid, p_shared_ids uuid[], p_wallet_ids uuid[], p_page_id text, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare agreed countersign_private.oauth_grants := countersign_private.lock_grant(p_user_id, p_session_id, p_grant_id);
begin
  -- Locks the app before the check, so that it can't be disabled or ask for consent again in between.
  perform from countersign_private.oauth_clients c where c.client_id = agreed.client_id for share;
  perform countersign_private.refuse(404, 'app.unknown') where not countersign_private.is_grant_live(agreed);
  perform countersign_private.refuse(409, 'app.wallets_changed')
  where array(select w.id from countersign_private.shared_wallets(agreed.id) w order by 1)
    <> array(select distinct unnest(p_shared_ids) order by 1);
  perform countersign.give_oauth_grant(
    p_user_id, p_session_id, agreed.client_id, agreed.scopes, p_wallet_ids, p_page_id, p_device);
end $$;
comment on function countersign.share_wallets is
  'Shares exactly p_wallet_ids and p_page_id (as give_oauth_grant) with an app that already has access, and never creates or renews '
  'a grant. Locks the account, then the app. Refuses like lock_grant and give_oauth_grant, with app.unknown for a grant that is not live, '
  'and with app.wallets_changed unless the app sees exactly p_shared_ids, so that an outdated page overwrites nothing.';

create function countersign_private.add_grant_event(
  p_grant countersign_private.oauth_grants, p_kind text, p_device text, p_address text default null
) returns void language sql set search_path = '' as $$
  -- Includes the host, because an app can choose any name.
  select countersign_private.add_event(p_grant.user_id, p_kind, jsonb_build_object(
    'app', c.name, 'address', p_address,
    'host', case when c.removed_at is null then countersign_private.host_and_port_of_redirect_uri(c.redirect_uris[1]) end
  ), p_device)
  from countersign_private.oauth_clients c where c.client_id = p_grant.client_id $$;

create function countersign.record_token_reuse(p_grant_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  agreed countersign_private.oauth_grants;
  person uuid := (select g.user_id from countersign_private.oauth_grants g where g.id = p_grant_id);
begin
  perform from countersign.accounts a where a.user_id = person for update;
  -- Read under the lock: grant or account may have been deleted while this waited.
  select * into agreed from countersign_private.oauth_grants g where g.id = p_grant_id and g.ended_at is null;
  if not found then return; end if;
  perform countersign_private.add_grant_event(agreed, 'app_token_reused', null);
end $$;
comment on function countersign.record_token_reuse is
  'Notifies the user that an app''s refresh token was reused, at most five times an hour; the caller has already ended its '
  'authorization. Locks the account row, so call it in a separate transaction.';

create function countersign_private.finish_removed_clients(p_at_most integer) returns void
language plpgsql set search_path = '' as $$
declare
  removed_id text;
  agreed countersign_private.oauth_grants;
  acting text := current_setting('countersign.acting_session', true);
begin
  select c.client_id into removed_id from countersign_private.oauth_clients c
  where c.removed_at is not null order by c.removed_at limit 1 for update skip locked;
  if not found then return; end if;
  for agreed in
    select g.* from countersign_private.oauth_grants g
    -- Skips accounts that are being changed: a later call notifies them, and none of this is urgent.
    join countersign.accounts a on a.user_id = g.user_id
    where g.client_id = removed_id limit p_at_most for update of g, a skip locked
  loop
    if agreed.ended_at is null then
      -- A session of the same user may run this for another app, and didn't end this one.
      perform set_config('countersign.acting_session', '', true);
      perform countersign_private.end_grant(agreed, 'app_removed', null);
      perform set_config('countersign.acting_session', acting, true);
    end if;
    delete from countersign_private.oauth_grants g where g.id = agreed.id;
  end loop;
  delete from countersign_private.oauth_clients c
  where c.client_id = removed_id
    and not exists (select from countersign_private.oauth_grants g where g.client_id = removed_id);
end $$;
comment on function countersign_private.finish_removed_clients is 'Locks the app, then grants and accounts. Skips locked rows.';

-- For row-level security of other apps in the same project: the wallets of the caller. Read with each query, so that the result
-- is never as outdated as a token.
create function countersign.my_wallets() returns setof text
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  person uuid;
  session uuid;
  proven text[] := '{}';
begin
  begin
    person := auth.uid();
    session := (auth.jwt() ->> 'session_id')::uuid;
    if
      -- Excludes an app's token of Auth's own OAuth server: the user's consent to that app isn't known here.
      not auth.jwt() ? 'client_id'
      -- Any session of the project, even of another app of the team, unless this site has ended it.
      and countersign_private.is_session_at_auth(person, session)
      and not exists (
        select from countersign.account_sessions a where a.session_id = session and a.ended_at is not null
      )
      and not countersign_private.has_lost_passkey(person, session)
      -- Like require_live_session: by both the rows in the database and the token.
      and (not countersign_private.has_second_factor(person) or (
        countersign_private.token_aal() = 'aal2'
        and exists (select from auth.sessions s where s.id = session and s.aal::text = 'aal2')
        or countersign_private.is_passkey_session(person, session)
        or countersign_private.is_recovery_session(person, session)
      ))
    then
      proven := array(
        select w.address from countersign.wallets w where w.user_id = person and w.removed_at is null
        order by w.chain, w.is_primary desc, w.created_at desc, w.id limit 1000
      );
    end if;
  exception when others then
    -- An error would reveal more than an empty result, and abort the query around it.
    proven := '{}';
  end;
  return query select unnest(proven);
end $$;
comment on function countersign.my_wallets is
  'The caller''s proven addresses, at most 1000, for row-level security: owner = any ((select countersign.my_wallets())), or '
  'to use an index on owner, any (array(select countersign.my_wallets())). Runs once per query. Empty without a user, for an '
  'app''s token, and for a session that has ended or lacks its second factor; never refuses.';
