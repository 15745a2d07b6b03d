-- What an account is called is asked for by its session too: with a token alone, of a session that has ended or that is
-- none of this site, nothing is read. Nor does asking make an account here of somebody who never signed in.

drop function public.ensure_account(uuid);

create function public.ensure_account(p_user_id uuid, p_session_id uuid)
returns table (code text, display_name text)
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.refuse_weak_session(p_user_id, p_session_id);
  return query select a.code, a.display_name from private.ensure_account(p_user_id) a;
end
$$;

comment on function public.ensure_account(uuid, uuid) is
  'What statements call this account; made the first time. Refuses as private.refuse_weak_session does.';

revoke execute on function public.ensure_account(uuid, uuid) from public, anon, authenticated;
grant execute on function public.ensure_account(uuid, uuid) to service_role;

-- What a wallet signs in to it is proven on by then, always.
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
  ) then
    raise exception using errcode = 'PT409', message = 'wallet.removed_from_account';
  end if;
  delete from private.wallet_sessions w
  where w.user_id = p_user_id and not exists (select from auth.sessions s where s.id = w.session_id);
  insert into private.wallet_sessions (session_id, user_id, address) values (p_session_id, p_user_id, p_address);
end
$$;
