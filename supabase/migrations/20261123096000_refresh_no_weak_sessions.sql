-- A session that waits for its second step is kept where no page looks for it. Whoever holds its tokens, with the password
-- alone, may put them elsewhere: no refresh takes such a session any further.

create or replace function public.touch_session(p_user_id uuid, p_session_id uuid, p_method text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.refuse_weak_session(p_user_id, p_session_id);
  perform private.ensure_account(p_user_id);
  -- What was recorded when it began is better than what a refresh can tell.
  perform private.see_session(
    p_user_id, p_session_id,
    case when exists (select from public.account_sessions a where a.session_id = p_session_id and a.method is not null)
      then null else p_method end,
    null
  );
  return true;
exception
  when sqlstate 'PT401' or sqlstate 'PT403' then
    return false;
  when check_violation then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.touch_session(uuid, uuid, text) is
  'For every refresh: notes that the session is in use, also one that began unrecorded, and answers whether it may go on: '
  'not when it has ended, nor when it gave no second factor and its account asks for one.';
