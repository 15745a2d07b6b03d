-- Recovery codes stand in for an authenticator. Where the last one is gone they let nobody in, and must not come back to
-- life with the next.

create function public.void_recovery_codes(p_user_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.recovery_codes r where r.user_id = p_user_id and not private.has_second_factor(p_user_id)
$$;

comment on function public.void_recovery_codes(uuid) is
  'Takes the recovery codes away of an account that has no second factor, whoever removed it. Does nothing to any other, '
  'so it asks for no session.';

revoke execute on function public.void_recovery_codes(uuid) from public, anon, authenticated;
grant execute on function public.void_recovery_codes(uuid) to service_role;
