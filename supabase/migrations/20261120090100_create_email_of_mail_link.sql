-- A link in a mail signs its reader in. When another account is signed in in that browser, the page names both
-- before anything happens; asking Auth to verify the link would use it up.
create function public.email_of_mail_link(token_hash text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(nullif(t.relates_to, ''), u.email)::text
  from auth.one_time_tokens t
  join auth.users u on u.id = t.user_id
  where t.token_hash in (email_of_mail_link.token_hash, 'pkce_' || email_of_mail_link.token_hash)
  limit 1
$$;

comment on function public.email_of_mail_link(text) is
  'The e-mail address that an unused link belongs to, or null. For the server only: whoever may call it with a '
  'token hash could learn the address without the mail.';

revoke execute on function public.email_of_mail_link(text) from public, anon, authenticated;
grant execute on function public.email_of_mail_link(text) to service_role;
