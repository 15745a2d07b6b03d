-- A link in a mail signs its reader in. When another account is signed in in that browser, the page names both
-- before anything happens; asking Auth to verify the link would use it up.
create function public.account_of_mail_link(p_token_hash text)
returns table (user_id uuid, email text)
language sql
stable
security definer
set search_path = ''
as $$
  select u.id, coalesce(nullif(t.relates_to, ''), u.email)::text
  from auth.one_time_tokens t
  join auth.users u on u.id = t.user_id
  where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)
  limit 1
$$;

comment on function public.account_of_mail_link(text) is
  'The account that an unused link belongs to. For the server only: whoever may call it with a token hash could learn '
  'the address without the mail.';

revoke execute on function public.account_of_mail_link(text) from public, anon, authenticated;
grant execute on function public.account_of_mail_link(text) to service_role;

-- Auth keeps the first password of an address that signs up twice before it is confirmed, and does not say which one
-- it kept. The server asks before, so that it knows whose password counts.
create function public.email_has_account(p_email text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from auth.users u where u.email = lower(p_email))
$$;

comment on function public.email_has_account(text) is
  'Whether an address has an account, confirmed or not. For the server only, which never tells.';

revoke execute on function public.email_has_account(text) from public, anon, authenticated;
grant execute on function public.email_has_account(text) to service_role;
