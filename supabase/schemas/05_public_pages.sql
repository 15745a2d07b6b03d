-- A user's page: one link for the public proofs that the user lists. It is on while it has a row, which ends with the account.
create function countersign_private.new_page_id() returns text language sql volatile set search_path = '' as $$
  -- 128 of the 244 random bits of two UUIDs.
  select left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32) $$;

create table countersign_private.public_pages (
  user_id uuid primary key references countersign.accounts (user_id) on delete cascade,
  id text not null unique default countersign_private.new_page_id(),
  github_identity_id uuid,
  created_at timestamptz not null default now()
);
comment on column countersign_private.public_pages.id is
  'The last part of its URL. No proof discloses it, so a visitor of one proof can''t find the others.';
comment on column countersign_private.public_pages.github_identity_id is
  'The identity at Auth that the user chose to show. Another GitHub account that is linked later isn''t shown.';
alter table countersign_private.public_pages enable row level security;

create function countersign_private.github_accounts(p_user_id uuid)
returns table (identity_id uuid, account jsonb, is_current boolean)
language plpgsql stable set search_path = '' as $$
begin
  return query
  -- A sign-in with this identity stores GitHub's data and the time, as updated_at; no other request of a user changes either.
  -- Auth sets last_sign_in_at at the first sign-in only.
  select i.id, jsonb_build_object(
    'handle', i.identity_data ->> 'user_name', 'id', i.provider_id, 'confirmedAt', i.updated_at
  ), i.updated_at > now() - interval '30 days'
  from auth.identities i
  join countersign_private.sign_in_methods k
    on k.user_id = i.user_id and k.kind = 'identity' and k.reference = i.id::text and k.is_confirmed
  where i.user_id = p_user_id and i.provider = 'github'
    -- A user of another GitHub server may have a handle that belongs to another user on github.com.
    and i.identity_data ->> 'iss' = 'https://api.github.com'
    and i.identity_data ->> 'user_name' ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,38}$' and i.provider_id ~ '^[0-9]{1,20}$'
  order by i.updated_at desc;
end $$;
comment on function countersign_private.github_accounts is
  'The user''s GitHub accounts, current if GitHub confirmed them within 30 days; without any that was linked outside this site and not kept.';

create function countersign.read_public_page(p_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', page.id, 'accountCode', a.code,
      'github', (
        select g.account from countersign_private.github_accounts(page.user_id) g
        where g.identity_id = page.github_identity_id and g.is_current
      ),
      'proofs', (
        select coalesce(jsonb_agg(
          jsonb_build_object('id', p.id, 'proof', countersign_private.describe_proof(p)) order by p.proven_at, p.id
        ), '[]')
        from countersign.wallets w join countersign.proofs p on p.id = w.proof_id
        where w.user_id = page.user_id and w.is_listed and p.user_id = page.user_id and p.is_public and p.ended_at is null
      )
    )
    from countersign_private.public_pages page join countersign.accounts a on a.user_id = page.user_id where page.id = p_id
  );
end $$;
comment on function countersign.read_public_page is
  'Returns the listed proofs to every visitor with the page''s ID, and the GitHub account if its user shows it; null if unknown.';

-- For the owner.
create function countersign.describe_public_page(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return jsonb_build_object(
    'id', (select page.id from countersign_private.public_pages page where page.user_id = p_user_id),
    'github', (
      select coalesce(jsonb_agg(
        g.account || jsonb_build_object('isShown', page.user_id is not null, 'isCurrent', g.is_current)
      ), '[]')
      from countersign_private.github_accounts(p_user_id) g
      left join countersign_private.public_pages page on page.user_id = p_user_id and page.github_identity_id = g.identity_id
    ),
    'wallets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', shown.id, 'address', shown.address, 'label', shown.label, 'isListed', shown.is_listed,
        'origin', shown.origin
      ) order by shown.proven_at, shown.id), '[]')
      from (
        select w.*, p.origin from countersign.wallets w join countersign.proofs p on p.id = w.proof_id
        where w.user_id = p_user_id and w.removed_at is null and p.is_public and p.ended_at is null
        order by w.is_listed desc, w.proven_at desc, w.id limit 50
      ) shown
    )
  );
