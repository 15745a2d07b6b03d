-- Mailed codes and links, and first passwords.
--
-- Anybody can sign up with somebody else's address and a password of their own, which Auth keeps, confirmed or not. So signing up
-- leaves a mark in the account's metadata, and the browser that signed up keeps what the mark was made from. Before a code or link
-- is used, the server asks whose password it is. The confirmation itself, in Auth's own transaction, takes away a password that is
-- not its confirmer's, so that nothing can go wrong in between.
create table countersign_private.unverified_passwords (user_id uuid primary key references auth.users (id) on delete cascade);
comment on table countersign_private.unverified_passwords is
  'Accounts whose password somebody else may have chosen: it is gone once the address is confirmed.';
alter table countersign_private.unverified_passwords enable row level security;

create function countersign.resolve_first_password(p_token_hash text, p_email text, p_mark text) returns text
language plpgsql security definer set search_path = '' as $$
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
    insert into countersign_private.unverified_passwords (user_id) values (owner_id) on conflict do nothing;
    return 'replaced';
  end if;
  -- Taken back only for who holds what was mailed: the stranger who signed up first has the mark, and may be trying codes.
  if holds_token then
    delete from countersign_private.unverified_passwords d where d.user_id = owner_id;
  end if;
  return 'kept';
end $$;
comment on function countersign.resolve_first_password is
  'confirmed: the address was before. kept: the mark is that of the browser that signed up. replaced: it is not, and the '
  'confirmation will take the password away. Null: no such account or link. For the server only, which never tells.';

create function countersign_private.end_first_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is null then
    delete from countersign_private.unverified_passwords d where d.user_id = new.id;
    if found then
      new.encrypted_password := '';
    end if;
  end if;
  new.raw_user_meta_data := new.raw_user_meta_data - 'sign_up_mark';
  return new;
end $$;
comment on function countersign_private.end_first_password is
  'Runs inside Auth''s confirmation: takes an unverified password away, and the mark, which would grow every token. Auth '
  'writes the metadata once more from memory after it, so the mark is taken from confirmed accounts at any time.';
create trigger end_first_password before update on auth.users
  for each row when (
    new.email_confirmed_at is not null
    and (old.email_confirmed_at is null or new.raw_user_meta_data ? 'sign_up_mark')
  )
  execute function countersign_private.end_first_password();

-- Before a code or link is used at Auth.
create function countersign.find_account_of_mail_link(p_token_hash text)
returns table ("userId" uuid, email text, "isConfirmed" boolean)
language sql stable security definer set search_path = '' as $$
  select u.id, coalesce(nullif(t.relates_to, ''), u.email)::text, u.email_confirmed_at is not null
  from auth.one_time_tokens t join auth.users u on u.id = t.user_id
  where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)
    and t.token_type::text not in ('email_change_token_current', 'email_change_token_new')
  limit 1 $$;
comment on function countersign.find_account_of_mail_link is
  'The account that an unused link signs in to, and whether its address was confirmed before. For the server only: whoever '
  'calls it with a token hash learns the address without the mail.';

create function countersign.consume_mail_token(p_token_hash text, p_token_key text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- What Auth does not know it refuses by itself, so that guesses leave nothing here.
  perform from auth.one_time_tokens t where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash);
  -- Auth works on nothing for longer than 10 seconds, and then the token is gone, but for one mail in a million.
  return not found or countersign_private.consume_once('mail_token', p_token_key, interval '10 minutes');
end $$;
comment on function countersign.consume_mail_token is
  'Before a mailed code or link is used at Auth: true for one of several at once, and for what Auth does not know.';

create function countersign.release_mail_token(p_token_hash text, p_token_key text) returns void
language sql security definer set search_path = '' as $$
  delete from countersign_private.single_uses u where u.kind = 'mail_token' and u.key_hash = p_token_key
    and exists (select from auth.one_time_tokens t where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash)) $$;
comment on function countersign.release_mail_token is
  'Auth refused or could not be asked: a code or link that still stands may be used again.';

-- Before Auth is asked for a mail.
create function countersign.begin_mail(p_mail_key text) returns integer
language plpgsql security definer set search_path = '' as $$
declare begun timestamptz;
begin
  -- A process that died left its own here. Auth works on nothing for longer than 10 seconds, and ours waits for 20.
  if countersign_private.consume_once('mail', p_mail_key, interval '30 seconds') then return 0; end if;
  select m.used_at into begun from countersign_private.single_uses m where m.kind = 'mail' and m.key_hash = p_mail_key;
  return greatest(1, ceil(10 - extract(epoch from now() - begun)))::integer;
end $$;
comment on function countersign.begin_mail is
  'Before Auth is asked for a mail: 0 for the first; for who asks for the same meanwhile, the seconds until that is decided.';

create function countersign.end_mail(p_mail_key text) returns void
language sql security definer set search_path = '' as $$
  delete from countersign_private.single_uses m where m.kind = 'mail' and m.key_hash = p_mail_key $$;
comment on function countersign.end_mail is 'Auth has answered about this mail, whatever it said.';
