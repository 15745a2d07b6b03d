-- Signing in with a wallet. Auth checks no nonce, so the server issues a challenge first. A live proof decides which account
-- owns the wallet. Without one, Auth's web3 identity does.
-- With a text that a wallet signed on any site, an attacker can have Auth create an account for that wallet, and add a password.
-- So before the wallet's owner gets such an account, clear_all_but_wallet deletes all that the wallet did not sign for. If the
-- account has been used here without the wallet, it loses the wallet instead.
create table countersign_private.wallet_sessions (
  session_id uuid primary key,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  address text not null check (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$')
);
comment on table countersign_private.wallet_sessions is
  'The server opens some by a link that it creates and redeems itself, so their tokens claim that an email was opened.';
create index wallet_sessions_of_account on countersign_private.wallet_sessions (user_id);
alter table countersign_private.wallet_sessions enable row level security;

create function countersign.issue_sign_in_challenge(
  p_browser_hash text, p_method text, p_chain text, p_address text, p_origin text, p_nonce text, p_message text,
  p_expires_in_seconds integer
) returns uuid language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('wallet sign-in ' || p_browser_hash, 0));
  -- Deletes more than it adds, so expired challenges never pile up. Skips locked rows, so it never waits.
  delete from countersign_private.challenges c
  where c.id in (
    select over.id from countersign_private.challenges over
    where over.purpose = 'sign-in' and over.expires_at < now() - interval '1 hour' order by over.expires_at limit 10
    for update skip locked
  );
  return countersign_private.store_challenge(
    'sign-in', null, null, p_browser_hash, p_method, p_chain, p_address, p_origin, p_nonce, p_message,
    p_expires_in_seconds
  );
end $$;
comment on function countersign.issue_sign_in_challenge is
  'Issues a challenge to a signed-out browser and returns its id. Takes a lock on the browser. Refuses like store_challenge.';

create function countersign.consume_sign_in_challenge(
  p_id uuid, p_browser_hash text, p_signed_bytes text, p_signature text
) returns table (method text, chain text, address text, origin text, message text)
language sql security definer set search_path = '' as $$
  update countersign_private.challenges c set consumed_at = now(), consumed_with = evidence.hash
  from (
    select countersign_private.hash_evidence(
      countersign_private.read_base64(p_signed_bytes), countersign_private.read_base64(p_signature)
    ) as hash
  ) evidence where c.id = p_id and c.browser_hash = p_browser_hash and evidence.hash is not null
    and c.consumed_at is null and c.expires_at > now()
  returning c.method, c.chain, c.address, c.origin, countersign_private.write_base64(c.message) $$;
comment on function countersign.consume_sign_in_challenge is
  'Consumes a challenge with this signature, before it is verified, and returns it to one of concurrent calls. No row if it is '
  'another browser''s, used or expired. Locks the challenge row.';

create function countersign.find_wallet_account(p_chain text, p_address text)
returns table ("provenBy" uuid, "provenByEmail" text, "identityOf" uuid, "wasRemoved" boolean)
language sql stable security definer set search_path = '' as $$
  select live.user_id,
    (
      select u.email::text from auth.users u
      where u.id = live.user_id and u.email <> '' and u.email_confirmed_at is not null and not u.is_sso_user
    ),
    i.user_id,
    exists (
      select from countersign.wallets w
      where w.user_id = i.user_id and w.address = p_address and w.removed_at is not null
    )
  from (select) as one_row
  left join lateral (
    select w.user_id from countersign.wallets w where w.address = p_address and w.removed_at is null
    -- After a site has changed its chain, a proof on the old chain still decides.
    order by (w.chain = p_chain) desc, w.proven_at desc limit 1
  ) live on true
  left join auth.identities i on i.provider = 'web3' and i.provider_id = 'web3:solana:' || p_address $$;
comment on function countersign.find_wallet_account is
  'Returns one row on who owns this wallet: the account it is proven on, with its confirmed email; the account that Auth would '
  'sign in; whether that one removed the wallet. Ids and email may be null. Server only, after the wallet has signed.';

