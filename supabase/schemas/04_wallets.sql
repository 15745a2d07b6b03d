-- Wallets and their proofs. Rows are never deleted while the account exists: they end, and stay for the history.

create function countersign_private.is_label(p_label text) returns boolean language sql immutable set search_path = '' as $$
  select char_length(p_label) between 1 and 40
    -- At least one visible character: not only spaces, blank braille or variation selectors.
    and p_label ~ '[^\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\ufe00-\ufe0f]'
    -- No control or invisible characters (Default_Ignorable_Code_Point of Unicode, interlinear marks, line separators) except
    -- variation selectors, and the joiner between two pictographs, which makes them one emoji.
    and regexp_replace(
      p_label,
      '(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])', '', 'g'
    ) !~ (
      '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e'
      '\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    ) $$;

create table countersign.wallets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  chain text not null check (chain in ('solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet')),
  address text not null check (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  label text check (countersign_private.is_label(label)),
  -- Name and icon as the wallet app reports them. Shown only to the owner, to tell wallets apart.
  wallet_name text check (countersign_private.is_label(wallet_name)),
  -- The header of a 64 x 64 PNG, and its last chunk. The owner's browser drew it; a PNG runs no scripts.
  wallet_icon bytea check (
    octet_length(wallet_icon) <= 12288
    and substring(wallet_icon from 1 for 24) = '\x89504e470d0a1a0a0000000d494844520000004000000040'::bytea
    and substring(wallet_icon from octet_length(wallet_icon) - 11) = '\x0000000049454e44ae426082'::bytea
  ),
  is_primary boolean not null default false,
  is_listed boolean not null default false,
  proof_id uuid not null unique,
  proven_at timestamptz not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_because text check (removed_because in ('removed', 'moved')),
  check ((removed_at is null) = (removed_because is null)),
  check (removed_at is null or not (is_primary or is_listed))
);
comment on table countersign.wallets is
  'Wallets that accounts have proven. A row is live until removed_at is set, then stays for the history.';
comment on column countersign.wallets.proof_id is 'The current proof, or the last one of a removed wallet.';
comment on column countersign.wallets.is_listed is
  'Whether the user''s page lists its proof. Cleared once the proof is private, so that publishing it again lists nothing.';
comment on column countersign.wallets.wallet_name is
  'Name that the wallet app which signed last reports for itself, such as Phantom. Not verified.';
comment on column countersign.wallets.wallet_icon is 'Icon of that app, redrawn by the browser: a PNG of 64 x 64 pixels.';
create unique index wallets_live_address on countersign.wallets (address, chain) where removed_at is null;
-- A site uses one chain. If it switches, accounts can have wallets on several, and each chain needs its own primary wallet.
create unique index wallets_one_primary on countersign.wallets (user_id, chain) where is_primary;
create index wallets_of_account_by_chain on countersign.wallets (user_id, chain, is_primary desc, created_at desc, id)
  where removed_at is null;
create index wallets_listed on countersign.wallets (user_id) where is_listed;
-- Includes removed wallets, which the deletion of an account looks up.
create index wallets_ever_of_account on countersign.wallets (user_id);
create index wallets_moved_away on countersign.wallets (user_id, removed_at desc) where removed_because = 'moved';
alter table countersign.wallets enable row level security;
create policy "people read their own rows" on countersign.wallets
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "people read in a live session" on countersign.wallets
  as restrictive for select to authenticated using ((select countersign_private.has_live_session()));

create function countersign_private.end_sessions_of_lost_wallet() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.end_sessions_of_wallet(old.user_id, old.address, null);
  return null;
end $$;
comment on function countersign_private.end_sessions_of_lost_wallet is 'The caller holds the account lock.';
create trigger end_sessions_of_lost_wallet after update on countersign.wallets
  for each row when (old.removed_at is null and new.removed_because = 'moved')
  execute function countersign_private.end_sessions_of_lost_wallet();

create function countersign_private.end_wallet_identity() returns trigger language plpgsql set search_path = '' as $$
begin
  if not countersign_private.has_wallet_identity(old.user_id, old.address) or exists (
    select from countersign.wallets w
    where w.user_id = old.user_id and w.address = old.address and w.id <> old.id and w.removed_at is null
  ) then
    return new;
  end if;
  perform countersign_private.refuse(409, 'wallet.last_sign_in_method')
  where not countersign_private.has_other_sign_in_method(old.user_id, old.address);
  begin
    perform countersign_private.remove_wallet_identity(old.user_id, old.address);
  exception when insufficient_privilege then null; -- Some projects don't grant this. The server still refuses the wallet.
  end;
  return new;
end $$;
comment on function countersign_private.end_wallet_identity is
  'Otherwise the wallet could still sign in at Auth. The caller holds the account lock.';
create trigger end_wallet_identity before update on countersign.wallets
  for each row when (old.removed_at is null and new.removed_at is not null)
  execute function countersign_private.end_wallet_identity();

create function countersign_private.clear_wallet_appearance() returns trigger language plpgsql set search_path = '' as $$
begin
  new.wallet_name := null;
  new.wallet_icon := null;
  return new;
end $$;
create trigger clear_wallet_appearance before update on countersign.wallets
  for each row when (new.removed_at is not null and (new.wallet_name is not null or new.wallet_icon is not null))
  execute function countersign_private.clear_wallet_appearance();

create function countersign_private.queue_event_of_changed_wallet() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.queue_app_event(g.id, case
      when new.removed_at is null then 'wallet-proven'
      when new.removed_because = 'moved' then 'wallet-moved' else 'wallet-removed' end,
    countersign_private.describe_wallet_to_app(new))
  from countersign_private.oauth_granted_wallets shared
  join countersign_private.oauth_grants g on g.id = shared.grant_id and g.ended_at is null
  where shared.wallet_id = new.id order by g.id;
  return null;
end $$;
comment on function countersign_private.queue_event_of_changed_wallet is 'Waits for no lock.';
create trigger queue_event_of_changed_wallet after update on countersign.wallets for each row when (
    old.removed_at is null and (new.removed_at is not null or new.proven_at is distinct from old.proven_at)
  ) execute function countersign_private.queue_event_of_changed_wallet();

create function countersign_private.signs_in_at_auth(p_message bytea) returns boolean
language sql immutable set search_path = '' as $$
  -- No other part of a statement can contain this text. A memo with it counts too, although Auth accepts no memo.
  select position('URI:'::bytea in p_message) > 0 $$;

create table countersign.proofs (
  id uuid primary key default gen_random_uuid(),
  wallet_id uuid not null references countersign.wallets (id) on delete cascade,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  challenge_id uuid not null unique,
  account_code text not null,
  display_name text,
  method text not null check (method in ('sign_offchain_message', 'sign_in', 'sign_message', 'memo')),
  chain text not null,
  address text not null,
  origin text not null,
  message bytea not null,
  signed_bytes bytea not null check (octet_length(signed_bytes) between 1 and 8192),
  signature bytea not null check (octet_length(signature) = 64),
  proven_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_because text check (ended_because in ('replaced', 'removed', 'moved')),
  is_public boolean not null default false,
  outcome text not null check (outcome in ('proven', 're-proven', 'moved')),
  names_account boolean not null default true,
  evidence_at timestamptz not null,
  check ((ended_at is null) = (ended_because is null)),
  -- An off-chain message of version 1 with one signer: domain, version, number of signers, key, statement.
  constraint proofs_by_off_chain_message check (
    method <> 'sign_offchain_message' or (
      substring(signed_bytes for 18) = '\xff736f6c616e61206f6666636861696e0101' and substring(signed_bytes from 51) = message
    )
  )
);
comment on table countersign.proofs is
  'Verified signatures with the exact signed bytes. Only the end and the visibility of a proof ever change.';
comment on column countersign.proofs.signed_bytes is 'The statement itself, or a frame or transaction that contains it.';
comment on column countersign.proofs.is_public is
  'Whether the proof is public. Kept after the proof has ended, so that its page can say why.';
comment on column countersign.proofs.outcome is 'Result returned at the time, for a retry after a lost response.';
comment on column countersign.proofs.names_account is 'False for a proof made by signing in: no account to name yet.';
comment on column countersign.proofs.evidence_at is
  'When message, signed_bytes and signature may first be disclosed, even to the owner.';
comment on column countersign.proofs.display_name is
  'Display name of the account when the proof was made. Not signed: the statement has its ASCII form, or no name.';
create index proofs_of_wallet on countersign.proofs (wallet_id, proven_at desc);
create index proofs_of_account on countersign.proofs (user_id, proven_at desc);
create index proofs_public on countersign.proofs (user_id) where is_public and ended_at is null;
alter table countersign.proofs enable row level security;
create policy "people read their own rows" on countersign.proofs
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "people read in a live session" on countersign.proofs
  as restrictive for select to authenticated using ((select countersign_private.has_live_session()));

create function countersign_private.set_evidence_date() returns trigger language plpgsql set search_path = '' as $$
declare expires_at text;
begin
  new.evidence_at := new.proven_at;
  if countersign_private.signs_in_at_auth(new.message) then
    -- Escaped, because the message of a memo isn't all text.
    expires_at := substring(encode(new.message, 'escape') from 'Expiration Time: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$');
    perform countersign_private.refuse(400, 'proof.refused') where expires_at is null;
    new.evidence_at := greatest(new.proven_at, expires_at::timestamptz + interval '1 minute');
  end if;
  return new;
end $$;
comment on function countersign_private.set_evidence_date is
  'Withholds the evidence while Auth would accept the message as a sign-in.';
create trigger set_evidence_date before insert or update on countersign.proofs
  for each row execute function countersign_private.set_evidence_date();

create function countersign_private.refuse_nameless_public_proof() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.refuse(409, 'proof.names_no_account');
end $$;
create trigger refuse_nameless_public_proof before insert or update on countersign.proofs
  for each row when (new.is_public and not new.names_account)
  execute function countersign_private.refuse_nameless_public_proof();

create function countersign_private.record_deleted_public_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.is_public then
    insert into countersign_private.deleted_public_proofs (id, ended_at)
    values (old.id, coalesce(old.ended_at, now())) on conflict do nothing;
  end if;
  return old;
end $$;
comment on function countersign_private.record_deleted_public_proof is 'The deletion has locked the proof.';
create trigger record_deleted_public_proof before delete on countersign.proofs
  for each row execute function countersign_private.record_deleted_public_proof();

create function countersign_private.set_name_of_proof() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.names_account then
    select a.display_name into new.display_name from countersign.accounts a where a.user_id = new.user_id;
  end if;
  return new;
end $$;
comment on function countersign_private.set_name_of_proof is 'A later name never appears: the owner didn''t agree to that.';
create trigger set_name_of_proof before insert on countersign.proofs
  for each row execute function countersign_private.set_name_of_proof();

create table countersign_private.deleted_public_proofs (id uuid primary key, ended_at timestamptz not null default now());
alter table countersign_private.deleted_public_proofs enable row level security;

create view countersign.live_wallets with (security_invoker = true) as
  select w.id, w.chain, w.address, w.label, w.is_primary, w.proof_id, w.proven_at, w.created_at,
    w.wallet_name,
    translate(encode(w.wallet_icon, 'base64'), E'\n', '') as wallet_icon,
    -- One subquery for all details, which runs only for the rows of a page. A join made Postgres read all proofs of a large
    -- account first.
    (
      select jsonb_build_object(
        'isPublic', p.is_public, 'method', p.method, 'namesAccount', p.names_account,
        'accountCode', p.account_code, 'displayName', p.display_name
      )
      from countersign.proofs p where p.id = w.proof_id
    ) as proof,
    (select a.display_name from countersign.accounts a where a.user_id = w.user_id) as account_name,
    w.is_listed
  from countersign.wallets w
  where w.removed_at is null;
comment on view countersign.live_wallets is
  'The caller''s live wallets with details of their current proofs.';

-- Shared by the functions below.
create function countersign_private.has_wallet(p_user_id uuid, p_address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from countersign.wallets w where w.user_id = p_user_id and w.address = p_address and w.removed_at is null
  ) $$;

create function countersign_private.end_wallet(p_wallet_id uuid, p_because text) returns void
language sql set search_path = '' as $$
  update countersign.proofs set ended_at = now(), ended_because = p_because
  where wallet_id = p_wallet_id and ended_at is null;
  update countersign.wallets set removed_at = now(), removed_because = p_because, is_primary = false,
    is_listed = false
  where id = p_wallet_id $$;
comment on function countersign_private.end_wallet is 'The caller holds the account lock.';

create function countersign_private.choose_primary(p_user_id uuid, p_chain text) returns void
language plpgsql set search_path = '' as $$
begin
  update countersign.wallets set is_primary = true
  where id = (
    select w.id from countersign.wallets w
    where w.user_id = p_user_id and w.chain = p_chain and w.removed_at is null and not w.is_primary
    -- Scans the index wallets_of_account_by_chain backwards.
    order by w.created_at, w.id desc limit 1
  )
  and not exists (select from countersign.wallets w where w.user_id = p_user_id and w.chain = p_chain and w.is_primary);
end $$;
comment on function countersign_private.choose_primary is 'The caller holds the account lock.';

create function countersign_private.lock_wallet(p_user_id uuid, p_session_id uuid, p_wallet_id uuid)
returns countersign.wallets language plpgsql set search_path = '' as $$
declare wallet countersign.wallets;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  select * into wallet from countersign.wallets w
  where w.id = p_wallet_id and w.user_id = p_user_id and w.removed_at is null;
  perform countersign_private.refuse(404, 'wallet.unknown') where not found;
  perform countersign_private.limit_changes(p_user_id, 'wallet.too_many_changes');
  return wallet;
end $$;

create function countersign_private.add_wallet_event(p_user_id uuid, p_kind text, p_address text, p_device text)
returns void language sql set search_path = '' as $$
  select countersign_private.add_event(p_user_id, p_kind, jsonb_build_object('address', p_address), p_device) $$;

-- For the owner.
create function countersign.list_wallets(
  p_user_id uuid, p_session_id uuid, p_chain text, p_search text, p_order text, p_page integer
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  account jsonb := countersign.describe_account(p_user_id, p_session_id, p_chain);
  total bigint := (
    select count(*) from countersign.wallets w where w.user_id = p_user_id and w.chain = p_chain and w.removed_at is null);
  matches bigint := total;
  page uuid[];
begin
  if p_order = 'newest' and p_search = '' then
    -- Skips earlier pages in wallets_of_account_by_chain, without reading their rows.
    page := array(
      select w.id from countersign.wallets w
      where w.user_id = p_user_id and w.chain = p_chain and w.removed_at is null
      order by w.is_primary desc, w.created_at desc, w.id limit 50 offset 50 * (p_page - 1)
    );
  else
    select max(found.matches), array_agg(found.id) into matches, page from (
      select w.id, count(*) over () as matches from countersign.wallets w
      where w.user_id = p_user_id and w.chain = p_chain and w.removed_at is null and (
        p_search = '' or position(lower(p_search) in lower(concat_ws(' ', w.label, w.wallet_name, w.address))) > 0
      )
      order by case p_order when 'name' then lower(coalesce(w.label, w.wallet_name, w.address)) end,
        case p_order when 'oldest-proof' then w.proven_at end,
        case p_order when 'newest' then w.is_primary end desc, case p_order when 'newest' then w.created_at end desc, w.id
      limit 50 offset 50 * (p_page - 1)
    ) found;
  end if;
  return jsonb_build_object(
    'account', account, 'total', total, 'found', coalesce(matches, 0), 'wallets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', w.id, 'address', w.address, 'label', w.label, 'walletName', w.wallet_name,
        'icon', countersign_private.write_base64(w.wallet_icon), 'isPrimary', w.is_primary, 'isListed', w.is_listed,
        'accountName', account -> 'displayName', 'proofId', w.proof_id, 'provenAt', w.proven_at, 'proof', jsonb_build_object(
          'isPublic', p.is_public, 'namesAccount', p.names_account, 'accountCode', p.account_code, 'displayName', p.display_name)
      ) order by listed.place), '[]')
      from unnest(page) with ordinality as listed (id, place)
      join countersign.wallets w on w.id = listed.id join countersign.proofs p on p.id = w.proof_id
    )
  );
