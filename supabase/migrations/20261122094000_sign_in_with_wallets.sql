-- Signing in with a wallet. Auth checks no nonce, so a statement of ours comes first, for a browser and not yet for an
-- account. A live proof decides whose wallet it is; Auth's own note of a wallet (its web3 identity) only where there is
-- none.

create table private.wallet_sign_ins (
  id uuid primary key default gen_random_uuid(),
  browser_hash text not null check (browser_hash ~ '^[0-9a-f]{64}$'),
  method text not null check (method in ('sign_in', 'sign_message', 'memo')),
  chain text not null check (chain in ('solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet')),
  address text not null check (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  origin text not null check (origin ~ '^https?://[^/\s]{1,255}$'),
  nonce text not null unique check (nonce ~ '^[A-Za-z0-9]{22,64}$'),
  message bytea not null check (octet_length(message) between 1 and 2048),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  consumed_with bytea check (octet_length(consumed_with) = 32),
  check (expires_at <= issued_at + interval '5 minutes'),
  check ((consumed_at is null) = (consumed_with is null))
);

comment on table private.wallet_sign_ins is
  'Statements that signed-out browsers asked for, byte for byte. Each is bound to a browser, an address, a site and a '
  'method, and is used once or expires. Kept for an hour after that.';
comment on column private.wallet_sign_ins.browser_hash is 'SHA-256 of a random cookie of that browser.';

create index wallet_sign_ins_of_browser on private.wallet_sign_ins (browser_hash, issued_at desc);
create index wallet_sign_ins_by_expiry on private.wallet_sign_ins (expires_at);

alter table private.wallet_sign_ins enable row level security;
revoke all on private.wallet_sign_ins from public, anon, authenticated, service_role;

create function public.issue_wallet_sign_in(
  p_browser_hash text, p_method text, p_chain text, p_address text, p_origin text, p_nonce text, p_message text,
  p_expires_in_seconds integer
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  issue_at timestamptz;
  sign_in_id uuid;
begin
  -- One at a time for a browser, or two at once could both be the third.
  perform pg_advisory_xact_lock(hashtextextended('wallet sign-in ' || p_browser_hash, 0));
  update private.wallet_sign_ins s set expires_at = s.issued_at
  where s.id in (
    select live.id from private.wallet_sign_ins live
    where live.browser_hash = p_browser_hash and live.consumed_at is null and live.expires_at > now()
    order by live.issued_at desc
    offset 2
  );
  -- More than one statement adds, so that what is over never piles up, and without waiting for anybody.
  delete from private.wallet_sign_ins s
  where s.id in (
    select over.id from private.wallet_sign_ins over
    where over.expires_at < now() - interval '1 hour'
    order by over.expires_at
    limit 10
    for update skip locked
  );

  -- Always later than the one before, also where the clock ticks in milliseconds.
  select greatest(clock_timestamp(), max(s.issued_at) + interval '1 microsecond') into issue_at
  from private.wallet_sign_ins s where s.browser_hash = p_browser_hash;
  insert into private.wallet_sign_ins
    (browser_hash, method, chain, address, origin, nonce, message, issued_at, expires_at)
  values (
    p_browser_hash, p_method, p_chain, p_address, p_origin, p_nonce, decode(p_message, 'base64'), issue_at,
    issue_at + make_interval(secs => p_expires_in_seconds)
  )
  returning id into sign_in_id;
  return sign_in_id;
exception
  -- Postgres would answer with the whole row.
  when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.issue_wallet_sign_in(text, text, text, text, text, text, text, integer) is
  'Stores a statement (base64) that a signed-out browser is about to have signed. At most 3 live for a browser, a '
  'fourth takes the place of the oldest; 300 seconds of life. Refuses a malformed one with request.unexpected.';

create function public.consume_wallet_sign_in(
  p_id uuid, p_browser_hash text, p_signed_bytes text, p_signature text
)
returns table (method text, chain text, address text, origin text, message text)
language sql
security definer
set search_path = ''
as $$
  update private.wallet_sign_ins s set consumed_at = now(), consumed_with = evidence.hash
  from (
    select private.hash_evidence(private.read_base64(p_signed_bytes), private.read_base64(p_signature)) as hash
  ) evidence
  where s.id = p_id and s.browser_hash = p_browser_hash and evidence.hash is not null
    and s.consumed_at is null and s.expires_at > now()
  returning s.method, s.chain, s.address, s.origin, private.write_base64(s.message)
$$;

comment on function public.consume_wallet_sign_in(uuid, text, text, text) is
  'Uses a statement up with these signed bytes and this signature, before anything is known of them. No row when it is '
  'not this browser''s, was used, or has expired. Of any number at once, one gets the row.';

create function public.find_wallet_account(p_chain text, p_address text)
returns table (proven_by uuid, proven_by_email text, identity_of uuid, was_removed boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select live.user_id,
    (
      select u.email::text from auth.users u
      where u.id = live.user_id and u.email <> '' and u.email_confirmed_at is not null and not u.is_sso_user
    ),
    i.user_id,
    exists (
      select from public.wallets w
      where w.user_id = i.user_id and w.address = p_address and w.removed_at is not null
    )
  from (select) as one_row
  left join lateral (
    select w.user_id from public.wallets w
    where w.address = p_address and w.removed_at is null
    -- A site that changed its chain: the proof of another one still says whose wallet it is.
    order by (w.chain = p_chain) desc, w.proven_at desc
    limit 1
  ) live on true
  left join auth.identities i on i.provider = 'web3' and i.provider_id = 'web3:solana:' || p_address
$$;

comment on function public.find_wallet_account(text, text) is
  'Whose wallet this is, as one row: the account it is proven on and that account''s confirmed e-mail; the account that '
  'Auth would sign it in to; and whether it was removed from that one. For the server, once the wallet has signed.';

alter table public.proofs add column names_account boolean not null default true;

comment on column public.proofs.names_account is
  'False for a proof made by signing in: its statement names the site, because there was no account to name.';

create function private.keep_nameless_proof_private()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', message = 'proof.names_no_account';
end
$$;

comment on function private.keep_nameless_proof_private() is
  'Nobody could check for which account such a proof is.';

create trigger keep_nameless_proof_private before insert or update on public.proofs for each row
  when (new.is_public and not new.names_account)
  execute function private.keep_nameless_proof_private();

create function public.record_wallet_sign_in(
  p_id uuid, p_browser_hash text, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text,
  p_device text
)
returns table (proof_id uuid, wallet_id uuid)
language plpgsql
security definer
set search_path = ''
as $$
declare
  signed_bytes bytea := private.read_base64(p_signed_bytes);
  signature bytea := private.read_base64(p_signature);
  account public.accounts;
  issued private.wallet_sign_ins;
begin
  select * into issued from private.wallet_sign_ins s
  where s.id = p_id and s.browser_hash = p_browser_hash and s.method <> 'memo'
    -- Whoever used it takes seconds to come here.
    and s.consumed_at > now() - interval '1 minute'
    -- A wallet may hand back the message although a frame around it was signed, which is what is stored.
    and s.consumed_with in (
      private.hash_evidence(signed_bytes, signature), private.hash_evidence(s.message, signature)
    );
  if not found then
    raise exception using errcode = 'PT409', message = 'proof.challenge_gone';
  end if;

  -- As in record_proof: the address first, then the account.
  perform pg_advisory_xact_lock(hashtextextended(issued.chain || ' ' || issued.address, 0));
  account := private.hold_account(p_user_id, p_session_id);
  if exists (select from public.proofs p where p.challenge_id = issued.id) then
    raise exception using errcode = 'PT409', message = 'proof.challenge_gone';
  end if;
  if not exists (
    select from auth.identities i
    where i.user_id = p_user_id and i.provider = 'web3' and i.provider_id = 'web3:solana:' || issued.address
  ) then
    raise exception using errcode = 'PT400', message = 'proof.refused';
  end if;
  if exists (
    select from public.wallets w
    where w.user_id = p_user_id and w.address = issued.address and w.removed_at is not null
  ) then
    raise exception using errcode = 'PT409', message = 'wallet.removed_from_account';
  end if;
  if exists (
    select from public.wallets w
    where w.address = issued.address and w.removed_at is null and w.user_id <> p_user_id
  ) then
    raise exception using errcode = 'PT409', message = 'wallet.proven_elsewhere';
  end if;
  -- Another tab was faster: its proof is as good.
  select w.proof_id, w.id into proof_id, wallet_id from public.wallets w
  where w.user_id = p_user_id and w.chain = issued.chain and w.address = issued.address and w.removed_at is null;
  if found then
    return next;
    return;
  end if;

  proof_id := gen_random_uuid();
  insert into public.wallets (user_id, chain, address, proof_id, proven_at)
  values (p_user_id, issued.chain, issued.address, proof_id, now())
  returning id into wallet_id;
  perform private.choose_primary(p_user_id, issued.chain);
  insert into public.proofs (
    id, wallet_id, user_id, challenge_id, account_code, method, chain, address, origin, message, signed_bytes,
    signature, outcome, names_account
  )
  values (
    proof_id, wallet_id, p_user_id, issued.id, account.code, issued.method, issued.chain, issued.address,
    issued.origin, issued.message, signed_bytes, signature, 'proven', false
  );
  perform private.record_activity(p_user_id, 'wallet_proven', issued.address, p_device);
  return next;
exception
  when check_violation or not_null_violation then
    raise exception using errcode = 'PT400', message = 'proof.refused';
end
$$;

comment on function public.record_wallet_sign_in(uuid, text, uuid, uuid, text, text, text) is
  'Stores the first wallet of an account that this wallet signs in to at Auth, and its proof, from the signature that '
  'signed it in, which the server has just checked. Refuses with auth.signed_out, proof.challenge_gone, proof.refused, '
  'wallet.removed_from_account, wallet.proven_elsewhere.';

create function private.end_wallet_way_in()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  wallet_identity text := 'web3:solana:' || old.address;
begin
  if not exists (
    select from auth.identities i
    where i.user_id = old.user_id and i.provider = 'web3' and i.provider_id = wallet_identity
  ) or exists (
    select from public.wallets w
    where w.user_id = old.user_id and w.address = old.address and w.id <> old.id and w.removed_at is null
  ) then
    return new;
  end if;
  if not private.has_other_way_in(old.user_id, old.address) then
    raise exception using errcode = 'PT409', message = 'wallet.last_way_in';
  end if;
  begin
    delete from auth.identities i
    where i.user_id = old.user_id and i.provider = 'web3' and i.provider_id = wallet_identity;
    -- Auth keeps this list in step by itself, and puts it into tokens.
    update auth.users u set raw_app_meta_data = u.raw_app_meta_data || jsonb_build_object('providers', (
      select coalesce(jsonb_agg(distinct i.provider), '[]') from auth.identities i where i.user_id = old.user_id
    ))
    where u.id = old.user_id;
  exception
    -- Not every project may. Then the server still refuses a wallet that was removed.
    when insufficient_privilege then null;
  end;
  return new;
end
$$;

comment on function private.end_wallet_way_in() is
  'A wallet that leaves an account signs in to it no more, also not straight at Auth. The only way in to an account '
  'does not leave it.';

create trigger end_wallet_way_in before update on public.wallets for each row
  when (old.removed_at is null and new.removed_at is not null)
  execute function private.end_wallet_way_in();

create table private.wallet_sessions (
  session_id uuid primary key,
  user_id uuid not null references public.accounts (user_id) on delete cascade
);

comment on table private.wallet_sessions is
  'Sessions of accounts with an e-mail that a wallet began. Their tokens say that a link from a mail did, because Auth '
  'hands out sessions to nobody else; no mail was opened.';

create index wallet_sessions_of_account on private.wallet_sessions (user_id);
alter table private.wallet_sessions enable row level security;
revoke all on private.wallet_sessions from public, anon, authenticated, service_role;

create function public.mark_wallet_session(p_user_id uuid, p_session_id uuid, p_address text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Not hold_account: a session that still owes a second factor begins here as well.
  perform private.ensure_account(p_user_id);
  perform from public.accounts a where a.user_id = p_user_id for update;
  if not private.is_session_live(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  -- Asked once the account is held: it may have left while the session began.
  if not exists (
    select from public.wallets w where w.user_id = p_user_id and w.address = p_address and w.removed_at is null
  ) then
    raise exception using errcode = 'PT409', message = 'wallet.removed_from_account';
  end if;
  delete from private.wallet_sessions w
  where w.user_id = p_user_id and not exists (select from auth.sessions s where s.id = w.session_id);
  insert into private.wallet_sessions (session_id, user_id) values (p_session_id, p_user_id);
end
$$;

comment on function public.mark_wallet_session(uuid, uuid, text) is
  'Notes that a wallet began this session, before anybody gets it, and forgets those of the account that are over. '
  'Refuses with auth.signed_out, or wallet.removed_from_account when the wallet has just left the account.';

create function public.is_wallet_session(p_session_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from private.wallet_sessions w where w.session_id = p_session_id)
$$;

comment on function public.is_wallet_session(uuid) is
  'Whether a wallet began this session, so that it has opened no mail, whatever its token says.';

revoke execute on function
  private.keep_nameless_proof_private(),
  private.end_wallet_way_in()
from public, anon, authenticated, service_role;
revoke execute on function
  public.issue_wallet_sign_in(text, text, text, text, text, text, text, integer),
  public.consume_wallet_sign_in(uuid, text, text, text),
  public.find_wallet_account(text, text),
  public.record_wallet_sign_in(uuid, text, uuid, uuid, text, text, text),
  public.mark_wallet_session(uuid, uuid, text),
  public.is_wallet_session(uuid)
from public, anon, authenticated;
grant execute on function
  public.issue_wallet_sign_in(text, text, text, text, text, text, text, integer),
  public.consume_wallet_sign_in(uuid, text, text, text),
  public.find_wallet_account(text, text),
  public.record_wallet_sign_in(uuid, text, uuid, uuid, text, text, text),
  public.mark_wallet_session(uuid, uuid, text),
  public.is_wallet_session(uuid)
to service_role;
