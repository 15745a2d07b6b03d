-- Passkeys. Auth has their keys, and any app of the project may set one up. What is known here is which of them this site set up or
-- their owner kept, as for any other sign-in method.
--
-- An older Auth has no table of them. Postgres looks at what a plpgsql function reads only when it gets there, so everything that
-- names auth.webauthn_credentials is such a function and asks can_read_passkeys first.
create function countersign_private.can_read_passkeys() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(has_table_privilege(to_regclass('auth.webauthn_credentials'), 'select'), false);
end $$;
comment on function countersign_private.can_read_passkeys is 'Whether this project''s Auth has passkeys, and lets them be read.';

create function countersign.can_read_passkeys() returns boolean
language sql stable security definer set search_path = '' as $$ select countersign_private.can_read_passkeys() $$;
comment on function countersign.can_read_passkeys is
  'Whether passkeys can be used with this project''s Auth: not where it is too old, or keeps them to itself.';

-- A project may switch passkeys off while accounts have some. The database can't see that: the server says so in a header.
create function countersign_private.are_passkeys_off() returns boolean language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-countersign-passkeys' = 'off', false) $$;
comment on function countersign_private.are_passkeys_off is
  'Whether the server says of this request that passkeys sign nobody in now. Whoever else says so is only refused more.';

create function countersign_private.passkeys_at_auth(p_user_id uuid)
returns table (
  id uuid, credential_id text, name text, created_at timestamptz, last_used_at timestamptz, is_synced boolean
) language plpgsql stable set search_path = '' as $$
begin
  if not countersign_private.can_read_passkeys() then return; end if;
  return query select c.id, countersign_private.write_base64url(c.credential_id), c.friendly_name::text, c.created_at,
    c.last_used_at, c.backed_up
  from auth.webauthn_credentials c where c.user_id = p_user_id;
end $$;
comment on function countersign_private.passkeys_at_auth is
  'The passkeys that Auth has for an account, whoever set them up; none where it knows of no passkeys.';

create function countersign_private.known_passkeys(p_user_id uuid) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  -- Most accounts have none, and the other question takes longer.
  if not exists (select from countersign_private.passkeys_at_auth(p_user_id)) then return; end if;
  return query select p.id from countersign_private.passkeys_at_auth(p_user_id) p where not exists (
    select from countersign_private.unannounced_sign_in_methods(p_user_id) f
    where f.kind = 'passkey' and f.reference = p.id::text
  );
end $$;
comment on function countersign_private.known_passkeys is
  'The passkeys that confirm who it is: those that Auth has, but for those set up outside this site.';

create function countersign_private.remaining_passkeys(p_user_id uuid) returns setof uuid
language sql stable set search_path = '' as $$
  select known.id from countersign_private.known_passkeys(p_user_id) as known (id) where not exists (
    select from countersign_private.announced_changes e where e.user_id = p_user_id and e.kind = 'passkey'
      and e.reference = known.id::text and e.expires_at > now()
  ) $$;
comment on function countersign_private.remaining_passkeys is
  'The same but for those that are just being removed: what the account can still be opened with then.';

create function countersign_private.read_passkey_name(p_user_id uuid, p_passkey_id uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce((
    select p.name from countersign_private.passkeys_at_auth(p_user_id) p
    where p.id = p_passkey_id and countersign_private.is_label(p.name)
  ), 'Passkey') $$;
comment on function countersign_private.read_passkey_name is
  'What a passkey is called where its owner is told of it. Auth takes any name; one that could look like another is left out.';

-- Why a passkey is two factors. Auth keeps a session that a passkey began at aal1, whatever the passkey checked. The server lets a
-- session begin only by a passkey that verified the person, with a PIN or a biometric, and marks it here. The mark is the second
-- factor, and no token says it. A session that Auth began past this site has no mark.
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

create function countersign_private.is_passkey_session(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from countersign_private.passkey_sessions s
    join countersign_private.sign_in_methods k on k.user_id = s.user_id and k.kind = 'passkey'
      and k.reference = s.passkey_id::text and k.is_confirmed
    where s.session_id = p_session_id and s.user_id = p_user_id
      and exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = s.passkey_id)
  );
