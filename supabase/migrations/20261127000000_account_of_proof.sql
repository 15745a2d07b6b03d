-- A list of wallets says what each proof says of the account, and what the account is called now.
grant select (display_name) on countersign.proofs to authenticated;

create or replace view countersign.live_wallets with (security_invoker = true) as
  select w.id, w.chain, w.address, w.label, w.is_primary, w.proof_id, w.proven_at, w.created_at,
    -- Subqueries run only for the rows of a page. A join made Postgres read all proofs of a large account first.
    (select p.is_public from countersign.proofs p where p.id = w.proof_id) as is_public,
    (select p.method from countersign.proofs p where p.id = w.proof_id) as method,
    w.wallet_name,
    translate(encode(w.wallet_icon, 'base64'), E'\n', '') as wallet_icon,
    lower(coalesce(w.label, w.wallet_name, w.address)) as sort_name,
    lower(concat_ws(' ', w.label, w.wallet_name, w.address)) as search_text,
    (select p.names_account from countersign.proofs p where p.id = w.proof_id) as names_account,
    (select p.account_code from countersign.proofs p where p.id = w.proof_id) as account_code,
    (select p.display_name from countersign.proofs p where p.id = w.proof_id) as display_name,
    (select a.display_name from countersign.accounts a where a.user_id = w.user_id) as account_name
  from countersign.wallets w
  where w.removed_at is null;

-- Nothing becomes public that its owner wasn't shown.
drop function countersign.publish_wallet(uuid, uuid, uuid, boolean, text);

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
  'Makes the current proof public, or all proofs of the wallet private. p_proof_id is the proof that the owner was shown; null '
  'publishes whichever is current. Refuses like lock_wallet, with request.unexpected if p_is_public is null and, to publish, like '
  'require_recent_auth, with proof.replaced if p_proof_id is not current and with proof.names_no_account. Locks the account row.';
revoke execute on function countersign.publish_wallet from public;
grant execute on function countersign.publish_wallet to service_role;

create or replace function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261127000000' $$;
