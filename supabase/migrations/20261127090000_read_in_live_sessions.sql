-- A session that has ended reads nothing either. Where a project forbids to delete it in Auth, whoever holds its refresh
-- token would get new tokens there for ever, and read with each.

create function private.may_read()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.refuse_weak_session(auth.uid(), (auth.jwt() ->> 'session_id')::uuid);
  -- By the token too: the session may have given its code since this one was taken.
  if auth.jwt() ->> 'aal' is distinct from 'aal2' and private.has_second_factor(auth.uid()) then
    raise exception using errcode = 'PT403', message = 'auth.second_factor_required';
  end if;
  return true;
end
$$;

comment on function private.may_read() is
  'For policies, as (select private.may_read()), so that a query asks once, at its first row. Refuses with auth.signed_out '
  'when the session of the token has ended, and with auth.second_factor_required when it or its token is of the first '
  'level and the account has a second factor: rows that are merely missing would look as if there were none. Policies '
  'call it as whoever reads; nobody can reach it otherwise, having no right on its schema.';

revoke execute on function private.may_read() from public, anon, authenticated, service_role;
grant execute on function private.may_read() to authenticated;

alter policy "people read with their second factor" on public.accounts using ((select private.may_read()));
alter policy "people read with their second factor" on public.wallets using ((select private.may_read()));
alter policy "people read with their second factor" on public.proofs using ((select private.may_read()));
alter policy "people read with their second factor" on public.activity_events using ((select private.may_read()));
alter policy "people read with their second factor" on public.account_sessions using ((select private.may_read()));

alter policy "people read with their second factor" on public.accounts rename to "people read in a session that counts";
alter policy "people read with their second factor" on public.wallets rename to "people read in a session that counts";
alter policy "people read with their second factor" on public.proofs rename to "people read in a session that counts";
alter policy "people read with their second factor" on public.activity_events
  rename to "people read in a session that counts";
alter policy "people read with their second factor" on public.account_sessions
  rename to "people read in a session that counts";

drop function private.is_second_factor_given();
