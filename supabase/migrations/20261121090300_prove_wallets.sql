create function private.read_base64(p_text text)
returns bytea
language plpgsql
immutable
set search_path = ''
as $$
begin
  return decode(p_text, 'base64');
exception
  when invalid_parameter_value then
    raise exception using errcode = 'PT400', message = 'proof.refused';
end
$$;

comment on function private.read_base64(text) is 'The bytes of base64. Refuses anything else without repeating it.';

create function private.record_activity(p_user_id uuid, p_kind text, p_address text, p_device text)
returns void
language sql
set search_path = ''
as $$
  insert into public.activity_events (user_id, kind, details, device)
  values (p_user_id, p_kind, jsonb_build_object('address', p_address), left(p_device, 200))
$$;

comment on function private.record_activity(uuid, text, text, text) is
  'Appends what happened to a wallet to the activity of an account.';

create function private.end_wallet(p_wallet_id uuid, p_because text)
returns void
language sql
set search_path = ''
as $$
  update public.proofs set ended_at = now(), ended_because = p_because
  where wallet_id = p_wallet_id and ended_at is null;
  update public.wallets set removed_at = now(), removed_because = p_because, is_primary = false
  where id = p_wallet_id
$$;

comment on function private.end_wallet(uuid, text) is 'Ends a live wallet and its standing proof; both rows stay.';

create function private.choose_primary(p_user_id uuid)
returns void
language sql
set search_path = ''
as $$
  update public.wallets set is_primary = true
  where id = (
    select w.id from public.wallets w
    where w.user_id = p_user_id and w.removed_at is null and not w.is_primary
    -- The index of an account's wallets, backwards.
    order by w.created_at, w.id desc limit 1
  )
  and not exists (select from public.wallets w where w.user_id = p_user_id and w.is_primary)
$$;

comment on function private.choose_primary(uuid) is
  'Makes the oldest live wallet the primary one when the account has none.';

create function private.has_other_way_in(p_user_id uuid, p_address text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from auth.users u
    where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null
  )
  or exists (
    select from auth.identities i
    where i.user_id = p_user_id and i.provider <> 'email' and i.provider_id <> 'web3:solana:' || p_address
  )
$$;

comment on function private.has_other_way_in(uuid, text) is
  'Whether the account can be signed in to without this address: by e-mail, another provider or another wallet.';

create function public.find_proof_of_challenge(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text
)
returns table (proof_id uuid, wallet_id uuid)
language sql
stable
security definer
set search_path = ''
as $$
  select p.id, p.wallet_id
  from public.proofs p
  join public.challenges c on c.id = p.challenge_id
  where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id
    -- A wallet may hand back the message although a frame around it was signed, which is what is stored.
    and private.read_base64(p_signed_bytes) in (p.signed_bytes, p.message)
    and p.signature = private.read_base64(p_signature)
    and p.ended_at is null
    and private.is_session_live(p_user_id, p_session_id)
$$;

comment on function public.find_proof_of_challenge(uuid, uuid, uuid, text, text) is
  'The proof that an exact retry made already: the same session, challenge, bytes and signature, while it stands. '
  'No row otherwise.';

create function public.record_proof(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text, p_device text
)
returns table (proof_id uuid, wallet_id uuid, outcome text, moved_from uuid, moved_from_email text)
language plpgsql
security definer
set search_path = ''
as $$
declare
  account public.accounts;
  challenge public.challenges;
  live public.wallets;
  stood_public boolean := false;
begin
  select * into challenge from public.challenges c
  where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id
    and c.consumed_at is not null;
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
  if exists (select from public.proofs p where p.challenge_id = challenge.id) then
    raise exception using errcode = 'PT409', message = 'proof.challenge_gone';
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
    perform private.choose_primary(live.user_id);
    perform private.record_activity(live.user_id, 'wallet_moved_away', live.address, null);
    outcome := 'moved';
    moved_from := live.user_id;
    moved_from_email := (
      select u.email from auth.users u where u.id = live.user_id and u.email_confirmed_at is not null
    );
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
    perform private.choose_primary(p_user_id);
  end if;
  insert into public.proofs (
    id, wallet_id, user_id, challenge_id, account_code, method, chain, address, origin, message, signed_bytes,
    signature, is_public
  )
  values (
    proof_id, wallet_id, p_user_id, challenge.id, account.code, challenge.method, challenge.chain, challenge.address,
    challenge.origin, challenge.message, private.read_base64(p_signed_bytes), private.read_base64(p_signature),
    stood_public
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
  'a moved wallet ends on the account it came from, which moved_from and moved_from_email name so that it can be told. '
  'Refuses with auth.signed_out, proof.challenge_gone, wallet.proven_elsewhere, wallet.only_way_in, proof.refused.';

revoke execute on function
  private.read_base64(text),
  private.record_activity(uuid, text, text, text),
  private.end_wallet(uuid, text),
  private.choose_primary(uuid),
  private.has_other_way_in(uuid, text)
from public, anon, authenticated, service_role;
revoke execute on function
  public.find_proof_of_challenge(uuid, uuid, uuid, text, text),
  public.record_proof(uuid, uuid, uuid, text, text, text)
from public, anon, authenticated;
grant execute on function
  public.find_proof_of_challenge(uuid, uuid, uuid, text, text),
  public.record_proof(uuid, uuid, uuid, text, text, text)
to service_role;
