-- Wallets and the proofs that make them somebody's. A row of either is never deleted while its account lives: it ends, and stays
-- for the history.

create function countersign_private.is_label(p_label text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(p_label) between 1 and 40
    -- Something to see: not only spaces, blank braille or marks that alter a character before them.
    and p_label ~ '[^\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\ufe00-\ufe0f]'
    -- No controls and nothing invisible (Default_Ignorable_Code_Point of Unicode, interlinear marks, line separators) but
    -- the joiner between two pictures, which makes them one emoji.
    and regexp_replace(
      p_label,
      '(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])', '', 'g'
    ) !~ (
      '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e'
      '\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    ) $$;
comment on function countersign_private.is_label is
  'Whether a wallet may be called this: something to see, and nothing that makes it look like another name.';

-- The name and the icon that a wallet gives itself. Only its owner is shown them, to tell their wallets apart.
create function countersign_private.is_wallet_icon(p_icon bytea) returns boolean
language sql immutable set search_path = '' as $$
  select octet_length(p_icon) <= 12288
    -- A PNG of 64 x 64 pixels from its first byte to its last: what its own browser drew, and nothing that runs.
    and substring(p_icon from 1 for 24) = '\x89504e470d0a1a0a0000000d494844520000004000000040'::bytea
    and substring(p_icon from octet_length(p_icon) - 11) = '\x0000000049454e44ae426082'::bytea $$;
comment on function countersign_private.is_wallet_icon is
  'Whether this begins, ends and measures as the icons that are kept: a PNG of 64 x 64 pixels in at most 12 KiB.';

create table countersign.wallets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  chain text not null check (chain in ('solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet')),
  address text not null check (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  label text check (countersign_private.is_label(label)),
  wallet_name text check (countersign_private.is_label(wallet_name)),
  wallet_icon bytea check (countersign_private.is_wallet_icon(wallet_icon)),
  is_primary boolean not null default false,
  proof_id uuid not null unique,
  proven_at timestamptz not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_because text check (removed_because in ('removed', 'moved')),
  check ((removed_at is null) = (removed_because is null)),
  check (removed_at is null or not is_primary)
);
comment on table countersign.wallets is
  'Addresses that accounts have proven, and had. A row is live until removed_at; it stays for the history.';
comment on column countersign.wallets.proof_id is 'The proof that stands, or stood last.';
comment on column countersign.wallets.wallet_name is
  'What the wallet that signed last calls itself, like Phantom. Its own word, which nothing checks.';
comment on column countersign.wallets.wallet_icon is 'Its icon, drawn anew by the browser: a PNG of 64 x 64 pixels.';
create unique index wallets_live_address on countersign.wallets (address, chain) where removed_at is null;
-- A site is for one chain. An account that has wallets on several, because the site changed over, has a primary one on
-- each, or the page of the new chain could not show any.
create unique index wallets_one_primary on countersign.wallets (user_id, chain) where is_primary;
create index wallets_of_account_by_chain on countersign.wallets (user_id, chain, is_primary desc, created_at desc, id)
  where removed_at is null;
-- The removed ones too: the deletion of an account looks for them.
create index wallets_ever_of_account on countersign.wallets (user_id);
alter table countersign.wallets enable row level security;
create policy "people read their own rows" on countersign.wallets
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "people read in a live session" on countersign.wallets
  as restrictive for select to authenticated using ((select countersign_private.has_live_session()));

create function countersign_private.end_sessions_of_lost_wallet() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform countersign_private.end_sessions_of_wallet(old.user_id, old.address, null);
  return null;
end $$;
comment on function countersign_private.end_sessions_of_lost_wallet is
  'Whoever moved a wallet holds its key and is not of the account that it left.';
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
    perform countersign_private.forget_wallet_identity(old.user_id, old.address);
  exception when insufficient_privilege then null; -- Not every project may. The server still refuses the wallet.
  end;
  return new;
end $$;
comment on function countersign_private.end_wallet_identity is
  'A wallet that leaves an account signs in to it no more, also not straight at Auth. The only sign-in method stays.';
create trigger end_wallet_identity before update on countersign.wallets
  for each row when (old.removed_at is null and new.removed_at is not null)
  execute function countersign_private.end_wallet_identity();

create function countersign_private.forget_wallet_look() returns trigger language plpgsql set search_path = '' as $$
begin
  new.wallet_name := null;
  new.wallet_icon := null;
  return new;
end $$;
comment on function countersign_private.forget_wallet_look is
  'The row of a wallet that has ended stays for the history; what it looked like does not.';
create trigger forget_wallet_look before update on countersign.wallets
  for each row when (new.removed_at is not null and (new.wallet_name is not null or new.wallet_icon is not null))
  execute function countersign_private.forget_wallet_look();

create function countersign_private.tell_of_changed_wallet() returns trigger language plpgsql set search_path = '' as $$
begin
  perform countersign_private.tell_app(g.id, case
      when new.removed_at is null then 'wallet-proven'
      when new.removed_because = 'moved' then 'wallet-moved' else 'wallet-removed' end,
    countersign_private.describe_wallet_to_app(new))
  from countersign_private.oauth_granted_wallets shared
  join countersign_private.oauth_grants g on g.id = shared.grant_id and g.ended_at is null
  where shared.wallet_id = new.id order by g.id;
  return null;
end $$;
comment on function countersign_private.tell_of_changed_wallet is
  'A wallet was proven again, was removed or went to another account: every app that sees it is told.';
create trigger tell_of_changed_wallet after update on countersign.wallets
  for each row when (
    old.removed_at is null and (new.removed_at is not null or new.proven_at is distinct from old.proven_at)
  ) execute function countersign_private.tell_of_changed_wallet();

create function countersign_private.signs_in_at_auth(p_message bytea) returns boolean
language sql immutable set search_path = '' as $$
  -- Nothing else in a statement can hold these characters. A memo is no text that Auth takes; it is treated alike.
  select position('URI:'::bytea in p_message) > 0 $$;
comment on function countersign_private.signs_in_at_auth is
  'Whether Auth would take this text, with its signature, as a sign-in: it insists on a URI line.';

create table countersign.proofs (
  id uuid primary key default gen_random_uuid(),
  wallet_id uuid not null references countersign.wallets (id) on delete cascade,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  challenge_id uuid not null unique,
  account_code text not null,
  display_name text,
  method text not null check (method in ('sign_in', 'sign_message', 'memo')),
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
  check ((ended_at is null) = (ended_because is null))
);
comment on table countersign.proofs is
  'Checked signatures, with the exact bytes. Never changed but to say that one has ended, or who may see it.';
comment on column countersign.proofs.signed_bytes is 'The statement itself, or a frame or transaction that holds it.';
comment on column countersign.proofs.is_public is
  'Whether anybody may see it. Stays when the proof ended, so that its page can say why.';
comment on column countersign.proofs.outcome is 'The answer given when it was made, for a caller that never received it.';
comment on column countersign.proofs.names_account is 'False for a proof made by signing in: there was no account to name.';
comment on column countersign.proofs.evidence_at is
  'From when on message, signed_bytes and signature may be handed out, to their owner too.';
comment on column countersign.proofs.display_name is
  'What the account was called when the proof was made. Not signed: the statement has its ASCII form, or no name.';
create index proofs_of_wallet on countersign.proofs (wallet_id, proven_at desc);
create index proofs_of_account on countersign.proofs (user_id, proven_at desc);
alter table countersign.proofs enable row level security;
create policy "people read their own rows" on countersign.proofs
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "people read in a live session" on countersign.proofs
  as restrictive for select to authenticated using ((select countersign_private.has_live_session()));

create function countersign_private.keep_evidence_date() returns trigger language plpgsql set search_path = '' as $$
declare expires_at text;
begin
  new.evidence_at := new.proven_at;
  if countersign_private.signs_in_at_auth(new.message) then
    -- Escaped, because the message of a memo is no text as a whole.
    expires_at := substring(encode(new.message, 'escape') from 'Expiration Time: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$');
    perform countersign_private.refuse(400, 'proof.refused') where expires_at is null;
    new.evidence_at := greatest(new.proven_at, expires_at::timestamptz + interval '1 minute');
  end if;
  return new;
end $$;
comment on function countersign_private.keep_evidence_date is
  'When a proof may be handed out: at once where Auth never takes its message, else a minute after that has expired.';
create trigger keep_evidence_date before insert or update on countersign.proofs
  for each row execute function countersign_private.keep_evidence_date();

create function countersign_private.keep_nameless_proof_private() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform countersign_private.refuse(409, 'proof.names_no_account');
end $$;
comment on function countersign_private.keep_nameless_proof_private is
  'Nobody could check for which account such a proof is.';
create trigger keep_nameless_proof_private before insert or update on countersign.proofs
  for each row when (new.is_public and not new.names_account)
  execute function countersign_private.keep_nameless_proof_private();

create function countersign_private.keep_deleted_public_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.is_public then
    insert into countersign_private.deleted_public_proofs (id, ended_at)
    values (old.id, coalesce(old.ended_at, now())) on conflict do nothing;
  end if;
  return old;
end $$;
comment on function countersign_private.keep_deleted_public_proof is
  'Remembers that a public proof existed when its account is deleted.';
create trigger keep_deleted_public_proof before delete on countersign.proofs
  for each row execute function countersign_private.keep_deleted_public_proof();

create function countersign_private.keep_name_of_proof() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.names_account then
    select a.display_name into new.display_name from countersign.accounts a where a.user_id = new.user_id;
  end if;
  return new;
end $$;
comment on function countersign_private.keep_name_of_proof is
  'A later name is not shown with an earlier proof: its owner has agreed to no such page.';
create trigger keep_name_of_proof before insert on countersign.proofs
  for each row execute function countersign_private.keep_name_of_proof();

create table countersign_private.deleted_public_proofs (id uuid primary key, ended_at timestamptz not null default now());
comment on table countersign_private.deleted_public_proofs is
  'All that is kept of public proofs whose account was deleted, so that a shared link can say so.';
alter table countersign_private.deleted_public_proofs enable row level security;

create view countersign.live_wallets with (security_invoker = true) as
  select w.id, w.chain, w.address, w.label, w.is_primary, w.proof_id, w.proven_at, w.created_at,
    -- Looked up for the rows of a page only. A join made Postgres read all proofs of a large account first.
    (select p.is_public from countersign.proofs p where p.id = w.proof_id) as is_public,
    (select p.method from countersign.proofs p where p.id = w.proof_id) as method,
    w.wallet_name,
    translate(encode(w.wallet_icon, 'base64'), E'\n', '') as wallet_icon,
    lower(coalesce(w.label, w.wallet_name, w.address)) as sort_name,
    lower(concat_ws(' ', w.label, w.wallet_name, w.address)) as search_text,
    (select p.names_account from countersign.proofs p where p.id = w.proof_id) as names_account
  from countersign.wallets w
  where w.removed_at is null;
comment on view countersign.live_wallets is
  'The wallets of whoever asks, with what their standing proof says, and what they are sorted and searched by.';

-- What wallets have in common.
create function countersign_private.has_wallet(p_user_id uuid, p_address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from countersign.wallets w where w.user_id = p_user_id and w.address = p_address and w.removed_at is null
  ) $$;
comment on function countersign_private.has_wallet is 'Whether this address is proven on the account, on any chain.';

create function countersign_private.end_wallet(p_wallet_id uuid, p_because text) returns void
language sql set search_path = '' as $$
  update countersign.proofs set ended_at = now(), ended_because = p_because
  where wallet_id = p_wallet_id and ended_at is null;
  update countersign.wallets set removed_at = now(), removed_because = p_because, is_primary = false
  where id = p_wallet_id $$;
comment on function countersign_private.end_wallet is 'Ends a live wallet and its standing proof; both rows stay.';

create function countersign_private.choose_primary(p_user_id uuid, p_chain text) returns void
language plpgsql set search_path = '' as $$
begin
  update countersign.wallets set is_primary = true
  where id = (
    select w.id from countersign.wallets w
    where w.user_id = p_user_id and w.chain = p_chain and w.removed_at is null and not w.is_primary
    -- The index of an account's wallets, backwards.
    order by w.created_at, w.id desc limit 1
  )
  and not exists (select from countersign.wallets w where w.user_id = p_user_id and w.chain = p_chain and w.is_primary);
end $$;
comment on function countersign_private.choose_primary is
  'Makes the oldest live wallet of a chain the primary one when the account has none there.';

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
comment on function countersign_private.lock_wallet is
  'The live wallet, locked with its account. Refuses as lock_account does, and with wallet.unknown, wallet.too_many_changes.';

create function countersign_private.add_wallet_event(p_user_id uuid, p_kind text, p_address text, p_device text)
returns void language sql set search_path = '' as $$
  select countersign_private.add_event(p_user_id, p_kind, jsonb_build_object('address', p_address), p_device) $$;
comment on function countersign_private.add_wallet_event is 'Appends what happened to a wallet.';

-- What owners do with theirs.
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
    jsonb_build_object('address', wallet.address, 'label', coalesce(p_label, '')), p_device);
end $$;
comment on function countersign.label_wallet is
  'Names a wallet, or with null takes its name away. Refuses as lock_wallet does, and with wallet.label_invalid.';

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
  'Makes this the primary wallet on its chain, of which there is one. Refuses as lock_wallet does.';

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
  'Ends a wallet, its proof and the sessions that it began. Refuses as lock_wallet and require_recent_auth do.';

create function countersign.publish_wallet(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_is_public boolean, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform countersign_private.refuse(400, 'request.unexpected') where p_is_public is null;
  -- Taking back may always be done at once.
  if p_is_public then
    perform countersign.require_recent_auth(p_user_id, p_session_id);
  end if;
  -- What is taken back is taken back whole: also the links to proofs that this one has replaced.
  update countersign.proofs p set is_public = p_is_public
  where p.wallet_id = wallet.id and p.is_public <> p_is_public and (p.id = wallet.proof_id or not p_is_public);
  if found then
    perform countersign_private.add_wallet_event(
      p_user_id, case when p_is_public then 'wallet_published' else 'wallet_unpublished' end, wallet.address, p_device
    );
  end if;
end $$;
comment on function countersign.publish_wallet is
  'Shows the standing proof to anybody, as require_recent_auth allows, or no proof of the wallet to anybody.';

create function countersign.keep_wallet_look(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_name text, p_icon text
) returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  update countersign.wallets w set wallet_name = p_name, wallet_icon = countersign_private.read_base64(p_icon)
  where w.id = wallet.id;
exception
  -- Postgres would answer with the whole row.
  when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.keep_wallet_look is
  'Keeps the name and the icon (base64) of the wallet that has just signed, null for none, in place of those before. Refuses '
  'as lock_wallet does; what is no name or icon with request.unexpected or proof.refused.';
