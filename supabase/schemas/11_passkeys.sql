-- Passkeys. Auth stores them, and any app of the project can register one. As with other sign-in methods, this schema records
-- which of them this site registered or the owner kept.
-- Older versions of Auth have no table for them. Postgres resolves the tables of a plpgsql function only when it executes the
-- statement, so auth.webauthn_credentials is only used in such functions, after a check of can_read_passkeys.
create function countersign_private.can_read_passkeys() returns boolean language plpgsql stable set search_path = '' as $$
begin
  return coalesce(has_table_privilege(to_regclass('auth.webauthn_credentials'), 'select'), false);
end $$;

create function countersign.can_read_passkeys() returns boolean
language sql stable security definer set search_path = '' as $$ select countersign_private.can_read_passkeys() $$;
comment on function countersign.can_read_passkeys is
  'Whether this project supports passkeys: false if its Auth is too old or doesn''t let them be read.';

-- A project can turn passkeys off while accounts have some. The database can't see that: the server sends a header.

create function countersign_private.passkeys_at_auth(p_user_id uuid) returns table (
  id uuid, credential_id text, name text, created_at timestamptz, last_used_at timestamptz, is_synced boolean
) language plpgsql stable set search_path = '' as $$
begin
  if not countersign_private.can_read_passkeys() then return; end if;
  return query select c.id, countersign_private.write_base64url(c.credential_id), c.friendly_name::text, c.created_at,
    c.last_used_at, c.backed_up
  from auth.webauthn_credentials c where c.user_id = p_user_id;
end $$;
comment on function countersign_private.passkeys_at_auth is 'Includes unannounced ones. Empty if can_read_passkeys is false.';

create function countersign_private.known_passkeys(p_user_id uuid) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  -- Returns early for most accounts, because the next query takes longer.
  if not exists (select from countersign_private.passkeys_at_auth(p_user_id)) then return; end if;
  return query select p.id from countersign_private.passkeys_at_auth(p_user_id) p where not exists (
    select from countersign_private.unannounced_sign_in_methods(p_user_id) f
    where f.kind = 'passkey' and f.reference = p.id::text
  );
end $$;

create function countersign_private.remaining_passkeys(p_user_id uuid) returns setof uuid
language sql stable set search_path = '' as $$
  select known.id from countersign_private.known_passkeys(p_user_id) as known (id) where not exists (
    select from countersign_private.announced_changes e where e.user_id = p_user_id and e.kind = 'passkey'
      and e.reference = known.id::text and e.expires_at > now()
  ) $$;

create function countersign_private.read_passkey_name(p_user_id uuid, p_passkey_id uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce((
    select p.name from countersign_private.passkeys_at_auth(p_user_id) p
    where p.id = p_passkey_id and countersign_private.is_label(p.name)
  ), 'Passkey') $$;

-- Why a passkey is two factors. Auth leaves a session opened with a passkey at aal1, even if the passkey verified the user. The
-- server requires that verification, by PIN or biometric, and marks the session here. The mark counts as the second factor and
-- is in no token. A session that Auth opened outside this site has no mark.
create table countersign_private.passkey_sessions (
  session_id uuid primary key,
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  passkey_id uuid not null,
  began_at timestamptz not null default now()
);
comment on table countersign_private.passkey_sessions is 'A mark counts while Auth has the passkey and it is confirmed here.';
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

create function countersign_private.has_lost_passkey(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from countersign_private.passkey_sessions s
    where s.session_id = p_session_id
      and not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = s.passkey_id)
      -- The session that is removing it stays live; end_sessions_of_passkey deletes its mark.
      and not exists (
        select from countersign_private.announced_changes e where e.user_id = s.user_id and e.kind = 'passkey'
          and e.reference = s.passkey_id::text and e.session_id = s.session_id and e.expires_at > now()
      )
  );
end $$;
comment on function countersign_private.has_lost_passkey is 'Auth keeps such sessions. False for the session that removes the passkey.';