end $$;
comment on function countersign_private.is_passkey_session is
  'Whether a passkey of this site began this session, so that it is two factors. Asked of Auth''s rows at this moment.';

create function countersign_private.has_lost_passkey(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from countersign_private.passkey_sessions s
    where s.session_id = p_session_id
      and not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = s.passkey_id)
      -- Whoever is removing it at this moment goes on; end_sessions_of_passkey takes the mark away.
      and not exists (
        select from countersign_private.announced_changes e where e.user_id = s.user_id and e.kind = 'passkey'
          and e.reference = s.passkey_id::text and e.session_id = s.session_id and e.expires_at > now()
      )
  );
end $$;
comment on function countersign_private.has_lost_passkey is
  'Whether the passkey that began this session is gone from Auth, which lets its sessions go on.';

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
  'any by an unannounced one. The same again changes nothing. Refuses with auth.signed_out, and with passkey.refused where '
  'Auth doesn''t say that a passkey began the session, or the credential is not the account''s.';

create function countersign.record_step_up_by_passkey(p_user_id uuid, p_session_id uuid, p_proof_session uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Two at once come here one after the other: the second finds no mark.
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.refuse(400, 'passkey.refused')
  where p_proof_session is null or p_proof_session = p_session_id
    or not countersign_private.is_session_live(p_user_id, p_proof_session)
    or not countersign_private.is_passkey_session(p_user_id, p_proof_session)
    or not exists (
      select from auth.sessions s join countersign_private.passkey_sessions m on m.session_id = s.id
      where s.id = p_proof_session and least(s.created_at, m.began_at) > now() - interval '1 minute'
    );
  delete from countersign_private.passkey_sessions s where s.session_id = p_proof_session;
  -- Nobody has its tokens, and nobody gets them.
  perform countersign_private.end_sessions(p_user_id, array[p_proof_session], 'signed_out');
  update countersign.account_sessions a set stepped_up_at = now(), stepped_up_by = 'passkey'
  where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null;
end $$;
comment on function countersign.record_step_up_by_passkey is
  'Notes that a passkey of this site has just confirmed who it is: by the session that it began for that, within a minute, '
  'which is marked and ends here. It does where an authenticator is asked. Refuses as lock_account does, and with '
  'passkey.refused for any other session.';

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

-- Adding, naming and removing one, which Auth does. The server announces a new passkey by its credential, which nobody can guess;
-- what Auth refused is expected no longer, or somebody could register it past this site and nobody would be told.
create function countersign.list_passkeys(p_user_id uuid, p_session_id uuid)
returns table (
  id uuid, "credentialId" text, name text, "addedAt" timestamptz, "lastUsedAt" timestamptz, "isSynced" boolean,
  "isConfirmed" boolean
) language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return query
  select p.id, p.credential_id, p.name, p.created_at, p.last_used_at, p.is_synced,
    p.id in (select known from countersign_private.known_passkeys(p_user_id) known)
  from countersign_private.passkeys_at_auth(p_user_id) p order by p.created_at, p.id;
end $$;
comment on function countersign.list_passkeys is
  'The passkeys of an account for its owner, oldest first. lastUsedAt may be null. isSynced: it was backed up when it was '
  'made. isConfirmed: not set up outside this site. Refuses as require_live_session does.';

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

create function countersign_private.new_passkey_reference(p_credential_id text) returns text
language sql immutable set search_path = '' as $$
  -- In lower case as all that is announced: of 128 bits at least, enough are left that nobody can guess.
  select 'new:' || lower(p_credential_id) $$;
comment on function countersign_private.new_passkey_reference is
  'How a passkey is expected that has no id yet, by its credential id in base64url.';

create function countersign.begin_passkey_removal(p_user_id uuid, p_session_id uuid, p_passkey_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  -- What is gone already is not of this change.
  perform countersign_private.compare_sign_in_methods(p_user_id);
  perform countersign_private.refuse(404, 'passkey.gone')
  where not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = p_passkey_id);
  delete from countersign_private.announced_changes e where e.user_id = p_user_id and e.expires_at <= now();
  insert into countersign_private.announced_changes as e (user_id, kind, reference, expires_at, session_id, label)
  values (
    p_user_id, 'passkey', p_passkey_id::text, now() + interval '15 minutes', p_session_id,
    countersign_private.read_passkey_name(p_user_id, p_passkey_id)
  ) on conflict (user_id, kind, reference) do update
  set expires_at = excluded.expires_at, session_id = excluded.session_id, label = excluded.label;
  -- Asked under the lock, with those that other tabs are removing. One that was set up past this site may always go.
  perform countersign_private.refuse(409, 'passkey.last')
  where p_passkey_id in (select known from countersign_private.known_passkeys(p_user_id) known)
    and not countersign_private.has_other_sign_in_method(p_user_id, '');
end $$;
comment on function countersign.begin_passkey_removal is
  'Before the server has Auth remove a passkey: that it goes in the next minutes is this change. Its sessions end with it, but '
  'for this one. Refuses as require_recent_auth does, with passkey.gone, and with passkey.last for what alone opens the account.';

create function countersign.withdraw_passkey_change(p_user_id uuid, p_credential_id text, p_passkey_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.ensure_account(p_user_id);
  delete from countersign_private.announced_changes e where e.user_id = p_user_id and e.kind = 'passkey'
    and e.reference in (countersign_private.new_passkey_reference(p_credential_id), p_passkey_id::text);
  perform countersign_private.compare_sign_in_methods(p_user_id);
end $$;
comment on function countersign.withdraw_passkey_change is
  'Once Auth has refused to add a passkey (by its credential id), or to remove one (by its id): what turns up or goes is '
  'somebody else''s doing. Refuses with auth.signed_out for a user who is gone.';

create function countersign.rename_passkey(p_user_id uuid, p_session_id uuid, p_passkey_id uuid, p_name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.refuse(400, 'passkey.name_invalid') where not countersign_private.is_label(p_name);
  perform countersign_private.refuse(404, 'passkey.gone')
  where not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = p_passkey_id);
  -- Not every project may. A table that isn't there is reached by nobody: there was no passkey.
  perform countersign_private.refuse(422, 'passkey.off')
  where not has_table_privilege('auth.webauthn_credentials', 'update');
  update auth.webauthn_credentials c set friendly_name = p_name where c.id = p_passkey_id and c.user_id = p_user_id;
end $$;
comment on function countersign.rename_passkey is
  'Gives a passkey another name while Auth, which has passkeys switched off, takes none. Refuses as lock_account, with '
  'passkey.name_invalid, passkey.gone, and passkey.off where the project does not let this be done.';

-- Offering one.
create table countersign_private.passkey_offers (
  user_id uuid primary key references countersign.accounts (user_id) on delete cascade,
  shown_at timestamptz not null,
  declined_at timestamptz,
  times_declined integer not null default 0
);
comment on table countersign_private.passkey_offers is
  'When an account was last offered a passkey, and how often it said no: a second time is for good.';
alter table countersign_private.passkey_offers enable row level security;

create function countersign.claim_passkey_offer(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  if not countersign_private.can_read_passkeys()
    or exists (select from countersign_private.passkeys_at_auth(p_user_id))
  then
    return false;
  end if;
  insert into countersign_private.passkey_offers as o (user_id, shown_at) values (p_user_id, now())
  on conflict (user_id) do update set shown_at = now()
  where o.times_declined < 2 and o.shown_at <= now() - interval '30 days';
  return found;
end $$;
comment on function countersign.claim_passkey_offer is
  'Whether the account may be offered a passkey now, and notes that it was: it has none, was not in 30 days, and has not '
  'declined twice. Of two tabs one is told so. Refuses as lock_account does.';

create function countersign.decline_passkey_offer(p_user_id uuid, p_session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  -- Once for each time that it was shown.
  update countersign_private.passkey_offers o set declined_at = now(), times_declined = o.times_declined + 1
  where o.user_id = p_user_id and (o.declined_at is null or o.declined_at < o.shown_at);
end $$;
comment on function countersign.decline_passkey_offer is
  'Notes that the account did not want the passkey that it was offered. Refuses as lock_account does.';
