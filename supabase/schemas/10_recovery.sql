-- When the second factor is lost: recovery codes; and a way past an authenticator that somebody else set up.
create table countersign_private.recovery_codes (
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table countersign_private.recovery_codes is
  'What lets somebody in who has lost their authenticator: SHA-256 of 80 random bits each.';
alter table countersign_private.recovery_codes enable row level security;

create function countersign.replace_recovery_codes(p_user_id uuid, p_session_id uuid, p_code_hashes text[])
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.refuse(403, 'factor.needed')
  where cardinality(p_code_hashes) > 0 and not exists (
    select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id and s.aal::text = 'aal2'
  );
  delete from countersign_private.recovery_codes r where r.user_id = p_user_id;
  insert into countersign_private.recovery_codes (user_id, code_hash)
  select p_user_id, h from unnest(p_code_hashes) as h;
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.replace_recovery_codes is
  'Makes these the recovery codes; none takes them away. Refuses as require_recent_auth, and with factor.needed at aal1.';

create function countersign.consume_recovery_code(p_user_id uuid, p_session_id uuid, p_code_hash text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time. The session has not been let in yet, so lock_account would refuse it.
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  update countersign_private.recovery_codes r set used_at = now()
  where r.user_id = p_user_id and r.code_hash = p_code_hash and r.used_at is null;
  if not found then return false; end if;
  perform countersign_private.end_sessions_except(p_user_id, p_session_id, 'factors_changed');
  return true;
end $$;
comment on function countersign.consume_recovery_code is
  'Uses a code up and ends every other session. False for a wrong one and a used one. Refuses with auth.signed_out.';

create function countersign.describe_recovery_codes(p_user_id uuid)
returns table (unused integer, "madeAt" timestamptz) language sql stable security definer set search_path = '' as $$
  select (count(*) filter (where r.used_at is null))::integer, max(r.made_at)
  from countersign_private.recovery_codes r where r.user_id = p_user_id $$;
comment on function countersign.describe_recovery_codes is
  'How many recovery codes are left, and when they were made, or null.';

create function countersign.void_recovery_codes(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from countersign_private.recovery_codes r
  where r.user_id = p_user_id and not countersign_private.has_second_factor(p_user_id) $$;
comment on function countersign.void_recovery_codes is
  'Where no second factor is left, recovery codes must not come back to life with the next. Does nothing to others.';

create function countersign.find_authenticator_recovery(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  gone text := (select a.method from countersign.account_sessions a where a.session_id = p_session_id);
  is_by_passkey boolean := countersign_private.is_passkey_session(p_user_id, p_session_id) and exists (
    -- As long as a sign-in or a step-up counts.
    select from auth.sessions s join countersign.account_sessions a on a.session_id = s.id
    where s.id = p_session_id and greatest(s.created_at, a.stepped_up_at) > now() - interval '10 minutes'
  );
begin
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  if countersign_private.has_known_authenticator(p_user_id)
    or not exists (select from countersign_private.unannounced_sign_in_methods(p_user_id) f where f.kind = 'authenticator')
    or countersign_private.is_unannounced_session(p_user_id, p_session_id) then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'email', coalesce(u.email, ''),
      'needsPassword', not is_by_passkey and ways ? 'password',
      'needsCode', not is_by_passkey and ways ? 'code',
      'foundAt', (
        select min(k.found_at) from countersign_private.sign_in_methods k
        where k.user_id = p_user_id and k.kind = 'authenticator'
      )
    ) from auth.users u, countersign.list_step_up_methods(p_user_id, '') ways where u.id = p_user_id
      -- Two that one theft does not give: the same mailbox twice is one, a passkey that checked the person is two.
      and (
        is_by_passkey
        or ways ? 'password' and gone <> 'password'
        or ways ? 'code' and gone not in ('code', 'link', 'recovery', 'confirmation')
        -- A thief's password took the place of the owner's. The mailbox alone did not: where there is a second factor,
        -- Auth sets a password for nobody who has not given it.
        or ways ? 'code' and exists (
          select from countersign_private.unannounced_sign_in_methods(p_user_id) f where f.kind = 'password'
        )
      )
  );
end $$;
comment on function countersign.find_authenticator_recovery is
  'What is asked of somebody who did not set up the authenticator that Auth asks for, beside how they signed in: password '
  'and mailed code, as far as this site knows them; nothing more of who has just used a passkey of this site. Null where '
  'this site knows one of the authenticators, where the sign-in was itself by an unannounced method, or where neither is of '
  'another kind than it. Refuses with auth.signed_out.';

create function countersign.begin_authenticator_recovery(p_user_id uuid, p_session_id uuid) returns uuid[]
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where countersign.find_authenticator_recovery(p_user_id, p_session_id) is null;
  perform countersign_private.end_sessions_except(p_user_id, p_session_id, 'factors_changed');
  return array(
    select f.reference::uuid from countersign_private.unannounced_sign_in_methods(p_user_id) f
    where f.kind = 'authenticator'
  );
end $$;
comment on function countersign.begin_authenticator_recovery is
  'For who has shown all that: ends every other session, and names the unannounced authenticators, which the server removes '
  'next. Refuses with auth.second_factor_required where there is no such way.';
