-- Proving a wallet. The wallets themselves are in 04_wallets.sql. The server issues a challenge (a statement to sign) for an account
-- and session: to prove a wallet, to move one here from another account, or to step up. Challenges for signed-out browsers are in
-- 12_wallet_sign_in.sql.
-- A challenge is single-use. consume_challenge marks it used in one UPDATE, before the signature is verified, and stores the
-- hash of that signature. The same signature may retry after a lost response; any other is refused. record_proof then stores
-- one proof per challenge and returns the same result to a retry.
create table countersign_private.challenges (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('prove', 'move', 'move-and-delete', 'confirm', 'sign-in')),
  user_id uuid references countersign.accounts (user_id) on delete cascade,
  session_id uuid,
  browser_hash text check (browser_hash ~ '^[0-9a-f]{64}$'),
  method text not null check (method in ('sign_offchain_message', 'sign_in', 'sign_message', 'memo')),
  chain text not null check (chain in ('solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet')),
  address text not null check (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  origin text not null check (origin ~ '^https?://[^/\s]{1,255}$'),
  -- 128 bits are 22 characters of base64, or 32 hex digits.
  nonce text not null unique check (nonce ~ '^[A-Za-z0-9]{22,64}$'),
  message bytea not null check (octet_length(message) between 1 and 2048),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  consumed_with bytea check (octet_length(consumed_with) = 32),
  offered_account uuid references countersign.accounts (user_id) on delete set null,
  check (expires_at <= issued_at + interval '5 minutes'),
  constraint challenges_consumed_with_something check ((consumed_at is null) = (consumed_with is null)),
  constraint challenges_of_account_or_browser check (case purpose
    when 'sign-in' then browser_hash is not null and user_id is null and session_id is null
    else browser_hash is null and user_id is not null and session_id is not null
  end),
  constraint challenges_sign_nobody_in check (
    case purpose
      when 'sign-in' then method <> 'sign_offchain_message'
      else not countersign_private.signs_in_at_auth(message)
    end
  ),
  constraint challenges_sign_for_deletion check (
    (purpose = 'move-and-delete') = (position('This deletes the account it is proven on now.'::bytea in message) > 0)
  )
);
comment on column countersign_private.challenges.consumed_with is
  'Hash of the signature that used it. If a response is lost before the proof is recorded, the same signature may retry.';
comment on column countersign_private.challenges.offered_account is
  'The account that had the wallet when a valid signature to prove it was refused, and whose deletion this session was offered.';
create index challenges_of_offered_account on countersign_private.challenges (offered_account) where offered_account is not null;
create index challenges_of_account on countersign_private.challenges (user_id, issued_at desc);
create index challenges_of_browser on countersign_private.challenges (browser_hash, issued_at desc);
create index challenges_by_expiry on countersign_private.challenges (expires_at) where purpose = 'sign-in';
-- For cleaning up after accounts that never ask for another challenge.
create index challenges_of_accounts_by_expiry on countersign_private.challenges (expires_at) where purpose <> 'sign-in';
alter table countersign_private.challenges enable row level security;

create function countersign_private.hash_evidence(p_signed_bytes bytea, p_signature bytea) returns bytea
language sql immutable strict set search_path = '' as $$
  -- The inner hash has a fixed length, so that no byte can shift from one input to the other.
  select sha256(sha256(p_signed_bytes) || p_signature) $$;

create function countersign_private.store_challenge(
  p_purpose text, p_user_id uuid, p_session_id uuid, p_browser_hash text, p_method text, p_chain text, p_address text,
  p_origin text, p_nonce text, p_message text, p_expires_in_seconds integer
) returns uuid language plpgsql set search_path = '' as $$
declare
  issue_at timestamptz;
  challenge_id uuid;
