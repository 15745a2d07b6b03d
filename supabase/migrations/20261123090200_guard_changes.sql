-- What is listed in docs/sensitive-actions.md asks for presence, in the transaction of the change itself.

create or replace function public.issue_challenge(
  p_user_id uuid, p_session_id uuid, p_purpose text, p_method text, p_chain text, p_address text, p_origin text,
  p_nonce text, p_message text, p_expires_in_seconds integer
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  issued integer;
  oldest timestamptz;
  newest timestamptz;
  issue_at timestamptz;
  challenge_id uuid;
begin
  -- One at a time for an account, or two at once could both be the third.
  perform private.hold_account(p_user_id, p_session_id);
  -- Now and not when it comes back signed: presence that runs out in front of a hardware wallet costs no signature.
  if p_purpose is distinct from 'confirm' then
    perform private.require_presence(p_user_id, p_session_id);
  end if;

  select count(*), min(c.issued_at), max(c.issued_at) into issued, oldest, newest
  from public.challenges c
  where c.user_id = p_user_id and c.issued_at > now() - interval '1 minute';
  if issued >= 10 then
    raise exception using errcode = 'PT429', message = 'proof.too_many_challenges',
      detail = greatest(1, ceil(extract(epoch from oldest + interval '1 minute' - now())))::text;
  end if;

  -- At most three are live: a fourth takes the place of the oldest. Over since it began, so that it is over for
  -- whoever is just using it as well.
  update public.challenges c set expires_at = c.issued_at
  where c.id in (
    select live.id from public.challenges live
    where live.user_id = p_user_id and live.consumed_at is null and live.expires_at > now()
    order by live.issued_at desc
    offset 2
  );
  delete from public.challenges c where c.user_id = p_user_id and c.expires_at < now() - interval '1 hour';

  -- Always later than the one before, also where the clock ticks in milliseconds.
  issue_at := greatest(clock_timestamp(), newest + interval '1 microsecond');
  insert into public.challenges
    (user_id, session_id, purpose, method, chain, address, origin, nonce, message, issued_at, expires_at)
  values (
    p_user_id, p_session_id, p_purpose, p_method, p_chain, p_address, p_origin, p_nonce,
    decode(p_message, 'base64'), issue_at, issue_at + make_interval(secs => p_expires_in_seconds)
  )
  returning id into challenge_id;
  return challenge_id;
exception
  -- Postgres would answer with the whole row.
  when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.issue_challenge(uuid, uuid, text, text, text, text, text, text, text, integer) is
  'Stores a statement (base64) that the account is about to be asked to sign. At most 3 live, 10 a minute, and 300 '
  'seconds of life. Refuses as private.require_presence does, but for one that confirms presence; with '
  'proof.too_many_challenges; or with request.unexpected for a malformed one.';

create or replace function private.find_used_challenge(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes bytea, p_signature bytea
)
returns setof public.challenges
language sql
stable
set search_path = ''
as $$
  select c.* from public.challenges c
  where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id
    -- What was signed to confirm presence says so, and proves no wallet.
    and c.purpose <> 'confirm'
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

create or replace function public.remove_wallet(p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_device text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wallet public.wallets := private.hold_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform private.require_presence(p_user_id, p_session_id);
  perform private.end_wallet(wallet.id, 'removed');
  perform private.choose_primary(p_user_id, wallet.chain);
  perform private.record_activity(p_user_id, 'wallet_removed', wallet.address, p_device);
end
$$;

comment on function public.remove_wallet(uuid, uuid, uuid, text) is
  'Ends a wallet on this account. Its proof ends with it, and the oldest other wallet of the chain becomes primary if '
  'it was. Refuses as private.hold_wallet and private.require_presence do.';

create or replace function public.publish_wallet(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_is_public boolean, p_device text
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wallet public.wallets := private.hold_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  if p_is_public is null then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
  end if;
  -- Taking back may always be done at once.
  if p_is_public then
    perform private.require_presence(p_user_id, p_session_id);
  end if;
  -- What is taken back is taken back whole: also the links to proofs that this one has replaced.
  update public.proofs p set is_public = p_is_public
  where p.wallet_id = wallet.id and p.is_public <> p_is_public and (p.id = wallet.proof_id or not p_is_public);
  if found then
    perform private.record_activity(
      p_user_id, case when p_is_public then 'wallet_published' else 'wallet_unpublished' end, wallet.address, p_device
    );
  end if;
end
$$;

comment on function public.publish_wallet(uuid, uuid, uuid, boolean, text) is
  'Shows the wallet''s standing proof to anybody, or none of its proofs to anybody. Showing asks for presence.';

create or replace function public.end_session(p_user_id uuid, p_session_id uuid, p_target uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if p_target = p_session_id then
    -- Whoever leaves may always leave, also twice.
    perform from public.accounts a where a.user_id = p_user_id for update;
  else
    perform private.hold_account(p_user_id, p_session_id);
    perform private.require_presence(p_user_id, p_session_id);
  end if;
  if not exists (select from auth.sessions s where s.id = p_target and s.user_id = p_user_id)
    and not exists (select from public.account_sessions a where a.session_id = p_target and a.user_id = p_user_id)
  then
    raise exception using errcode = 'PT404', message = 'session.unknown';
  end if;
  perform private.ensure_account(p_user_id);
  perform private.end_sessions(
    p_user_id, array[p_target], case when p_target = p_session_id then 'signed_out' else 'ended_elsewhere' end
  );
end
$$;

comment on function public.end_session(uuid, uuid, uuid) is
  'Ends a session of the account: its own (sign-out), or another one. Ending another one '
  'refuses as private.require_presence does; and with session.unknown, alike for one of somebody else and none at all.';

create function public.record_presence_by_wallet(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  evidence bytea := private.hash_evidence(private.read_base64(p_signed_bytes), private.read_base64(p_signature));
begin
  perform private.hold_account(p_user_id, p_session_id);
  if private.has_second_factor(p_user_id) then
    raise exception using errcode = 'PT403', message = 'auth.second_factor_required';
  end if;
  -- Over with this: the same signature confirms nothing a second time.
  update public.challenges c set expires_at = c.issued_at
  where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id and c.purpose = 'confirm'
    and c.consumed_with in (evidence, private.hash_evidence(c.message, private.read_base64(p_signature)))
    and c.expires_at > greatest(c.issued_at, now() - interval '1 minute')
    and exists (
      select from public.wallets w
      where w.user_id = p_user_id and w.address = c.address and w.chain = c.chain and w.removed_at is null
    );
  if not found then
    raise exception using errcode = 'PT409', message = 'proof.challenge_gone';
  end if;
  perform private.note_presence(p_user_id, p_session_id, 'wallet');
end
$$;

comment on function public.record_presence_by_wallet(uuid, uuid, uuid, text, text) is
  'Notes presence by the signature of a wallet that the account has proven, over a statement that says so and that '
  'this signature used up; the server has checked it. Refuses as private.hold_account does, with '
  'auth.second_factor_required where an authenticator is asked, and with proof.challenge_gone.';

revoke execute on function public.record_presence_by_wallet(uuid, uuid, uuid, text, text)
from public, anon, authenticated;
grant execute on function public.record_presence_by_wallet(uuid, uuid, uuid, text, text) to service_role;