end $$;
comment on function countersign.list_wallets is
  'A page of 50 live wallets, with the numbers of all and of those found, and describe_account, like which it refuses and locks. '
  'Finds a part of a label, wallet name or address, in any case.';

create function countersign.label_wallet(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_label text, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform countersign_private.refuse(400, 'wallet.label_invalid') where not countersign_private.is_label(p_label);
  if p_label is not distinct from wallet.label then return; end if;
  update countersign.wallets set label = p_label where id = wallet.id;
  perform countersign_private.add_event(
    p_user_id, 'wallet_label_changed',
    jsonb_build_object('address', wallet.address, 'before', coalesce(wallet.label, ''), 'label', coalesce(p_label, '')), p_device);
end $$;
comment on function countersign.label_wallet is
  'Sets the label of a wallet; null removes it. Refuses like lock_wallet and with wallet.label_invalid. Locks the account row.';

create function countersign.make_wallet_primary(p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_device text)
returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  if wallet.is_primary then return; end if;
  update countersign.wallets set is_primary = false where user_id = p_user_id and chain = wallet.chain and is_primary;
  update countersign.wallets set is_primary = true where id = wallet.id;
  perform countersign_private.add_wallet_event(p_user_id, 'wallet_made_primary', wallet.address, p_device);
end $$;
comment on function countersign.make_wallet_primary is
  'Makes a wallet the one primary wallet on its chain. Refuses like lock_wallet. Locks the account row.';

create function countersign.remove_wallet(p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_device text)
returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.end_wallet(wallet.id, 'removed');
  perform countersign_private.choose_primary(p_user_id, wallet.chain);
  perform countersign_private.end_sessions_of_wallet(p_user_id, wallet.address, p_session_id);
  perform countersign_private.add_wallet_event(p_user_id, 'wallet_removed', wallet.address, p_device);
end $$;
comment on function countersign.remove_wallet is
  'Ends a wallet, its proof and all other sessions that it began. Refuses like lock_wallet, require_recent_auth and '
  'end_wallet_identity. Locks the account row.';

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
  update countersign.wallets w set is_listed = false where w.id = wallet.id and w.is_listed and not p_is_public;
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
  'Makes the current proof public, or all proofs of the wallet private and unlisted. p_proof_id: the proof on the page. Refuses like '
  'lock_wallet and, to publish, require_recent_auth, with proof.replaced and proof.names_no_account. Locks the account row.';

create function countersign.set_wallet_appearance(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_name text, p_icon text
) returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  update countersign.wallets w set wallet_name = p_name, wallet_icon = countersign_private.read_base64(p_icon)
  where w.id = wallet.id;
exception
  -- The error of Postgres would contain the whole row.
  when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.set_wallet_appearance is
  'Replaces the name and icon (base64) that the wallet app reported; null for none. Refuses like lock_wallet, with '
  'request.unexpected if either is invalid, and with proof.refused if the icon isn''t base64. Locks the account row.';
