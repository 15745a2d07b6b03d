-- For tests and benchmarks only. Not a migration, so that no real project has it.
create function countersign.fill_wallets(p_user_id uuid, p_count integer)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  account countersign.accounts := countersign_private.ensure_account(p_user_id);
begin
  with filled as (
    insert into countersign.wallets (user_id, chain, address, proof_id, proven_at, created_at)
    select p_user_id, 'solana:mainnet',
      -- Hexadecimal without 0 is valid base58.
      left(translate(md5(gen_random_uuid()::text) || md5(gen_random_uuid()::text), '0', 'z'), 44),
      gen_random_uuid(), now() - place * interval '1 second', now() - place * interval '1 second'
    from generate_series(1, p_count) as place
    returning *
  ), proven as (
    insert into countersign.proofs (
      id, wallet_id, user_id, challenge_id, account_code, method, chain, address, origin, message, signed_bytes,
      signature, proven_at, outcome, evidence_at
    )
    select f.proof_id, f.id, f.user_id, gen_random_uuid(), account.code, 'sign_message', f.chain, f.address,
      'http://localhost:3000', sha512(f.address::bytea), sha512(f.address::bytea), sha512(f.address::bytea), f.proven_at,
      'proven', f.proven_at
    from filled f
  )
  insert into countersign.activity_events (user_id, kind, details, created_at)
  select f.user_id, 'wallet_proven', jsonb_build_object('address', f.address), f.proven_at
  from filled f
  order by f.proven_at;
  perform countersign_private.choose_primary(p_user_id, 'solana:mainnet');
end
$$;

comment on function countersign.fill_wallets(uuid, integer) is
  'Adds made-up wallets on mainnet to an account, a second apart. Their proofs have no real signatures.';
