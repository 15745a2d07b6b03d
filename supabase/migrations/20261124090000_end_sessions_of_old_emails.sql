-- Whoever changes the e-mail of an account may be keeping somebody out. So the other sessions end with the old e-mail,
-- as they do with an old password, and so does what was about to be signed.

alter table public.account_sessions drop constraint account_sessions_ended_because_check;
alter table public.account_sessions add constraint account_sessions_ended_because_check check (
  ended_because in (
    'signed_out', 'ended_elsewhere', 'password_changed', 'email_changed', 'factors_changed', 'account_closed'
  )
);

create function public.end_sessions_of_old_email(p_user_id uuid, p_keep uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.ensure_account(p_user_id);
  perform from public.accounts a where a.user_id = p_user_id for update;
  perform private.end_sessions(p_user_id, array(
    select s.id from auth.sessions s where s.user_id = p_user_id and s.id is distinct from p_keep
    union
    select a.session_id from public.account_sessions a
    where a.user_id = p_user_id and a.session_id is distinct from p_keep and a.ended_at is null
  ), 'email_changed');
  perform public.discard_challenges(p_user_id);
end
$$;

comment on function public.end_sessions_of_old_email(uuid, uuid) is
  'Once Auth has changed the e-mail of an account: ends its sessions but the one to keep, or all when that is null, and '
  'its open challenges. Asks for no session, since both addresses have agreed: one of them may have in any browser.';

revoke execute on function public.end_sessions_of_old_email(uuid, uuid) from public, anon, authenticated;
grant execute on function public.end_sessions_of_old_email(uuid, uuid) to service_role;
