-- A token of the first level is good for an hour. Its session may have given the second factor meanwhile, by somebody else
-- than whoever holds that token: so a change asks the token too, as reading has since the token was read at all.

create function private.read_token_level()
returns text
language sql
stable
set search_path = ''
as $$
  select case
    -- The server has checked the person's token and says its level. With any other key a header is worth nothing.
    when auth.role() = 'service_role'
      then nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-countersign-token-level'
    else auth.jwt() ->> 'aal'
  end
$$;

comment on function private.read_token_level() is
  'How far the token of this request was proven, aal1 or aal2: of a person''s own by its claims, and for the server, which '
  'acts for a person, by its header x-countersign-token-level. Null when nothing says so.';

create or replace function private.refuse_weak_session(p_user_id uuid, p_session_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.is_session_live(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  if private.has_second_factor(p_user_id) and (
    private.read_token_level() is distinct from 'aal2'
    or not exists (select from auth.sessions s where s.id = p_session_id and s.aal::text = 'aal2')
  ) then
    raise exception using errcode = 'PT403', message = 'auth.second_factor_required';
  end if;
end
$$;

comment on function private.refuse_weak_session(uuid, uuid) is
  'Refuses a session that has ended or that this site did not open with auth.signed_out, and one that gave no second '
  'factor where the account has one with auth.second_factor_required. By the database''s own rows, since a token may be '
  'older than either; and by the token, since the session may have given its code after it was taken.';

create or replace function private.may_read()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  -- An app's token, whatever session it names: Auth gives one to whoever the person lets in.
  if auth.jwt() ? 'client_id' then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  perform private.refuse_weak_session(auth.uid(), (auth.jwt() ->> 'session_id')::uuid);
  return true;
end
$$;

revoke execute on function private.read_token_level() from public, anon, authenticated, service_role;
