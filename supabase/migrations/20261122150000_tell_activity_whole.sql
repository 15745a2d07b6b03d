-- What the page of the activity shows, in one question: it read the labels of all wallets of an account for it.
create view countersign.activity with (security_invoker = true) as
  select e.id, e.kind, e.details, e.device, e.created_at,
    -- Looked up for the rows of a page only, as those of live_wallets are.
    (
      select w.label from countersign.wallets w
      where w.address = e.details ->> 'address' and w.user_id = e.user_id and w.removed_at is null and w.label is not null
      -- Of the same address on two chains, what it was called last.
      order by w.proven_at desc limit 1
    ) as label
  from countersign.activity_events e;
comment on view countersign.activity is
  'What happened on the account of whoever asks, with what they call the wallet that it is about now.';
revoke all on countersign.activity from public, anon, authenticated, service_role;
grant select on countersign.activity to authenticated;

-- A sign-in says what it took besides its first step.
update countersign_private.event_kinds k set detail_names = k.detail_names || '{second_step}'
where k.kind in ('signed_in', 'signed_in_elsewhere');

create or replace function countersign.keep_wallet_look(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_name text, p_icon text
) returns void language plpgsql security definer set search_path = '' as $$
declare wallet countersign.wallets := countersign_private.lock_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  update countersign.wallets w set wallet_name = p_name, wallet_icon = countersign_private.read_base64(p_icon)
  where w.id = wallet.id;
exception
  -- Postgres would answer with the whole row.
  when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.keep_wallet_look is
  'Keeps the name and the icon (base64) of the wallet that has just signed, null for none, in place of those before. Refuses '
  'as lock_wallet does; what is no name or icon with request.unexpected or proof.refused.';
