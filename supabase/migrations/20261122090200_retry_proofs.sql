-- A process may die, or an answer get lost, between the use of a challenge and the record of its proof. The challenge
-- remembers what used it, so that the very same signature may finish what it began, and nothing else may.

alter table public.challenges
  add column consumed_with bytea check (octet_length(consumed_with) = 32);
-- What these were used with is not known: nobody can retry them.
delete from public.challenges where consumed_at is not null;
alter table public.challenges
  add constraint challenges_consumed_with_something check ((consumed_at is null) = (consumed_with is null));

comment on column public.challenges.consumed_with is
  'The hash of the signed bytes and the signature that used it up.';

alter table public.proofs
  add column outcome text not null default 'proven' check (outcome in ('proven', 're-proven', 'moved'));
-- The default is for the proofs of before only.
alter table public.proofs alter column outcome drop default;

comment on column public.proofs.outcome is
  'What was answered when it was made, for whoever did not hear it: a first proof of the wallet on this account, '
  'another one, or one that moved it here.';

create function private.hash_evidence(p_signed_bytes bytea, p_signature bytea)
returns bytea
language sql
immutable strict
set search_path = ''
as $$
  -- The inner hash has a fixed length, so that no byte can change sides.
  select sha256(sha256(p_signed_bytes) || p_signature)
$$;

comment on function private.hash_evidence(bytea, bytea) is
  'SHA-256 of what was signed and its signature: 32 bytes, null when one of them is.';

drop function public.consume_challenge(uuid, uuid, uuid);

create function public.consume_challenge(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text
)
returns table (purpose text, method text, chain text, address text, origin text, message text)
language sql
security definer
set search_path = ''
as $$
  update public.challenges c set consumed_at = coalesce(c.consumed_at, now()), consumed_with = evidence.hash
  from (
    select private.hash_evidence(private.read_base64(p_signed_bytes), private.read_base64(p_signature)) as hash
  ) evidence
  where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id
    and evidence.hash is not null
    and (c.consumed_at is null or c.consumed_with = evidence.hash)
    -- What has become a proof can be asked for again at any time.
    and (c.expires_at > now() or exists (select from public.proofs p where p.challenge_id = c.id))
    and private.is_session_live(p_user_id, p_session_id)
  returning c.purpose, c.method, c.chain, c.address, c.origin, private.write_base64(c.message)
$$;

comment on function public.consume_challenge(uuid, uuid, uuid, text, text) is
  'Uses a challenge up with these signed bytes and this signature, before anything is known of them. Only the very same '
  'may use it again, to go on after an answer that got lost. No row for others, nor when it is not this account''s and '
  'this session''s, has expired or was discarded, or when the session was ended. Of any number of different signatures '
  'at once, one gets the row.';

