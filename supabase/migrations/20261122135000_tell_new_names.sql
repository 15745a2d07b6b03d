-- What a name was changed to. Only its owner reads the activity of an account, and whoever exports the account.
update countersign_private.event_kinds k set detail_names = k.detail_names || '{name}' where k.kind = 'account_renamed';
update countersign_private.event_kinds k set detail_names = k.detail_names || '{label}'
where k.kind = 'wallet_label_changed';

-- Read from the account, so that it is told whatever function named it.
create function countersign_private.tell_new_name() returns trigger language plpgsql set search_path = '' as $$
begin
  new.details := new.details || jsonb_build_object('name', coalesce(
    (select a.display_name from countersign.accounts a where a.user_id = new.user_id), ''));
  return new;
end $$;
comment on function countersign_private.tell_new_name is
  'Keeps the new name with the event that tells of it, as it stands in the same transaction; empty once it was taken away.';

revoke execute on function countersign_private.tell_new_name from public;

create trigger tell_new_name before insert on countersign.activity_events
for each row when (new.kind = 'account_renamed') execute function countersign_private.tell_new_name();

create or replace function countersign.label_wallet(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_label text, p_device text
) returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform countersign_private.refuse(400, 'wallet.label_invalid') where not countersign_private.is_label(p_label);
  if p_label is not distinct from wallet.label then return; end if;
  update countersign.wallets set label = p_label where id = wallet.id;
  perform countersign_private.add_event(
    p_user_id, 'wallet_label_changed',
    jsonb_build_object('address', wallet.address, 'label', coalesce(p_label, '')), p_device);
end $$;