begin
  -- At most three are live: a fourth expires the oldest, as of issued_at, because a concurrent transaction that began earlier
  -- compares with its earlier now().
  update countersign_private.challenges c set expires_at = c.issued_at
  where c.id in (
    select live.id from countersign_private.challenges live
    where (live.user_id = p_user_id or live.browser_hash = p_browser_hash)
      and live.consumed_at is null and live.expires_at > now()
    order by live.issued_at desc
    offset 2
  );
  -- Always later than the one before, even if the clock ticks in milliseconds.
  select greatest(clock_timestamp(), max(c.issued_at) + interval '1 microsecond') into issue_at
  from countersign_private.challenges c where c.user_id = p_user_id or c.browser_hash = p_browser_hash;
  insert into countersign_private.challenges (
    purpose, user_id, session_id, browser_hash, method, chain, address, origin, nonce, message, issued_at, expires_at
  )
  values (
    p_purpose, p_user_id, p_session_id, p_browser_hash, p_method, p_chain, p_address, p_origin, p_nonce,
    decode(p_message, 'base64'), issue_at, issue_at + make_interval(secs => p_expires_in_seconds)
  ) returning id into challenge_id;
  return challenge_id;
exception
  -- The error of Postgres would contain the whole row.
  when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
    perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign_private.store_challenge is
  'The caller serializes calls: two concurrent ones could leave more than three live challenges.';

