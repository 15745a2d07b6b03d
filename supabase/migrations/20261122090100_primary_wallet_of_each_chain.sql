-- A site is for one chain. An account that has wallets on several, because the site changed over, has a primary one on
-- each, or the page of the new chain could not show any.

drop index public.wallets_one_primary;
create unique index wallets_one_primary on public.wallets (user_id, chain) where is_primary;
create index wallets_of_account_by_chain on public.wallets (user_id, chain, is_primary desc, created_at desc, id)
  where removed_at is null;
drop index public.wallets_of_account;

create function private.choose_primary(p_user_id uuid, p_chain text)
returns void
language sql
set search_path = ''
as $$
  update public.wallets set is_primary = true
  where id = (
    select w.id from public.wallets w
    where w.user_id = p_user_id and w.chain = p_chain and w.removed_at is null and not w.is_primary
    -- The index of an account's wallets, backwards.
    order by w.created_at, w.id desc limit 1
  )
  and not exists (select from public.wallets w where w.user_id = p_user_id and w.chain = p_chain and w.is_primary)
$$;

comment on function private.choose_primary(uuid, text) is
  'Makes the oldest live wallet of a chain the primary one when the account has none there.';

create or replace function public.make_wallet_primary(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_device text
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wallet public.wallets := private.hold_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  if wallet.is_primary then
    return;
  end if;
  update public.wallets set is_primary = false where user_id = p_user_id and chain = wallet.chain and is_primary;
  update public.wallets set is_primary = true where id = wallet.id;
  perform private.record_activity(p_user_id, 'wallet_made_primary', wallet.address, p_device);
end
$$;

comment on function public.make_wallet_primary(uuid, uuid, uuid, text) is
  'Makes this the account''s primary wallet on its chain. An account with wallets on a chain has exactly one.';

create or replace function public.remove_wallet(p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_device text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wallet public.wallets := private.hold_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform private.end_wallet(wallet.id, 'removed');
  perform private.choose_primary(p_user_id, wallet.chain);
  perform private.record_activity(p_user_id, 'wallet_removed', wallet.address, p_device);
end
$$;

comment on function public.remove_wallet(uuid, uuid, uuid, text) is
  'Ends a wallet on this account. Its proof ends with it, and the oldest other wallet of the chain becomes primary if '
  'it was.';

do $$
begin
  perform private.choose_primary(owned.user_id, owned.chain)
  from (select distinct w.user_id, w.chain from public.wallets w where w.removed_at is null) owned;
end
$$;

revoke execute on function private.choose_primary(uuid, text) from public, anon, authenticated, service_role;