create or replace function public.discard_challenges(p_user_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Waits for a challenge that is being issued, so that it is ended too.
  perform from public.accounts a where a.user_id = p_user_id for update;
  update public.challenges c set expires_at = c.issued_at where c.user_id = p_user_id and c.expires_at > c.issued_at;
end
$$;

comment on function public.discard_challenges(uuid) is
  'Ends all challenges of an account that have not become proofs, also those that somebody is just using, for when its '
  'password or e-mail changed.';

create function private.find_used_challenge(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes bytea, p_signature bytea
)
returns setof public.challenges
language sql
stable
set search_path = ''
as $$
  select c.* from public.challenges c
  where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id
    -- A wallet may hand back the message although a frame around it was signed, which is what is stored.
    and c.consumed_with in (
      private.hash_evidence(p_signed_bytes, p_signature), private.hash_evidence(c.message, p_signature)
    )
    and (
      -- Not discarded, and used in time: whoever did takes seconds to come here.
      c.expires_at > greatest(c.issued_at, now() - interval '1 minute')
      or exists (select from public.proofs p where p.challenge_id = c.id)
    )
$$;

comment on function private.find_used_challenge(uuid, uuid, uuid, bytea, bytea) is
  'The challenge of this account and session that this very signature used up, if it may become a proof or is one.';

drop function public.find_proof_of_challenge(uuid, uuid, uuid, text, text);
drop function public.record_proof(uuid, uuid, uuid, text, text, text);

create function public.record_proof(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text, p_device text
)
returns table (proof_id uuid, wallet_id uuid, outcome text)
language plpgsql
security definer
set search_path = ''
as $$
declare
  signed_bytes bytea := private.read_base64(p_signed_bytes);
  signature bytea := private.read_base64(p_signature);
  account public.accounts;
  challenge public.challenges;
  earlier public.proofs;
  live public.wallets;
  stood_public boolean := false;
begin
  select * into challenge
  from private.find_used_challenge(p_challenge_id, p_user_id, p_session_id, signed_bytes, signature);
  if not found then
    raise exception using errcode = 'PT409', message = 'proof.challenge_gone';
  end if;

  -- Whoever proves one address waits here for whoever else does: from here on it can leave an account, but none can
  -- get it. Then both accounts are held, of any two in the same order.
  perform pg_advisory_xact_lock(hashtextextended(challenge.chain || ' ' || challenge.address, 0));
  perform from public.accounts a
  where a.user_id = p_user_id or a.user_id = (
    select w.user_id from public.wallets w
    where w.address = challenge.address and w.chain = challenge.chain and w.removed_at is null
  )
  order by a.user_id
  for update;
  account := private.hold_account(p_user_id, p_session_id);

  -- Asked again now that nothing changes: it may have been discarded while this waited.
  perform from private.find_used_challenge(p_challenge_id, p_user_id, p_session_id, signed_bytes, signature);
  if not found then
    raise exception using errcode = 'PT409', message = 'proof.challenge_gone';
  end if;
  select * into earlier from public.proofs p where p.challenge_id = challenge.id;
  if found then
    if earlier.ended_at is not null then
      raise exception using errcode = 'PT409', message = 'proof.challenge_gone';
    end if;
    return query select earlier.id, earlier.wallet_id, earlier.outcome;
    return;
  end if;

  select * into live from public.wallets w
  where w.address = challenge.address and w.chain = challenge.chain and w.removed_at is null;
  proof_id := gen_random_uuid();
  outcome := 'proven';

  if live.user_id <> p_user_id then
    if challenge.purpose <> 'move' then
      raise exception using errcode = 'PT409', message = 'wallet.proven_elsewhere';
    end if;
    if not private.has_other_way_in(live.user_id, live.address) then
      raise exception using errcode = 'PT409', message = 'wallet.only_way_in';
    end if;
    perform private.end_wallet(live.id, 'moved');
    perform private.choose_primary(live.user_id, live.chain);
    perform private.record_activity(live.user_id, 'wallet_moved_away', live.address, null);
    perform private.queue_notice(live.user_id, 'wallet_moved_away', jsonb_build_object('address', live.address));
    outcome := 'moved';
  elsif live.user_id = p_user_id then
    outcome := 're-proven';
    wallet_id := live.id;
    update public.proofs p set ended_at = now(), ended_because = 'replaced'
    where p.id = live.proof_id returning p.is_public into stood_public;
    update public.wallets w set proof_id = record_proof.proof_id, proven_at = now() where w.id = live.id;
  end if;

  if wallet_id is null then
    insert into public.wallets (user_id, chain, address, proof_id, proven_at)
    values (p_user_id, challenge.chain, challenge.address, proof_id, now())
    returning id into wallet_id;
    perform private.choose_primary(p_user_id, challenge.chain);
  end if;
  insert into public.proofs (
    id, wallet_id, user_id, challenge_id, account_code, method, chain, address, origin, message, signed_bytes,
    signature, is_public, outcome
  )
  values (
    proof_id, wallet_id, p_user_id, challenge.id, account.code, challenge.method, challenge.chain, challenge.address,
    challenge.origin, challenge.message, signed_bytes, signature, stood_public, outcome
  );
  perform private.record_activity(
    p_user_id,
    case outcome when 're-proven' then 'wallet_reproven' when 'moved' then 'wallet_moved_here' else 'wallet_proven' end,
    challenge.address, p_device
  );
  return next;
exception
  -- Postgres would answer with the whole row. Only the lengths of what was signed can be wrong here.
  when check_violation or not_null_violation then
    raise exception using errcode = 'PT400', message = 'proof.refused';
end
$$;

comment on function public.record_proof(uuid, uuid, uuid, text, text, text) is
  'Stores a proof whose signature the server has just checked, and its wallet. outcome is proven, re-proven or moved; '
  'the account that a wallet is moved from gets a notice. The very same again gets what was answered, while the proof '
  'stands. Refuses with auth.signed_out, proof.challenge_gone, wallet.proven_elsewhere, wallet.only_way_in, '
  'proof.refused.';

drop function private.choose_primary(uuid);

revoke execute on function
  private.hash_evidence(bytea, bytea),
  private.find_used_challenge(uuid, uuid, uuid, bytea, bytea)
from public, anon, authenticated, service_role;
revoke execute on function
  public.consume_challenge(uuid, uuid, uuid, text, text),
  public.record_proof(uuid, uuid, uuid, text, text, text)
from public, anon, authenticated;
grant execute on function
  public.consume_challenge(uuid, uuid, uuid, text, text),
  public.record_proof(uuid, uuid, uuid, text, text, text)
to service_role;
