-- Whoever takes a way in from an account means to keep somebody out. So the sessions that it began end with it, but for
-- the one that takes it away: a wallet that is removed or moved, and a provider.

alter table public.account_sessions drop constraint account_sessions_ended_because_check;
alter table public.account_sessions add constraint account_sessions_ended_because_check check (
  ended_because in (
    'signed_out', 'ended_elsewhere', 'password_changed', 'email_changed', 'factors_changed', 'way_in_removed',
    'account_closed'
  )
);

alter table private.wallet_sessions add column address text check (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$');

comment on table private.wallet_sessions is
  'Sessions that a wallet began. Of an account with an e-mail their tokens say that a link from a mail did, because Auth '
  'hands out sessions to nobody else; no mail was opened.';
comment on column private.wallet_sessions.address is 'The wallet; null for a session from before this was kept.';

create or replace function public.mark_wallet_session(p_user_id uuid, p_session_id uuid, p_address text)
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
  )
  -- Auth knows it and nobody has proven it, as on an account whose second factor is still owed.
  and (
    exists (select from public.wallets w where w.user_id = p_user_id and w.address = p_address)
    or not exists (
      select from auth.identities i
      where i.user_id = p_user_id and i.provider = 'web3' and i.provider_id = 'web3:solana:' || p_address
    )
  ) then
    raise exception using errcode = 'PT409', message = 'wallet.removed_from_account';
  end if;
  delete from private.wallet_sessions w
  where w.user_id = p_user_id and not exists (select from auth.sessions s where s.id = w.session_id);
  insert into private.wallet_sessions (session_id, user_id, address) values (p_session_id, p_user_id, p_address);
end
$$;

comment on function public.mark_wallet_session(uuid, uuid, text) is
  'Notes which wallet began this session, before anybody gets it, and forgets those of the account that are over. '
  'Refuses with auth.signed_out, or wallet.removed_from_account when the wallet has just left the account.';

create function private.end_sessions_of_wallet(p_user_id uuid, p_address text, p_keep uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Proven on another chain as well: then it goes on signing in.
  if exists (
    select from public.wallets w where w.user_id = p_user_id and w.address = p_address and w.removed_at is null
  ) then
    return;
  end if;
  perform private.end_sessions(p_user_id, array(
    select s.id from auth.sessions s
    left join private.wallet_sessions w on w.session_id = s.id
    left join public.account_sessions a on a.session_id = s.id
    where s.user_id = p_user_id and s.id is distinct from p_keep
      -- One from before the address was kept may be this wallet's.
      and (w.address = p_address or (w.address is null and (w.session_id is not null or a.method = 'wallet')))
  ), 'way_in_removed');
end
$$;

comment on function private.end_sessions_of_wallet(uuid, text, uuid) is
  'Ends the sessions of the account that this wallet began, but the one to keep, unless it still signs in to it.';

create function private.end_sessions_of_lost_wallet()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.end_sessions_of_wallet(old.user_id, old.address, null);
  return null;
end
$$;

comment on function private.end_sessions_of_lost_wallet() is
  'Whoever moved a wallet holds its key and is not of the account that it left.';

create trigger end_sessions_of_lost_wallet after update on public.wallets for each row
  when (old.removed_at is null and new.removed_because = 'moved')
  execute function private.end_sessions_of_lost_wallet();

create or replace function public.remove_wallet(p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_device text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wallet public.wallets := private.hold_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  perform private.require_presence(p_user_id, p_session_id);
  perform private.end_wallet(wallet.id, 'removed');
  perform private.choose_primary(p_user_id, wallet.chain);
  perform private.end_sessions_of_wallet(p_user_id, wallet.address, p_session_id);
  perform private.record_activity(p_user_id, 'wallet_removed', wallet.address, p_device);
end
$$;

comment on function public.remove_wallet(uuid, uuid, uuid, text) is
  'Ends a wallet on this account. Its proof ends with it and every other session that it began, and the oldest other '
  'wallet of the chain becomes primary if it was. Refuses as private.hold_wallet and private.require_presence do.';

create function public.end_sessions_of_way_in(p_user_id uuid, p_session_id uuid, p_method text, p_address text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.hold_account(p_user_id, p_session_id);
  if p_method = 'wallet' then
    perform private.end_sessions_of_wallet(p_user_id, p_address, p_session_id);
  else
    perform private.end_sessions(p_user_id, array(
      select a.session_id from public.account_sessions a
      where a.user_id = p_user_id and a.session_id <> p_session_id and a.method = p_method and a.ended_at is null
    ), 'way_in_removed');
  end if;
end
$$;

comment on function public.end_sessions_of_way_in(uuid, uuid, text, text) is
  'Once Auth has removed a way in, like github, or wallet with its address: ends every other session that it began. '
  'Refuses as private.hold_account does.';

revoke execute on function
  private.end_sessions_of_wallet(uuid, text, uuid),
  private.end_sessions_of_lost_wallet()
from public, anon, authenticated, service_role;
revoke execute on function public.end_sessions_of_way_in(uuid, uuid, text, text) from public, anon, authenticated;
grant execute on function public.end_sessions_of_way_in(uuid, uuid, text, text) to service_role;
