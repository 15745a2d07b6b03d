-- Auth waits for its mail server, which can take seconds, and several processes of ours may be asked for the same mail
-- meanwhile. One row for all of them says that it is under way.

create table private.mails_under_way (
  mail_key text primary key check (mail_key ~ '^[0-9a-f]{64}$'),
  begun_at timestamptz not null default now()
);

comment on table private.mails_under_way is
  'Mails that Auth was asked for and has not answered about: keyed hashes of which mail and to whom.';

alter table private.mails_under_way enable row level security;
revoke all on private.mails_under_way from public, anon, authenticated, service_role;

create function public.begin_mail(p_mail_key text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  begun timestamptz;
begin
  -- A process that died left its own here. Auth works on nothing for longer than 10 seconds, and ours waits for 20.
  delete from private.mails_under_way m where m.mail_key in (
    select stale.mail_key from private.mails_under_way stale
    where stale.begun_at < now() - interval '30 seconds' and stale.mail_key <> p_mail_key
    for update skip locked
  );
  insert into private.mails_under_way as m (mail_key) values (p_mail_key)
  on conflict (mail_key) do update set begun_at = now() where m.begun_at < now() - interval '30 seconds';
  if found then
    return 0;
  end if;
  select m.begun_at into begun from private.mails_under_way m where m.mail_key = p_mail_key;
  return greatest(1, ceil(10 - extract(epoch from now() - begun)))::integer;
exception
  when check_violation then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.begin_mail(text) is
  'Asked before Auth is asked for a mail. 0 for the first; for whoever asks for the same while Auth still works on it, '
  'the seconds until that is decided. For the server only.';

create function public.end_mail(p_mail_key text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.mails_under_way m where m.mail_key = p_mail_key
$$;

comment on function public.end_mail(text) is 'Auth has answered about this mail, whatever it said. For the server only.';

revoke execute on function
  public.begin_mail(text),
  public.end_mail(text)
from public, anon, authenticated;
grant execute on function
  public.begin_mail(text),
  public.end_mail(text)
to service_role;
