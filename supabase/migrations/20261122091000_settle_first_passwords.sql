-- Anybody can sign up with somebody else's address and a password of their own. Auth keeps that password until the
-- address is confirmed, and after. So the sign-up leaves a mark in the account's metadata, which Auth does not change
-- either when the address signs up again, and the browser that signed up keeps what the mark was made from. Before a
-- code or link is used, the server asks whose password this is; the confirmation itself, in Auth's own transaction,
-- takes a password away that is not its confirmer's. Nothing can go wrong in between.

drop function public.email_has_account(text);
drop function public.account_of_mail_link(text);

create function public.account_of_mail_link(p_token_hash text)
returns table (user_id uuid, email text, is_confirmed boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select u.id, coalesce(nullif(t.relates_to, ''), u.email)::text, u.email_confirmed_at is not null
  from auth.one_time_tokens t
  join auth.users u on u.id = t.user_id
  where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)
  limit 1
$$;

comment on function public.account_of_mail_link(text) is
  'The account that an unused link belongs to, and whether its address was confirmed before. For the server only: '
  'whoever may call it with a token hash could learn the address without the mail.';

revoke execute on function public.account_of_mail_link(text) from public, anon, authenticated;
grant execute on function public.account_of_mail_link(text) to service_role;

create table private.doubted_passwords (
  user_id uuid primary key references auth.users (id) on delete cascade
);

comment on table private.doubted_passwords is
  'Unconfirmed accounts whose password somebody else may have chosen: it is gone once the address is confirmed.';

alter table private.doubted_passwords enable row level security;
revoke all on private.doubted_passwords from public, anon, authenticated, service_role;

create function public.settle_first_password(p_token_hash text, p_email text, p_mark text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  owner_id uuid;
  holds_token boolean;
  is_confirmed boolean;
  is_marked boolean;
begin
  select t.user_id into owner_id from auth.one_time_tokens t
    where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash) limit 1;
  holds_token := found;
  if not holds_token then
    select u.id into owner_id from auth.users u where u.email = lower(p_email) and not u.is_sso_user;
  end if;
  select u.email_confirmed_at is not null, coalesce(u.raw_user_meta_data ->> 'sign_up_mark' = p_mark, false)
    into is_confirmed, is_marked from auth.users u where u.id = owner_id;
  if not found then
    return null;
  elsif is_confirmed then
    return 'confirmed';
  elsif not is_marked then
    insert into private.doubted_passwords (user_id) values (owner_id) on conflict do nothing;
    return 'replaced';
  end if;
  -- A doubt is taken back only for somebody who holds what was mailed. The stranger who signed up first has the
  -- mark too, and may be trying codes while the owner confirms.
  if holds_token then
    delete from private.doubted_passwords d where d.user_id = owner_id;
  end if;
  return 'kept';
end
$$;

comment on function public.settle_first_password(text, text, text) is
  'Asked before a code or link is used: what becomes of the account''s first password. "confirmed": the address was '
  'confirmed before, nothing is settled any more. "kept": the mark is that of the browser that signed up. "replaced": '
  'it is not, and the confirmation will take the password away. Null: no such account or link. An account that is '
  'found by its address and not by the token is only ever doubted. For the server only, which never tells.';

revoke execute on function public.settle_first_password(text, text, text) from public, anon, authenticated;
grant execute on function public.settle_first_password(text, text, text) to service_role;

create function private.end_first_password()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if old.email_confirmed_at is null then
    delete from private.doubted_passwords d where d.user_id = new.id;
    if found then
      new.encrypted_password := '';
    end if;
  end if;
  new.raw_user_meta_data := new.raw_user_meta_data - 'sign_up_mark';
  return new;
end
$$;

comment on function private.end_first_password() is
  'Runs inside Auth''s confirmation: takes a doubted password away, and the mark, which would grow every token. Auth '
  'writes the metadata once more from memory after it, so the mark is taken from confirmed accounts at any time.';

revoke execute on function private.end_first_password() from public, anon, authenticated, service_role;

create trigger end_first_password before update on auth.users for each row
  when (
    new.email_confirmed_at is not null
    and (old.email_confirmed_at is null or new.raw_user_meta_data ? 'sign_up_mark')
  )
  execute function private.end_first_password();
