-- What people do with wallets they have proven. A wallet that is somebody else's, removed or unknown is refused alike.

create function private.hold_wallet(p_user_id uuid, p_session_id uuid, p_wallet_id uuid)
returns public.wallets
language plpgsql
set search_path = ''
as $$
declare
  wallet public.wallets;
  changes integer;
  oldest timestamptz;
begin
  perform private.hold_account(p_user_id, p_session_id);
  select * into wallet from public.wallets w
  where w.id = p_wallet_id and w.user_id = p_user_id and w.removed_at is null;
  if not found then
    raise exception using errcode = 'PT404', message = 'wallet.unknown';
  end if;
  -- Each change is kept for ever. Sixty a minute are more than a person makes and no burden.
  select count(*), min(recent.created_at) into changes, oldest
  from (
    select e.created_at from public.activity_events e where e.user_id = p_user_id order by e.id desc limit 60
  ) recent
  where recent.created_at > now() - interval '1 minute';
  if changes >= 60 then
    raise exception using errcode = 'PT429', message = 'wallet.too_many_changes',
      detail = greatest(1, ceil(extract(epoch from oldest + interval '1 minute' - now())))::text;
  end if;
  return wallet;
end
$$;

comment on function private.hold_wallet(uuid, uuid, uuid) is
  'The live wallet of this account, held with the account until this transaction ends. Refuses with auth.signed_out, '
  'wallet.unknown or wallet.too_many_changes.';

create function public.label_wallet(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_label text, p_device text
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wallet public.wallets := private.hold_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  if not private.is_label(p_label) then
    raise exception using errcode = 'PT400', message = 'wallet.label_invalid';
  end if;
  if p_label is not distinct from wallet.label then
    return;
  end if;
  update public.wallets set label = p_label where id = wallet.id;
  perform private.record_activity(p_user_id, 'wallet_label_changed', wallet.address, p_device);
end
$$;

comment on function public.label_wallet(uuid, uuid, uuid, text, text) is
  'Names a wallet, or with null takes its name away. Refuses what private.is_label refuses with wallet.label_invalid.';

create function public.make_wallet_primary(
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
  update public.wallets set is_primary = false where user_id = p_user_id and is_primary;
  update public.wallets set is_primary = true where id = wallet.id;
  perform private.record_activity(p_user_id, 'wallet_made_primary', wallet.address, p_device);
end
$$;

comment on function public.make_wallet_primary(uuid, uuid, uuid, text) is
  'Makes this the account''s primary wallet. An account with wallets has exactly one.';

create function public.remove_wallet(p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_device text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wallet public.wallets := private.hold_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform private.end_wallet(wallet.id, 'removed');
  perform private.choose_primary(p_user_id);
  perform private.record_activity(p_user_id, 'wallet_removed', wallet.address, p_device);
end
$$;

comment on function public.remove_wallet(uuid, uuid, uuid, text) is
  'Ends a wallet on this account. Its proof ends with it, and the oldest other wallet becomes primary if it was.';

revoke execute on function private.hold_wallet(uuid, uuid, uuid) from public, anon, authenticated, service_role;
revoke execute on function
  public.label_wallet(uuid, uuid, uuid, text, text),
  public.make_wallet_primary(uuid, uuid, uuid, text),
  public.remove_wallet(uuid, uuid, uuid, text)
from public, anon, authenticated;
grant execute on function
  public.label_wallet(uuid, uuid, uuid, text, text),
  public.make_wallet_primary(uuid, uuid, uuid, text),
  public.remove_wallet(uuid, uuid, uuid, text)
to service_role;
