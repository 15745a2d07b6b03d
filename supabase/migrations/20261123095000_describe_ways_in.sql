-- What an account's owner sees and changes on the account page. Ways in themselves are Auth's to change; its tables
-- are read here because its API does not tell whether there is a password, nor which address of a change has agreed.

create function public.set_display_name(
  p_user_id uuid, p_session_id uuid, p_display_name text, p_device text
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  account public.accounts := private.hold_account(p_user_id, p_session_id);
  changes integer;
  oldest timestamptz;
begin
  -- A statement is ASCII, and a name of spaces would be none.
  if p_display_name !~ '^[A-Za-z0-9 ._-]{1,32}$' or p_display_name ~ '^ | $' then
    raise exception using errcode = 'PT400', message = 'account.name_invalid';
  end if;
  if p_display_name is not distinct from account.display_name then
    return;
  end if;
  -- Each change is kept for ever. Sixty a minute are more than a person makes and no burden.
  select count(*), min(recent.created_at) into changes, oldest
  from (
    select e.created_at from public.activity_events e where e.user_id = p_user_id order by e.id desc limit 60
  ) recent
  where recent.created_at > now() - interval '1 minute';
  if changes >= 60 then
    raise exception using errcode = 'PT429', message = 'account.too_many_changes',
      detail = greatest(1, ceil(extract(epoch from oldest + interval '1 minute' - now())))::text;
  end if;
  update public.accounts a set display_name = p_display_name where a.user_id = p_user_id;
  insert into public.activity_events (user_id, kind, device) values (p_user_id, 'account_renamed', left(p_device, 200));
end
$$;

comment on function public.set_display_name(uuid, uuid, text, text) is
  'Names an account, or with null takes its name away. Statements issued before keep the old one. Refuses other names '
  'with account.name_invalid, and account.too_many_changes.';

create function public.describe_ways_in(p_user_id uuid, p_session_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_session_live(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  return (
    select jsonb_build_object(
      'email', coalesce(u.email, ''),
      'is_confirmed', u.email_confirmed_at is not null,
      'has_password', coalesce(u.encrypted_password, '') <> '',
      'new_email', coalesce(u.email_change, ''),
      'waits_for_old_address', exists (
        select from auth.one_time_tokens t
        where t.user_id = u.id and t.token_type::text = 'email_change_token_current'
      ),
      'waits_for_new_address', exists (
        select from auth.one_time_tokens t
        where t.user_id = u.id and t.token_type::text = 'email_change_token_new'
      ),
      'identities', coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'id', i.id,
            'provider', i.provider,
            'subject', i.provider_id,
            'email', coalesce(i.email, ''),
            'name', coalesce(i.identity_data ->> 'user_name', '')
          )
          order by i.created_at, i.id
        )
        from auth.identities i where i.user_id = u.id
      ), '[]')
    )
    from auth.users u where u.id = p_user_id
  );
end
$$;

comment on function public.describe_ways_in(uuid, uuid) is
  'The ways into an account, for its owner: its e-mail, whether it has a password, an e-mail change that still waits, and '
  'what Auth calls identities. Refuses a session that was ended.';

revoke execute on function
  public.set_display_name(uuid, uuid, text, text),
  public.describe_ways_in(uuid, uuid)
from public, anon, authenticated;
grant execute on function
  public.set_display_name(uuid, uuid, text, text),
  public.describe_ways_in(uuid, uuid)
to service_role;
