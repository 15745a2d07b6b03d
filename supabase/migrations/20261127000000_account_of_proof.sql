-- A list of wallets says what each proof says of the account.
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
    (select p.display_name from countersign.proofs p where p.id = w.proof_id) as display_name
  from countersign.wallets w
  where w.removed_at is null;

create or replace function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261127000000' $$;
