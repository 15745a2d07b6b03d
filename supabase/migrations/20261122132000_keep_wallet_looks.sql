-- What a wallet looked like when it was proven: the name and the icon that it gave itself. For its owner's own list, where it
-- is told from others by them; nobody else is shown either.
create function countersign_private.is_wallet_icon(p_icon bytea) returns boolean
language sql immutable set search_path = '' as $$
  select octet_length(p_icon) <= 12288
    -- A PNG of 64 x 64 pixels from its first byte to its last: what its own browser drew, and nothing that runs.
    and substring(p_icon from 1 for 24) = '\x89504e470d0a1a0a0000000d494844520000004000000040'::bytea
    and substring(p_icon from octet_length(p_icon) - 11) = '\x0000000049454e44ae426082'::bytea $$;
comment on function countersign_private.is_wallet_icon is
  'Whether this begins, ends and measures as the icons that are kept: a PNG of 64 x 64 pixels in at most 12 KiB.';

alter table countersign.wallets
  add column wallet_name text check (countersign_private.is_label(wallet_name)),
  add column wallet_icon bytea check (countersign_private.is_wallet_icon(wallet_icon));
comment on column countersign.wallets.wallet_name is
  'What the wallet that signed last calls itself, like Phantom. Its own word, which nothing checks.';
comment on column countersign.wallets.wallet_icon is 'Its icon, drawn anew by the browser: a PNG of 64 x 64 pixels.';

create function countersign_private.forget_wallet_look() returns trigger language plpgsql set search_path = '' as $$
begin
  new.wallet_name := null;
  new.wallet_icon := null;
  return new;
end $$;
comment on function countersign_private.forget_wallet_look is
  'The row of a wallet that has ended stays for the history; what it looked like does not.';
revoke execute on function countersign_private.is_wallet_icon, countersign_private.forget_wallet_look from public;
create trigger forget_wallet_look before update on countersign.wallets
  for each row when (new.removed_at is not null and (new.wallet_name is not null or new.wallet_icon is not null))
  execute function countersign_private.forget_wallet_look();

create function countersign.keep_wallet_look(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_name text, p_icon text
) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  update countersign.wallets w set wallet_name = p_name, wallet_icon = countersign_private.read_base64(p_icon)
  where w.id = p_wallet_id and w.user_id = p_user_id and w.removed_at is null;
  perform countersign_private.refuse(404, 'wallet.unknown') where not found;
exception
  -- Postgres would answer with the whole row.
  when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.keep_wallet_look is
  'Keeps the name and the icon (base64) of the wallet that has just signed, null for none, in place of those before. Refuses '
  'as lock_account does, and with wallet.unknown; what is no name or icon with request.unexpected or proof.refused.';
revoke execute on function countersign.keep_wallet_look from public;
grant execute on function countersign.keep_wallet_look to service_role;

create or replace view countersign.live_wallets with (security_invoker = true) as
  select w.id, w.chain, w.address, w.label, w.is_primary, w.proof_id, w.proven_at, w.created_at,
    -- Looked up for the rows of a page only. A join made Postgres read all proofs of a large account first.
    (select p.is_public from countersign.proofs p where p.id = w.proof_id) as is_public,
    (select p.method from countersign.proofs p where p.id = w.proof_id) as method,
    w.wallet_name,
    translate(encode(w.wallet_icon, 'base64'), E'\n', '') as wallet_icon,
    lower(coalesce(w.label, w.wallet_name, w.address)) as sort_name,
    lower(concat_ws(' ', w.label, w.wallet_name, w.address)) as search_text,
    (select p.names_account from countersign.proofs p where p.id = w.proof_id) as names_account
  from countersign.wallets w
  where w.removed_at is null;
comment on view countersign.live_wallets is
  'The wallets of whoever asks, with what their standing proof says, and what they are sorted and searched by.';

create or replace function countersign.export_wallets(p_user_id uuid, p_after uuid, p_at_most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', page.id, 'chain', page.chain, 'address', page.address, 'label', page.label, 'walletName', page.wallet_name,
    'isPrimary', page.is_primary, 'newestProof', page.proof_id, 'provenAt', page.proven_at, 'createdAt', page.created_at,
    'removedAt', page.removed_at, 'removedBecause', page.removed_because
  ) order by page.created_at, page.id), '[]')
  from (
    select w.* from countersign.wallets w
    where w.user_id = p_user_id and (p_after is null
      or (w.created_at, w.id) > (select last.created_at, last.id from countersign.wallets last where last.id = p_after))
    order by w.created_at, w.id limit p_at_most
  ) page $$;