create function countersign_private.has_wallet_identity(p_user_id uuid, p_address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from auth.identities i
    where i.user_id = p_user_id and i.provider = 'web3' and i.provider_id = 'web3:solana:' || p_address) $$;

create function countersign_private.has_other_sign_in_method(p_user_id uuid, p_address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from auth.users u where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null)
  or exists (
    select from auth.identities i
    where i.user_id = p_user_id and i.provider <> 'email' and i.provider_id <> 'web3:solana:' || p_address
  )
  -- Unless the server says that passkeys can't sign in. A forged header only leads to more refusals.
  or nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-countersign-passkeys' is distinct from 'off'
    and exists (select from countersign_private.remaining_passkeys(p_user_id)) $$;

create function countersign.claim_wallet_account(p_user_id uuid, p_address text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wallet_identity text := 'web3:solana:' || p_address;
  account countersign.accounts := countersign_private.lock_account_row(p_user_id);
begin
  -- Already settled in another tab.
  if countersign_private.has_wallet(p_user_id, p_address) then return 'claimed'; end if;
  perform countersign_private.refuse(409, 'proof.challenge_gone')
  where not countersign_private.has_wallet_identity(p_user_id, p_address) or exists (
    select from countersign.wallets w where w.address = p_address and (w.removed_at is null or w.user_id = p_user_id)
  );
  begin
    if account.signed_in_without_wallet_at is null
      and not exists (select from countersign.wallets w where w.user_id = p_user_id)
    then
      -- Waits for a concurrent change by Auth, which is then deleted too.
      perform from auth.users u where u.id = p_user_id for update;
      if not countersign_private.holds_only_wallet(p_user_id, wallet_identity) then
        perform countersign_private.clear_all_but_wallet(p_user_id, wallet_identity);
      end if;
      return 'claimed';
    end if;
    if countersign_private.has_other_sign_in_method(p_user_id, p_address) then
      perform countersign_private.remove_wallet_identity(p_user_id, p_address);
      return 'released';
    end if;
  exception when insufficient_privilege then null; -- Some projects don't grant this. The wallet then opens no account here.
  end;
  perform countersign_private.refuse(409, 'wallet.opens_other_account');
end $$;
comment on function countersign.claim_wallet_account is
  'Settles who owns an account that Auth would open to a wallet. claimed: only wallets have signed in here, so all but this '
  'wallet is deleted. released: it loses only the wallet. Locks the account row, then Auth''s user. Refuses with '
  'auth.signed_out, proof.challenge_gone and wallet.opens_other_account.';

create function countersign_private.holds_only_wallet(p_user_id uuid, p_identity text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  table_name text;
  is_there boolean;
begin
  if exists (
    select from auth.users u
    where u.id = p_user_id and (
      coalesce(u.email, '') <> '' or coalesce(u.phone, '') <> '' or coalesce(u.encrypted_password, '') <> ''
      or coalesce(u.email_change, '') <> '' or coalesce(u.phone_change, '') <> ''
    )
  )
  or exists (
    select from auth.sessions s
    where s.user_id = p_user_id and not countersign_private.is_session_live(p_user_id, s.id)
  ) or exists (select from auth.mfa_factors f where f.user_id = p_user_id)
  or exists (select from auth.one_time_tokens t where t.user_id = p_user_id)
  or exists (
    select from auth.identities i
    where i.user_id = p_user_id and not (i.provider = 'web3' and i.provider_id = p_identity)
  )
  or exists (select from auth.flow_state f where f.user_id = p_user_id) then
    return false;
  end if;
  -- Not every version of Auth has these tables.
  foreach table_name in array
    array['webauthn_credentials', 'webauthn_challenges', 'oauth_authorizations', 'oauth_consents']
  loop
    if to_regclass('auth.' || table_name) is not null then
      execute format('select exists (select from auth.%I where user_id = $1)', table_name) into is_there using p_user_id;
      if is_there then return false; end if;
    end if;
  end loop;
  -- Last, because the column has no index.
  if countersign_private.knows_linking_target() then
    execute 'select exists (select from auth.flow_state where linking_target_id = $1)' into is_there using p_user_id;
    if is_there then return false; end if;
  end if;
  return true;
end $$;

create function countersign_private.clear_all_but_wallet(p_user_id uuid, p_identity text) returns void
language plpgsql set search_path = '' as $$
declare table_name text;
begin
  -- The only live sessions of this account were opened here by a wallet.
  delete from auth.sessions s
  where s.user_id = p_user_id and not countersign_private.is_session_live(p_user_id, s.id);
  delete from auth.mfa_factors f where f.user_id = p_user_id;
  delete from auth.one_time_tokens t where t.user_id = p_user_id;
  delete from auth.identities i
  where i.user_id = p_user_id and not (i.provider = 'web3' and i.provider_id = p_identity);
  -- Provider sign-ins and links that have not been completed.
  delete from auth.flow_state f where f.user_id = p_user_id;
  if countersign_private.knows_linking_target() then
    execute 'delete from auth.flow_state where linking_target_id = $1' using p_user_id;
  end if;
  -- Not every version of Auth has these tables.
  foreach table_name in array
    array['webauthn_credentials', 'webauthn_challenges', 'oauth_authorizations', 'oauth_consents']
  loop
    if to_regclass('auth.' || table_name) is not null then
      execute format('delete from auth.%I where user_id = $1', table_name) using p_user_id;
    end if;
  end loop;
  update auth.users u set
    email = null, email_confirmed_at = null, encrypted_password = '', phone = null, phone_confirmed_at = null,
    email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
    phone_change = '', phone_change_token = '', confirmation_token = '', recovery_token = '', reauthentication_token = '',
    raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || '{"provider": "web3", "providers": ["web3"]}'
  where u.id = p_user_id;
end $$;
comment on function countersign_private.clear_all_but_wallet is 'The caller holds the account lock.';

create function countersign_private.remove_wallet_identity(p_user_id uuid, p_address text) returns void
language sql set search_path = '' as $$
  delete from auth.identities i
  where i.user_id = p_user_id and i.provider = 'web3' and i.provider_id = 'web3:solana:' || p_address;
  -- Auth updates this list only when it changes identities itself, and copies it into tokens.
  update auth.users u set raw_app_meta_data = u.raw_app_meta_data || jsonb_build_object('providers', (
    select coalesce(jsonb_agg(distinct i.provider), '[]') from auth.identities i where i.user_id = p_user_id
  )) where u.id = p_user_id $$;
comment on function countersign_private.remove_wallet_identity is 'The caller holds the account lock.';

-- Auth keeps a started provider sign-in for a day, without an index on the account it will be linked to. Queries name the
-- column only if it exists; converting each row to JSON instead takes 20 times as long.
create function countersign_private.knows_linking_target() returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = to_regclass('auth.flow_state') and a.attname = 'linking_target_id' and not a.attisdropped
  );
end $$;

create function countersign.record_wallet_sign_in(
  p_id uuid, p_browser_hash text, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text,
  p_device text
) returns table ("proofId" uuid, "walletId" uuid)
language plpgsql security definer set search_path = '' as $$
declare
  signed_bytes bytea := countersign_private.read_base64(p_signed_bytes);
  signature bytea := countersign_private.read_base64(p_signature);
  account countersign.accounts;
  issued countersign_private.challenges;
begin
  select * into issued from countersign_private.challenges c
  where c.id = p_id and c.browser_hash = p_browser_hash and c.method <> 'memo'
    -- The server gets here within seconds of consuming it.
    and c.consumed_at > now() - interval '1 minute'
    -- A wallet may return the bare message although it signed a frame around it. The proof stores the frame.
    and c.consumed_with in (
      countersign_private.hash_evidence(signed_bytes, signature),
      countersign_private.hash_evidence(c.message, signature)
    );
  perform countersign_private.refuse(409, 'proof.challenge_gone') where not found;
  -- The same lock order as in record_proof: the address, then the account.
  perform pg_advisory_xact_lock(hashtextextended(issued.chain || ' ' || issued.address, 0));
  account := countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.refuse(409, 'proof.challenge_gone')
  where exists (select from countersign.proofs p where p.challenge_id = issued.id);
  perform countersign_private.refuse(400, 'proof.refused')
  where not countersign_private.has_wallet_identity(p_user_id, issued.address);
  perform countersign_private.refuse(409, 'wallet.removed_from_account')
  where exists (
    select from countersign.wallets w
    where w.user_id = p_user_id and w.address = issued.address and w.removed_at is not null
  );
  perform countersign_private.refuse(409, 'wallet.proven_elsewhere')
  where exists (
    select from countersign.wallets w
    where w.address = issued.address and w.removed_at is null and w.user_id <> p_user_id
  );
  -- Already stored by another tab: returns its proof.
  select w.proof_id, w.id into "proofId", "walletId" from countersign.wallets w
  where w.user_id = p_user_id and w.chain = issued.chain and w.address = issued.address and w.removed_at is null;
  if found then
    return next;
    return;
  end if;
  "proofId" := gen_random_uuid();
  insert into countersign.wallets (user_id, chain, address, proof_id, proven_at)
  values (p_user_id, issued.chain, issued.address, "proofId", now()) returning id into "walletId";
  perform countersign_private.choose_primary(p_user_id, issued.chain);
  perform countersign_private.store_proof(
    "proofId", "walletId", account, issued, signed_bytes, signature, false, 'proven'
  );
  perform countersign_private.add_wallet_event(p_user_id, 'wallet_proven', issued.address, p_device);
  return next;
exception when check_violation or not_null_violation then
  perform countersign_private.refuse(400, 'proof.refused');
end $$;
comment on function countersign.record_wallet_sign_in is
  'Stores the wallet that just signed in and a proof from that signature. Takes the address lock, then the account row. Refuses '
  'like lock_account, with proof.challenge_gone, proof.refused, wallet.removed_from_account and wallet.proven_elsewhere.';

create function countersign.mark_wallet_session(p_user_id uuid, p_session_id uuid, p_address text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Not lock_account: the session may still owe its second factor.
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  -- Checked under the lock: the wallet may have left while the session was being opened.
  perform countersign_private.refuse(409, 'wallet.removed_from_account')
  where not countersign_private.has_wallet(p_user_id, p_address);
  delete from countersign_private.wallet_sessions w
  where w.user_id = p_user_id and not exists (select from auth.sessions s where s.id = w.session_id);
  insert into countersign_private.wallet_sessions (session_id, user_id, address)
  values (p_session_id, p_user_id, p_address) on conflict (session_id) do nothing;
end $$;
comment on function countersign.mark_wallet_session is
  'Records which wallet opened this session, before the server hands it out. Locks the account row. Refuses with '
  'auth.signed_out if the session is not live, and with wallet.removed_from_account if the wallet has just left the account.';

create function countersign.is_wallet_session(p_session_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from countersign_private.wallet_sessions w where w.session_id = p_session_id) $$;
comment on function countersign.is_wallet_session is
  'Whether a wallet opened this session. If so, no email was opened, whatever its token says.';

create function countersign_private.end_sessions_of_wallet(p_user_id uuid, p_address text, p_keep uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- Also proven on another chain, so it can still sign in.
  if countersign_private.has_wallet(p_user_id, p_address) then return; end if;
  perform countersign_private.end_sessions(p_user_id, array(
    select s.id from auth.sessions s left join countersign_private.wallet_sessions w on w.session_id = s.id
    left join countersign.account_sessions a on a.session_id = s.id
    where s.user_id = p_user_id and s.id is distinct from p_keep
      -- A wallet session without a recorded wallet may have used this one.
      and (w.address = p_address or (w.session_id is null and a.method = 'wallet'))
  ), 'sign_in_method_removed');
end $$;
comment on function countersign_private.end_sessions_of_wallet is 'The caller holds the account lock.';
