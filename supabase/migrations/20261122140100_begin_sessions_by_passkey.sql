-- Which passkey began a session. Auth keeps a passkey's session at the first level, whatever the passkey checked. The server
-- lets only those begin that checked the person, by a PIN or a body, so such a session is two factors here: this table says
-- so, and no token. What Auth was asked for past this site is not in it.
create table countersign_private.passkey_sessions (
  session_id uuid primary key,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  passkey_id uuid not null,
  began_at timestamptz not null default now()
);
comment on table countersign_private.passkey_sessions is
  'Sessions that a passkey of this site began. The mark counts while the session goes on, Auth has the passkey, and it is '
  'known here. One that the passkey''s sign-in was only to confirm another by has none.';
create index passkey_sessions_of_account on countersign_private.passkey_sessions (user_id, passkey_id);
alter table countersign_private.passkey_sessions enable row level security;

create function countersign_private.has_lost_passkey(p_user_id uuid, p_session_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from countersign_private.passkey_sessions s
    where s.session_id = p_session_id
      and not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = s.passkey_id)
      -- Whoever is removing it at this moment goes on; end_sessions_of_passkey takes the mark away.
      and not exists (
        select from countersign_private.expected_sign_in_methods e where e.user_id = s.user_id and e.kind = 'passkey'
          and e.reference = s.passkey_id::text and e.session_id = s.session_id and e.expires_at > now()
      )
  ) $$;
comment on function countersign_private.has_lost_passkey is
  'Whether the passkey that began this session is gone from Auth, which lets its sessions go on.';

create or replace function countersign_private.is_session_live(p_user_id uuid, p_session_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select countersign_private.is_session_at_auth(p_user_id, p_session_id) and exists (
    select from countersign.account_sessions a
    where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null
  ) and not countersign_private.has_lost_passkey(p_user_id, p_session_id) $$;
comment on function countersign_private.is_session_live is
  'Whether a session is one of this site and goes on, although its token may be good for longer. One of a passkey that is '
  'gone does not.';

create function countersign_private.is_passkey_session(p_user_id uuid, p_session_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from countersign_private.passkey_sessions s
    join countersign_private.sign_in_methods k on k.user_id = s.user_id and k.kind = 'passkey'
      and k.reference = s.passkey_id::text and k.is_confirmed
    where s.session_id = p_session_id and s.user_id = p_user_id
      and exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = s.passkey_id)
  ) $$;
comment on function countersign_private.is_passkey_session is
  'Whether a passkey of this site began this session, so that it is two factors. Asked of Auth''s rows at this moment.';

