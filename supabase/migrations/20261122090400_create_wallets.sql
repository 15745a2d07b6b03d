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

create table countersign.wallets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  chain text not null check (chain in ('solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet')),
  address text not null check (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  label text check (countersign_private.is_label(label)),
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
create unique index wallets_live_address on countersign.wallets (address, chain) where removed_at is null;
-- A site is for one chain. An account that has wallets on several, because the site changed over, has a primary one on
-- each, or the page of the new chain could not show any.
create unique index wallets_one_primary on countersign.wallets (user_id, chain) where is_primary;
create index wallets_of_account_by_chain on countersign.wallets (user_id, chain, is_primary desc, created_at desc, id)
  where removed_at is null;
-- The removed ones too: the deletion of an account looks for them.
create index wallets_ever_of_account on countersign.wallets (user_id);

create table countersign.proofs (
  id uuid primary key default gen_random_uuid(),
  wallet_id uuid not null references countersign.wallets (id) on delete cascade,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  challenge_id uuid not null unique,
  account_code text not null,
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
create index proofs_of_wallet on countersign.proofs (wallet_id, proven_at desc);
create index proofs_of_account on countersign.proofs (user_id, proven_at desc);

create table countersign_private.deleted_public_proofs (id uuid primary key, ended_at timestamptz not null default now());
comment on table countersign_private.deleted_public_proofs is
  'All that is kept of public proofs whose account was deleted, so that a shared link can say so.';


create view countersign.live_wallets with (security_invoker = true) as
  select w.id, w.chain, w.address, w.label, w.is_primary, w.proof_id, w.proven_at, w.created_at,
    -- Looked up for the rows of a page only. A join made Postgres read all proofs of a large account first.
    (select p.is_public from countersign.proofs p where p.id = w.proof_id) as is_public,
    (select p.method from countersign.proofs p where p.id = w.proof_id) as method
  from countersign.wallets w
  where w.removed_at is null;
comment on view countersign.live_wallets is 'The wallets of whoever asks, with what their standing proof says.';

create function countersign_private.signs_in_at_auth(p_message bytea) returns boolean
language sql immutable set search_path = '' as $$
  -- Nothing else in a statement can hold these characters. A memo is no text that Auth takes; it is treated alike.
  select position('URI:'::bytea in p_message) > 0 $$;
comment on function countersign_private.signs_in_at_auth is
  'Whether Auth would take this text, with its signature, as a sign-in: it insists on a URI line.';

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
language sql set search_path = '' as $$
  update countersign.wallets set is_primary = true
  where id = (
    select w.id from countersign.wallets w
    where w.user_id = p_user_id and w.chain = p_chain and w.removed_at is null and not w.is_primary
    -- The index of an account's wallets, backwards.
    order by w.created_at, w.id desc limit 1
  )
  and not exists (select from countersign.wallets w where w.user_id = p_user_id and w.chain = p_chain and w.is_primary) $$;
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

create function countersign.label_wallet(p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_label text, p_device text)
returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform countersign_private.refuse(400, 'wallet.label_invalid') where not countersign_private.is_label(p_label);
  if p_label is not distinct from wallet.label then return; end if;
  update countersign.wallets set label = p_label where id = wallet.id;
  perform countersign_private.add_wallet_event(p_user_id, 'wallet_label_changed', wallet.address, p_device);
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

create function countersign_private.describe_proof(p_proof countersign.proofs) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'account_code', p_proof.account_code, 'method', p_proof.method, 'chain', p_proof.chain,
    'address', p_proof.address, 'origin', p_proof.origin, 'proven_at', p_proof.proven_at
  ) || case when p_proof.evidence_at <= now() then jsonb_build_object(
    'message', countersign_private.write_base64(p_proof.message),
    'signed_bytes', countersign_private.write_base64(p_proof.signed_bytes),
    'signature', countersign_private.write_base64(p_proof.signature)
  ) else jsonb_build_object('evidence_at', p_proof.evidence_at) end $$;
comment on function countersign_private.describe_proof is
  'What a proof says, with its exact bytes, or with when they follow. Nothing else hands out the bytes of a proof.';

create function countersign.read_public_proof(p_proof_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p.id,
    'status', coalesce(p.ended_because, 'standing'),
    'ended_at', p.ended_at,
    'replaced_by', case when p.ended_because = 'replaced' then (
      select now_standing.id from countersign.wallets w
      join countersign.proofs now_standing on now_standing.id = w.proof_id
      where w.id = p.wallet_id and now_standing.is_public and now_standing.ended_at is null
    ) end,
    'proof', case when p.ended_at is null then countersign_private.describe_proof(p) end
  ) from countersign.proofs p where p.id = p_proof_id and p.is_public
  union all
  select jsonb_build_object('id', d.id, 'status', 'deleted', 'ended_at', d.ended_at, 'replaced_by', null, 'proof', null)
  from countersign_private.deleted_public_proofs d where d.id = p_proof_id limit 1 $$;
comment on function countersign.read_public_proof is
  'A public proof, or only its status and date once it has ended; null for a private or unknown one.';