create function countersign.issue_challenge(
  p_user_id uuid, p_session_id uuid, p_purpose text, p_method text, p_chain text, p_address text, p_origin text,
  p_nonce text, p_message text, p_expires_in_seconds integer
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  issued integer;
  oldest timestamptz;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  -- Checked before signing, so that a step-up which expires in front of a hardware wallet wastes no signature.
  if p_purpose is distinct from 'confirm' then
    perform countersign.require_recent_auth(p_user_id, p_session_id);
  end if;
  select count(*), min(c.issued_at) into issued, oldest from countersign_private.challenges c
  where c.user_id = p_user_id and c.issued_at > now() - interval '1 minute';
  perform countersign_private.refuse(
    429, 'proof.too_many_challenges', least(interval '1 minute', oldest + interval '1 minute' - now())
  ) where issued >= 10;
  delete from countersign_private.challenges c
  where c.user_id = p_user_id and c.expires_at < now() - interval '1 hour';
  return countersign_private.store_challenge(
    p_purpose, p_user_id, p_session_id, null, p_method, p_chain, p_address, p_origin, p_nonce, p_message,
    p_expires_in_seconds
  );
end $$;
comment on function countersign.issue_challenge is
  'Issues a challenge to sign; returns its id. Locks the account row. Refuses like lock_account and store_challenge, like '
  'require_recent_auth unless p_purpose is confirm, and with proof.too_many_challenges over 10 a minute.';

create function countersign.consume_challenge(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text
) returns table (purpose text, method text, chain text, address text, origin text, message text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  update countersign_private.challenges c
  set consumed_at = coalesce(c.consumed_at, now()), consumed_with = evidence.hash
  from (
    select countersign_private.hash_evidence(
      countersign_private.read_base64(p_signed_bytes), countersign_private.read_base64(p_signature)
    ) as hash
  ) evidence where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id
    and evidence.hash is not null and (c.consumed_at is null or c.consumed_with = evidence.hash)
    -- A challenge that became a proof may be retried at any time.
    and (c.expires_at > now() or exists (select from countersign.proofs p where p.challenge_id = c.id))
    and countersign_private.is_session_live(p_user_id, p_session_id)
  returning c.purpose, c.method, c.chain, c.address, c.origin, countersign_private.write_base64(c.message);
end $$;
comment on function countersign.consume_challenge is
  'Marks a challenge used by this signature, before it is verified, and returns it. The same signature may retry; of different '
  'ones, one succeeds. No row if expired, used or of another session. Locks the challenge row.';

create function countersign.discard_challenges(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for a challenge that is being issued, so that it expires too.
  perform from countersign.accounts a where a.user_id = p_user_id for update;
  update countersign_private.challenges c set expires_at = c.issued_at
  where c.user_id = p_user_id and c.expires_at > c.issued_at;
end $$;
comment on function countersign.discard_challenges is
  'Expires the account''s challenges, even those in use, after a password or email change. Proofs stay. Locks the account row.';

create function countersign_private.find_used_challenge(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes bytea, p_signature bytea
) returns setof countersign_private.challenges language sql stable set search_path = '' as $$
  select c.* from countersign_private.challenges c
  where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id
    -- A statement to step up proves no wallet.
    and c.purpose <> 'confirm'
    -- A wallet may return the bare message although it signed a frame around it. The proof stores the frame.
    and c.consumed_with in (
      countersign_private.hash_evidence(p_signed_bytes, p_signature),
      countersign_private.hash_evidence(c.message, p_signature)
    )
    and (
      -- Not discarded, and used in time: recording follows within seconds.
      c.expires_at > greatest(c.issued_at, now() - interval '1 minute')
      or exists (select from countersign.proofs p where p.challenge_id = c.id)
    ) $$;

create function countersign_private.store_proof(
  p_proof_id uuid, p_wallet_id uuid, p_account countersign.accounts,
  p_challenge countersign_private.challenges, p_signed_bytes bytea, p_signature bytea, p_is_public boolean, p_outcome text
) returns void
language plpgsql set search_path = '' as $$
begin
  insert into countersign.proofs (
    id, wallet_id, user_id, challenge_id, account_code, method, chain, address, origin, message, signed_bytes,
    signature, is_public, outcome, names_account
  )
  values (
    p_proof_id, p_wallet_id, p_account.user_id, p_challenge.id, p_account.code, p_challenge.method, p_challenge.chain,
    p_challenge.address, p_challenge.origin, p_challenge.message, p_signed_bytes, p_signature, p_is_public, p_outcome,
    p_challenge.purpose <> 'sign-in'
  );
end $$;
comment on function countersign_private.store_proof is 'The caller holds the account lock.';

create function countersign.record_proof(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text, p_device text
) returns table ("proofId" uuid, "walletId" uuid, outcome text, "closedUserId" uuid)
language plpgsql security definer set search_path = '' as $$
declare
  signed_bytes bytea := countersign_private.read_base64(p_signed_bytes);
  signature bytea := countersign_private.read_base64(p_signature);
  account countersign.accounts;
  challenge countersign_private.challenges;
  earlier countersign.proofs;
  live countersign.wallets;
  stood_public boolean := false;
begin
  select * into challenge from countersign_private.find_used_challenge(
    p_challenge_id, p_user_id, p_session_id, signed_bytes, signature
  );
  perform countersign_private.refuse(409, 'proof.challenge_gone') where not found;
  -- Serializes proofs of this address: from here on the wallet can leave an account, but no account can gain it. Then both
  -- accounts are locked, in order of id.
  perform pg_advisory_xact_lock(hashtextextended(challenge.chain || ' ' || challenge.address, 0));
  perform from countersign.accounts a
  where a.user_id = p_user_id or a.user_id = (
    select w.user_id from countersign.wallets w
    where w.address = challenge.address and w.chain = challenge.chain and w.removed_at is null
  ) order by a.user_id
  for update;
  account := countersign_private.lock_account(p_user_id, p_session_id);
  -- Checked again under the locks: the challenge may have been discarded while this waited.
  perform from countersign_private.find_used_challenge(
    p_challenge_id, p_user_id, p_session_id, signed_bytes, signature
  );
  perform countersign_private.refuse(409, 'proof.challenge_gone') where not found;
  select * into earlier from countersign.proofs p where p.challenge_id = challenge.id;
  if found then
    perform countersign_private.refuse(409, 'proof.challenge_gone') where earlier.ended_at is not null;
    return query select earlier.id, earlier.wallet_id, earlier.outcome, null::uuid;
    return;
  end if;
  select * into live from countersign.wallets w
  where w.address = challenge.address and w.chain = challenge.chain and w.removed_at is null;
  "proofId" := gen_random_uuid();
  outcome := 'proven';
  if challenge.purpose = 'move-and-delete' then
    -- Deletes the account that this session was offered to delete, or nothing.
    perform countersign_private.refuse(409, 'proof.challenge_gone')
    where not exists (
      select from countersign_private.challenges c
      where c.user_id = p_user_id and c.session_id = p_session_id and c.chain = live.chain and c.address = live.address
        and c.offered_account = live.user_id and c.issued_at > now() - interval '15 minutes' and c.expires_at > c.issued_at
    );
    perform countersign_private.refuse_to_delete_account(live.user_id, live.address);
    -- Waits for a concurrent change by Auth, such as a confirmed email, and looks again.
    perform from auth.users u where u.id = live.user_id for update;
    perform countersign_private.refuse_to_delete_account(live.user_id, live.address);
    perform countersign_private.close_account(live.user_id, null, null);
    "closedUserId" := live.user_id;
    outcome := 'moved';
  elsif live.user_id <> p_user_id then
    perform countersign_private.refuse(409, 'wallet.proven_elsewhere') where challenge.purpose <> 'move';
    perform countersign_private.refuse(409, 'wallet.only_sign_in_method')
    where not countersign_private.has_other_sign_in_method(live.user_id, live.address);
    perform countersign_private.end_wallet(live.id, 'moved');
    perform countersign_private.choose_primary(live.user_id, live.chain);
    perform countersign_private.add_wallet_event(live.user_id, 'wallet_moved_away', live.address, null);
    perform countersign_private.queue_mail(live.user_id, 'wallet_moved_away', jsonb_build_object('address', live.address));
    outcome := 'moved';
  elsif live.user_id = p_user_id then
    outcome := 're-proven';
    "walletId" := live.id;
    update countersign.proofs p set ended_at = now(), ended_because = 'replaced'
    where p.id = live.proof_id returning p.is_public into stood_public;
    update countersign.wallets w set proof_id = "proofId", proven_at = now() where w.id = live.id;
  end if;
  if "walletId" is null then
    insert into countersign.wallets (user_id, chain, address, proof_id, proven_at)
    values (p_user_id, challenge.chain, challenge.address, "proofId", now()) returning id into "walletId";
    perform countersign_private.choose_primary(p_user_id, challenge.chain);
  end if;
  perform countersign_private.store_proof(
    "proofId", "walletId", account, challenge, signed_bytes, signature, stood_public, outcome
  );
  perform countersign_private.add_event(
    p_user_id,
    case outcome when 're-proven' then 'wallet_reproven' when 'moved' then 'wallet_moved_here' else 'wallet_proven' end,
    jsonb_build_object(
      'address', challenge.address, 'method', challenge.method,
      'closed_account', case when "closedUserId" is not null then 'yes' end
    ), p_device
  );
  return next;
exception
  -- The error of Postgres would contain the whole row. Only the lengths of the signed bytes and signature can be invalid here.
  when check_violation or not_null_violation then
    perform countersign_private.refuse(400, 'proof.refused');
end $$;
comment on function countersign.record_proof is
  'Stores a verified signature as a proof; a retry returns the same. If it also deletes the account the wallet leaves, returns '
  'that for Auth to delete. Refuses like lock_account, with proof.challenge_gone, wallet.proven_elsewhere unless moving, '
  'wallet.only_sign_in_method and like refuse_to_delete_account. Takes the address lock, then the accounts by id, then Auth''s user.';

create function countersign_private.refuse_to_delete_account(p_user_id uuid, p_address text) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform countersign_private.refuse(409, 'wallet.account_has_sign_in_method')
  where countersign_private.has_other_sign_in_method(p_user_id, p_address);
  -- A ban outlasts the wallet's move. Without the right to lock Auth's row, a concurrent change could be overlooked.
  perform countersign_private.refuse(409, 'wallet.only_sign_in_method')
  where not has_any_column_privilege('auth.users', 'update') or exists (
    select from auth.users u where u.id = p_user_id and (u.banned_until > now() or u.phone_confirmed_at is not null)
  );
  -- Without its second factor, a wallet can't delete an account. Passkeys count even while they are off or can't be read.
  perform countersign_private.refuse(409, 'wallet.account_has_second_factor')
  where to_regclass('auth.webauthn_credentials') is not null and not countersign.can_read_passkeys();
  perform countersign_private.refuse(409, 'wallet.account_has_second_factor')
  from countersign_private.sign_in_methods_at_auth(p_user_id) m where m.kind in ('authenticator', 'passkey');
  perform countersign_private.refuse(409, 'wallet.account_has_wallets')
  from countersign.wallets w where w.user_id = p_user_id and w.address <> p_address and w.removed_at is null;
  perform countersign_private.refuse(409, 'wallet.account_has_apps')
  from countersign_private.oauth_clients c where c.owner_id = p_user_id and c.removed_at is null;
end $$;
comment on function countersign_private.refuse_to_delete_account is 'Unless this wallet is all that the account has.';

create function countersign.offer_account_deletion(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text
) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  challenge countersign_private.challenges;
  other countersign.accounts;
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  select * into challenge from countersign_private.find_used_challenge(
    p_challenge_id, p_user_id, p_session_id, countersign_private.read_base64(p_signed_bytes),
    countersign_private.read_base64(p_signature)
  ) c where c.purpose = 'prove';
  select a.* into other from countersign.wallets w join countersign.accounts a on a.user_id = w.user_id
  where w.chain = challenge.chain and w.address = challenge.address and w.removed_at is null and w.user_id <> p_user_id
    and not countersign_private.has_other_sign_in_method(w.user_id, w.address);
  if not found then return null; end if;
  perform countersign_private.refuse_to_delete_account(other.user_id, challenge.address);
  update countersign_private.challenges c set offered_account = other.user_id where c.id = challenge.id;
  return jsonb_build_object(
    'code', other.code, 'createdAt', other.created_at,
    'proofs', (select count(*) from countersign.proofs p where p.user_id = other.user_id and p.ended_at is null),
    'publicProofs', (
      select count(*) from countersign.proofs p where p.user_id = other.user_id and p.is_public and p.ended_at is null
    ),
    'apps', (select count(*) from countersign_private.oauth_grants g where g.user_id = other.user_id and g.ended_at is null),
    'signsInHere', exists (
      select from auth.users u
      where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null and not u.is_sso_user
    )
  );
end $$;
comment on function countersign.offer_account_deletion is
  'Describes the account that has a wallet as its only sign-in method, once the server has verified a signature to prove the '
  'wallet here, and offers this session its deletion; else null. Refuses like require_live_session and '
  'refuse_to_delete_account. Locks the challenge row.';

-- Disclosing a proof.
create function countersign_private.describe_proof(p_proof countersign.proofs) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'account_code', p_proof.account_code, 'display_name', p_proof.display_name, 'method', p_proof.method,
    'chain', p_proof.chain, 'address', p_proof.address, 'origin', p_proof.origin, 'proven_at', p_proof.proven_at
  ) || case when p_proof.evidence_at <= now() then jsonb_build_object(
    'message', countersign_private.write_base64(p_proof.message),
    'signed_bytes', countersign_private.write_base64(p_proof.signed_bytes),
    'signature', countersign_private.write_base64(p_proof.signature)
  ) else jsonb_build_object('evidence_at', p_proof.evidence_at) end;
end $$;
comment on function countersign_private.describe_proof is 'Nothing else discloses the bytes of a proof.';

create function countersign.read_public_proof(p_proof_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', p.id,
      'status', coalesce(p.ended_because, 'standing'),
      'endedAt', p.ended_at,
      'replacedBy', case when p.ended_because = 'replaced' then (
        select now_standing.id from countersign.wallets w
        join countersign.proofs now_standing on now_standing.id = w.proof_id
        where w.id = p.wallet_id and now_standing.is_public and now_standing.ended_at is null
      ) end,
      'proof', case when p.ended_at is null then countersign_private.describe_proof(p) end
    ) from countersign.proofs p where p.id = p_proof_id and p.is_public
    union all
    select jsonb_build_object('id', d.id, 'status', 'deleted', 'endedAt', d.ended_at, 'replacedBy', null, 'proof', null)
    from countersign_private.deleted_public_proofs d where d.id = p_proof_id limit 1
  );
end $$;
comment on function countersign.read_public_proof is
  'Returns a public proof to anyone with its ID, or only its status and date once it has ended; null if private or unknown.';