create or replace function countersign.require_live_session(p_user_id uuid, p_session_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  -- By the database's own rows, since a token may be older than either; and by the token, since the session may have
  -- given its code, by somebody else, after the token was taken. No token of a passkey's session is older than its passkey.
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where countersign_private.has_second_factor(p_user_id) and (
    countersign_private.token_aal() is distinct from 'aal2'
    or not exists (select from auth.sessions s where s.id = p_session_id and s.aal::text = 'aal2')
  ) and not countersign_private.is_passkey_session(p_user_id, p_session_id);
end $$;
comment on function countersign.require_live_session is
  'Refuses with auth.signed_out, or auth.second_factor_required where a factor of the account was not given and no passkey '
  'of this site began the session.';

create or replace function countersign.list_sessions(p_user_id uuid, p_session_id uuid)
returns table (
  session_id uuid, method text, device text, first_seen_at timestamptz, last_seen_at timestamptz, is_waiting boolean,
  is_of_this_site boolean
) language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return query
  select s.id, a.method, a.device, s.created_at, greatest(a.last_seen_at, s.updated_at, s.created_at),
    s.aal::text = 'aal1' and exists (select from auth.mfa_factors f
      where f.user_id = p_user_id and f.factor_type::text = 'totp' and f.status::text = 'verified')
      and not countersign_private.is_passkey_session(p_user_id, s.id),
    a.session_id is not null
  from auth.sessions s left join countersign.account_sessions a on a.session_id = s.id
  where s.user_id = p_user_id and (s.not_after is null or s.not_after > now()) and a.ended_at is null
    and not countersign_private.has_lost_passkey(p_user_id, s.id)
  order by 5 desc, s.id limit 100;
end $$;
comment on function countersign.list_sessions is
  'The newest 100 sessions that live. Those that began past this site have no device. is_waiting: it has not given the '
  'authenticator that the account has, nor was it begun by a passkey. Refuses as require_live_session does.';

create function countersign.mark_passkey_session(p_user_id uuid, p_session_id uuid, p_credential_id text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  used uuid;
  marked uuid;
begin
  -- Not lock_account: until it is marked, a session of an account with an authenticator is a weak one.
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  select p.id into used from countersign_private.passkeys_at_auth(p_user_id) p
  where p.credential_id = countersign_private.write_base64url(countersign_private.read_base64url(p_credential_id))
    and exists (
      select from auth.mfa_amr_claims c where c.session_id = p_session_id and c.authentication_method = 'passkey'
    )
    and exists (
      select from countersign.account_sessions a where a.session_id = p_session_id and a.method = 'passkey'
    );
  select s.passkey_id into marked from countersign_private.passkey_sessions s where s.session_id = p_session_id;
  perform countersign_private.refuse(400, 'passkey.refused') where used is null or marked <> used;
  if marked is not null then return marked; end if;
  -- record_session has just compared: what it does not know was set up past this site.
  if not exists (
    select from countersign_private.sign_in_methods k
    where k.user_id = p_user_id and k.kind = 'passkey' and k.reference = used::text and k.is_confirmed
  ) then
    return null;
  end if;
  delete from countersign_private.passkey_sessions s
  where s.user_id = p_user_id and not exists (select from auth.sessions auths where auths.id = s.session_id);
  insert into countersign_private.passkey_sessions (session_id, user_id, passkey_id)
  values (p_session_id, p_user_id, used);
  return used;
end $$;
comment on function countersign.mark_passkey_session is
  'Notes that this passkey (its credential id in base64url) began this session, after record_session and before anybody gets '
  'it. The server has seen that it checked the person. Its id; null for one set up outside this site, whose session is like '
  'any by a foreign method. The same again changes nothing. Refuses with auth.signed_out, and with passkey.refused where '
  'Auth doesn''t say that a passkey began the session, or the credential is not the account''s.';

create function countersign.list_passkeys(p_user_id uuid, p_session_id uuid)
returns table (
  id uuid, credential_id text, name text, created_at timestamptz, last_used_at timestamptz, is_synced boolean,
  is_confirmed boolean
) language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return query
  select p.id, p.credential_id, p.name, p.created_at, p.last_used_at, p.is_synced,
    p.id in (select known from countersign_private.known_passkeys(p_user_id) known)
  from countersign_private.passkeys_at_auth(p_user_id) p order by p.created_at, p.id;
end $$;
comment on function countersign.list_passkeys is
  'The passkeys of an account for its owner, oldest first. last_used_at may be null. is_synced: it was backed up when it was '
  'made. is_confirmed: not set up outside this site. Refuses as require_live_session does.';

create function countersign.is_credential_known(p_credential_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Where nobody can tell, nothing may be hidden in a password manager.
  if not countersign_private.can_read_passkeys() then return true; end if;
  return exists (
    select from auth.webauthn_credentials c
    where c.credential_id = countersign_private.read_base64url(p_credential_id)
  );
end $$;
comment on function countersign.is_credential_known is
  'Whether any account of the project has this passkey (its credential id in base64url). True where Auth''s are not to be read.';

create function countersign.end_sessions_of_passkey(p_user_id uuid, p_session_id uuid, p_passkey_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  -- The session that removes stays, whatever began it. Without a passkey it has to show another second factor.
  delete from countersign_private.passkey_sessions s
  where s.session_id = p_session_id and s.user_id = p_user_id and s.passkey_id = p_passkey_id
    and not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = p_passkey_id);
  perform countersign.require_live_session(p_user_id, p_session_id);
  perform countersign_private.end_sessions(p_user_id, array(
    select a.session_id from countersign.account_sessions a
    left join countersign_private.passkey_sessions s on s.session_id = a.session_id
    where a.user_id = p_user_id and a.session_id <> p_session_id and a.ended_at is null
      -- One whose passkey was not noted may be this one's.
      and (s.passkey_id = p_passkey_id or s.session_id is null and a.method = 'passkey')
  ), 'sign_in_method_removed');
end $$;
comment on function countersign.end_sessions_of_passkey is
  'Once Auth has removed a passkey: ends every other session that it began. Refuses as require_live_session does.';

revoke execute on function
  countersign_private.has_lost_passkey, countersign_private.is_passkey_session, countersign.mark_passkey_session,
  countersign.list_passkeys, countersign.is_credential_known, countersign.end_sessions_of_passkey
from public;
grant execute on function
  countersign.mark_passkey_session, countersign.list_passkeys, countersign.is_credential_known,
  countersign.end_sessions_of_passkey
to service_role;