create function countersign.mark_passkey_session(p_user_id uuid, p_session_id uuid, p_credential_id text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  used uuid;
  marked uuid;
begin
  -- Not lock_account: without its mark, the session still owes the account's second factor.
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
  -- record_session has just compared the account's methods: a passkey without a confirmed row is unannounced.
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
  'Marks a session as opened by a passkey that verified the user, before the server hands it out. Idempotent. Null without a '
  'mark if the passkey is unannounced. Locks the account row. Refuses with auth.signed_out and passkey.refused.';

create function countersign.record_step_up_by_passkey(p_user_id uuid, p_session_id uuid, p_proof_session uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Single-use: concurrent calls wait for this lock, and the second one finds no mark.
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.refuse(400, 'passkey.refused')
  where p_proof_session is null or p_proof_session = p_session_id
    or not countersign_private.is_session_live(p_user_id, p_proof_session)
    or not countersign_private.is_passkey_session(p_user_id, p_proof_session)
    or not exists (
      select from auth.sessions auths join countersign_private.passkey_sessions m on m.session_id = auths.id
      where auths.id = p_proof_session and least(auths.created_at, m.began_at) > now() - interval '1 minute'
    );
  delete from countersign_private.passkey_sessions s where s.session_id = p_proof_session;
  -- No client has received its tokens.
  perform countersign_private.end_sessions(p_user_id, array[p_proof_session], 'signed_out');
  update countersign.account_sessions a set stepped_up_at = now(), stepped_up_by = 'passkey'
  where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null;
end $$;
comment on function countersign.record_step_up_by_passkey is
  'Records a step-up by a passkey of this site, also with an authenticator. p_proof_session is the session that '
  'the passkey opened and mark_passkey_session marked, both within the last minute; it ends. Locks the account row. Refuses like '
  'lock_account, and with passkey.refused.';

create function countersign.end_sessions_of_passkey(p_user_id uuid, p_session_id uuid, p_passkey_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  -- The calling session stays. If this passkey opened it, it now owes the account's second factor.
  delete from countersign_private.passkey_sessions s
  where s.session_id = p_session_id and s.user_id = p_user_id and s.passkey_id = p_passkey_id
    and not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = p_passkey_id);
  perform countersign.require_live_session(p_user_id, p_session_id);
  perform countersign_private.end_sessions(p_user_id, array(
    select a.session_id from countersign.account_sessions a
    left join countersign_private.passkey_sessions s on s.session_id = a.session_id
    where a.user_id = p_user_id and a.session_id <> p_session_id and a.ended_at is null
      -- A passkey session without a mark may have used this passkey.
      and (s.passkey_id = p_passkey_id or s.session_id is null and a.method = 'passkey')
  ), 'sign_in_method_removed');
end $$;
comment on function countersign.end_sessions_of_passkey is
  'Called once Auth has removed a passkey: ends every other session that it opened. Locks the account row. Refuses like '
  'require_live_session.';

-- Adding, renaming and removing a passkey, which Auth does. The server announces a new passkey by its unguessable credential
-- id. If Auth refuses, it withdraws the announcement: otherwise that passkey could be added outside this site unreported.
create function countersign.list_passkeys(p_user_id uuid, p_session_id uuid) returns table (
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
  'Returns the account''s passkeys for its owner, oldest first. lastUsedAt may be null. isSynced: backed up when '
  'registered. isConfirmed: not unannounced. Refuses like require_live_session.';

create function countersign.is_credential_known(p_credential_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- If in doubt, a passkey is not reported as unknown: password managers hide unknown passkeys.
  if not countersign_private.can_read_passkeys() then return true; end if;
  return exists (
    select from auth.webauthn_credentials c
    where c.credential_id = countersign_private.read_base64url(p_credential_id)
  );
end $$;
comment on function countersign.is_credential_known is
  'Whether any account of the project has this passkey (credential id in base64url). True if Auth''s can''t be read.';

create function countersign_private.new_passkey_reference(p_credential_id text) returns text
language sql immutable set search_path = '' as $$
  -- In lower case, like all announced references. A credential id has at least 128 bits: enough are left to be unguessable.
  select 'new:' || lower(p_credential_id) $$;

create function countersign.begin_passkey_removal(p_user_id uuid, p_session_id uuid, p_passkey_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  -- A method that is already gone is not part of this change.
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
  -- Checked under the lock, so removals in other tabs count. An unannounced passkey can always be removed.
  perform countersign_private.refuse(409, 'passkey.last')
  where p_passkey_id in (select known from countersign_private.known_passkeys(p_user_id) known)
    and not countersign_private.has_other_sign_in_method(p_user_id, '');
end $$;
comment on function countersign.begin_passkey_removal is
  'Announces a removal for 15 minutes. The passkey''s sessions end with it, except this one. Locks the account row. Refuses '
  'like require_recent_auth, with passkey.gone, and with passkey.last if no other method signs in.';

create function countersign.withdraw_passkey_change(p_user_id uuid, p_credential_id text, p_passkey_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  delete from countersign_private.announced_changes e where e.user_id = p_user_id and e.kind in ('passkey', 'authenticator')
    and e.reference in (countersign_private.new_passkey_reference(p_credential_id), p_passkey_id::text);
  perform countersign_private.compare_sign_in_methods(p_user_id);
end $$;
comment on function countersign.withdraw_passkey_change is
  'Withdraws an announcement after Auth refused to add a passkey (by its credential id), or to remove one or an authenticator '
  '(by its id), so that such a change counts as unannounced. Locks the account row. Refuses like lock_account_row.';

create function countersign.rename_passkey(p_user_id uuid, p_session_id uuid, p_passkey_id uuid, p_name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.refuse(400, 'passkey.name_invalid') where countersign_private.is_label(p_name) is not true;
  perform countersign_private.refuse(404, 'passkey.gone')
  where not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = p_passkey_id);
  -- Some projects don't grant this right. A missing table was already refused above: it has no passkeys.
  perform countersign_private.refuse(422, 'passkey.off')
  where not has_table_privilege('auth.webauthn_credentials', 'update');
  update auth.webauthn_credentials c set friendly_name = p_name where c.id = p_passkey_id and c.user_id = p_user_id;
end $$;
comment on function countersign.rename_passkey is
  'Renames a passkey in Auth''s table, because Auth refuses while passkeys are off. Locks the account row. Refuses like '
  'lock_account, with passkey.name_invalid, passkey.gone and passkey.off.';

-- Offering a passkey.
create table countersign_private.passkey_offers (
  user_id uuid primary key references countersign.accounts (user_id) on delete cascade,
  shown_at timestamptz not null,
  declined_at timestamptz,
  times_declined integer not null default 0
);
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
  -- A new account's page is about its first proof.
  if not exists (select from countersign.wallets w where w.user_id = p_user_id and w.removed_at is null) then
    return false;
  end if;
  insert into countersign_private.passkey_offers as o (user_id, shown_at) values (p_user_id, now())
  on conflict (user_id) do update set shown_at = now()
  where o.times_declined < 2 and o.shown_at <= now() - interval '30 days';
  return found;
end $$;
comment on function countersign.claim_passkey_offer is
  'Returns whether to offer the account a passkey now, and records that it was offered: it has a proven wallet and no passkey, '
  'was not offered one in 30 days and has declined at most once. Of concurrent calls, one gets true. Locks the account row. '
  'Refuses like lock_account.';

create function countersign.decline_passkey_offer(p_user_id uuid, p_session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  -- At most once per offer.
  update countersign_private.passkey_offers o set declined_at = now(), times_declined = o.times_declined + 1
  where o.user_id = p_user_id and (o.declined_at is null or o.declined_at < o.shown_at);
end $$;
comment on function countersign.decline_passkey_offer is
  'Records that the account declined the offer. Locks the account row. Refuses like lock_account.';