end $$;
comment on function countersign.describe_public_page is
  'The user''s page (null id: off), the GitHub accounts that it shows or could show, and the public proofs that it lists '
  'or could list, at most 50. Refuses like require_live_session.';

create function countersign.list_wallet(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_is_listed boolean, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform countersign_private.refuse(400, 'request.unexpected') where p_is_listed is null;
  -- Unlisting needs no step-up.
  if p_is_listed then
    perform countersign.require_recent_auth(p_user_id, p_session_id);
    perform countersign_private.refuse(409, 'page.proof_private')
    where not exists (select from countersign.proofs p where p.id = wallet.proof_id and p.is_public);
    perform countersign_private.refuse(409, 'page.full') where 20 <= (
      select count(*) from countersign.wallets w where w.user_id = p_user_id and w.is_listed and w.id <> wallet.id
    );
    insert into countersign_private.public_pages (user_id) values (p_user_id) on conflict (user_id) do nothing;
  end if;
  update countersign.wallets w set is_listed = p_is_listed where w.id = wallet.id and w.is_listed <> p_is_listed;
  if found then
    perform countersign_private.add_wallet_event(
      p_user_id, case when p_is_listed then 'wallet_listed' else 'wallet_unlisted' end, wallet.address, p_device
    );
  end if;
end $$;
comment on function countersign.list_wallet is
  'Lists the public proof of a wallet on the user''s page, and turns the page on; or unlists it. Refuses like lock_wallet and, to '
  'list, require_recent_auth, with page.proof_private and over 20 with page.full. Locks the account row.';

create function countersign.change_public_page(
  p_user_id uuid, p_session_id uuid, p_change text, p_github_id text, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare chosen uuid;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.limit_changes(p_user_id, 'account.too_many_changes');
  -- A new link or no page: apps that had the link lose it.
  if p_change in ('closed', 'link_changed') then
    update countersign_private.oauth_grants g set shows_page = false where g.user_id = p_user_id and g.shows_page;
  end if;
  case p_change
    when 'closed' then
      -- Turned on again, the page lists only what the user chooses then.
      update countersign.wallets w set is_listed = false where w.user_id = p_user_id and w.is_listed;
      delete from countersign_private.public_pages page where page.user_id = p_user_id;
    when 'link_changed' then
      perform countersign.require_recent_auth(p_user_id, p_session_id);
      update countersign_private.public_pages page set id = countersign_private.new_page_id() where page.user_id = p_user_id;
    when 'github_shown' then
      perform countersign.require_recent_auth(p_user_id, p_session_id);
      select g.identity_id into chosen from countersign_private.github_accounts(p_user_id) g
      where g.account ->> 'id' = p_github_id and g.is_current;
      perform countersign_private.refuse(409, 'page.github_unconfirmed') where chosen is null;
      update countersign_private.public_pages page set github_identity_id = chosen
      where page.user_id = p_user_id and page.github_identity_id is distinct from chosen;
    when 'github_hidden' then
      update countersign_private.public_pages page set github_identity_id = null
      where page.user_id = p_user_id and page.github_identity_id is not null;
    else perform countersign_private.refuse(400, 'request.unexpected');
  end case;
  if found then perform countersign_private.add_event(p_user_id, 'page_' || p_change, '{}', p_device); end if;
end $$;
comment on function countersign.change_public_page is
  'closed turns the page off, link_changed gives it another link, github_shown shows the GitHub account with this number, which the '
  'user saw, and github_hidden hides it. Does nothing to a page that is off. Refuses like lock_account, require_recent_auth unless '
  'it hides, and with page.github_unconfirmed and account.too_many_changes. Locks the account row.';
