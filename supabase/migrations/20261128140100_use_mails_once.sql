-- What Auth mails works once for those who come one after the other. Of several who use it at the same moment Auth lets
-- more than one in, since each of its transactions reads what the others have not used up yet. Here one row decides.

create table private.used_mail_tokens (
  token_key text primary key check (token_key ~ '^[0-9a-f]{64}$'),
  used_at timestamptz not null default now()
);

comment on table private.used_mail_tokens is
  'Mailed codes and links that somebody is using or has just used: keyed hashes of their token hashes.';

alter table private.used_mail_tokens enable row level security;
revoke all on private.used_mail_tokens from public, anon, authenticated, service_role;

create function public.use_mail_token(p_token_hash text, p_token_key text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- What Auth does not know it refuses by itself, so that guesses leave nothing here.
  perform from auth.one_time_tokens t where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash);
  if not found then
    return true;
  end if;
  -- Auth works on nothing for longer than 10 seconds, and then the token is gone. The same code can be mailed again,
  -- once in a million mails.
  delete from private.used_mail_tokens u where u.token_key in (
    select stale.token_key from private.used_mail_tokens stale
    where stale.used_at < now() - interval '10 minutes' and stale.token_key <> p_token_key
    for update skip locked
  );
  insert into private.used_mail_tokens as u (token_key) values (p_token_key)
  on conflict (token_key) do update set used_at = now() where u.used_at < now() - interval '10 minutes';
  return found;
exception
  when check_violation then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.use_mail_token(text, text) is
  'Asked before a mailed code or link is used at Auth: of several who use the same one at once it is true for the first '
  'alone. True also for what Auth does not know. For the server only.';

create function public.release_mail_token(p_token_hash text, p_token_key text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.used_mail_tokens u
  where u.token_key = p_token_key
    and exists (select from auth.one_time_tokens t where t.token_hash in (p_token_hash, 'pkce_' || p_token_hash))
$$;

comment on function public.release_mail_token(text, text) is
  'Auth refused or could not be asked: where the code or link still stands, since it was tried where another kind is asked '
  'for, say, it may be used again. For the server only.';

revoke execute on function
  public.use_mail_token(text, text),
  public.release_mail_token(text, text)
from public, anon, authenticated;
grant execute on function
  public.use_mail_token(text, text),
  public.release_mail_token(text, text)
to service_role;
