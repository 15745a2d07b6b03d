-- Recovery from a lost second factor: recovery codes, and a way past an authenticator that an attacker set up.
create table countersign_private.recovery_codes (
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  kept_at timestamptz,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
alter table countersign_private.recovery_codes enable row level security;

create function countersign.replace_recovery_codes(
  p_user_id uuid, p_session_id uuid, p_code_hashes text[], p_device text default null
) returns timestamptz language plpgsql security definer set search_path = '' as $$
declare replaced boolean;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.refuse(403, 'factor.needed')
  where cardinality(p_code_hashes) > 0 and not exists (
    select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id and s.aal::text = 'aal2'
  );
  delete from countersign_private.recovery_codes r where r.user_id = p_user_id;
  replaced := found;
  update countersign.account_sessions a set bypassed_factors = null
  where a.user_id = p_user_id and a.bypassed_factors is not null;
  insert into countersign_private.recovery_codes (user_id, code_hash)
  select p_user_id, h from unnest(p_code_hashes) as h;
  if cardinality(p_code_hashes) = 0 then return now(); end if;
  -- The email about a new authenticator covers the account's first codes. Codes that void others always send their own.
  if not replaced and exists (
    -- Of the newest rows, since events are kept forever.
    select from (
      select e.kind, e.created_at from countersign.activity_events e
      where e.user_id = p_user_id order by e.id desc limit 60
    ) recent where recent.kind = 'factor_added' and recent.created_at > now() - interval '10 minutes'
  ) then
    perform countersign_private.add_event(p_user_id, 'first_recovery_codes_made', null, p_device);
  else
    perform countersign_private.add_event(p_user_id, 'recovery_codes_made',
      case when replaced then '{"replaced": "yes"}'::jsonb end, p_device);
  end if;
  return now();
exception when check_violation then perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.replace_recovery_codes is
  'Replaces the recovery codes; an empty array deletes them. A session that used an earlier code no longer counts as two factors. '
  'Records an event, with an email unless they are the first codes of an authenticator added in the last 10 minutes. Locks the account '
  'row. Refuses like require_recent_auth, and with factor.needed at aal1.';

create function countersign.keep_recovery_codes(p_user_id uuid, p_session_id uuid, p_made_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  update countersign_private.recovery_codes r set kept_at = coalesce(r.kept_at, now())
  where r.user_id = p_user_id and r.made_at = p_made_at;
  return found;
end $$;
comment on function countersign.keep_recovery_codes is
  'Records that the recovery codes made at p_made_at were saved. Returns false if others have replaced them. Locks the account '
  'row. Refuses like lock_account.';

create function countersign.consume_recovery_code(
  p_user_id uuid, p_session_id uuid, p_code_hash text, p_device text
) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  -- Not lock_account: it refuses a session that still owes its second factor.
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  update countersign_private.recovery_codes r set used_at = now()
  where r.user_id = p_user_id and r.code_hash = p_code_hash and r.used_at is null;
  if not found then
    -- The response to the request that used the code may have been lost. This is then the account's only session, so it may
    -- send the code again.
    return exists (
      select from countersign_private.recovery_codes r
      join countersign.account_sessions a on a.user_id = r.user_id and a.recovered_at = r.used_at
      where r.user_id = p_user_id and r.code_hash = p_code_hash and a.session_id = p_session_id
    );
  end if;
  perform countersign_private.end_sessions_except(p_user_id, p_session_id, 'recovery_code_used');
  perform countersign_private.add_event(p_user_id, 'recovery_code_used', null, p_device, p_session_id);
  update countersign.account_sessions a set recovered_at = now(), is_removing_factors = false,
    bypassed_factors = countersign_private.list_second_factors(p_user_id)
  where a.session_id = p_session_id and a.user_id = p_user_id;
  return true;
end $$;
comment on function countersign.consume_recovery_code is
  'Consumes a recovery code, ends every other session, and marks this one as two factors (is_recovery_session). The session may '
  'repeat it; false for a wrong or used code. Locks the account row. Refuses with auth.signed_out.';

-- Why a recovery code counts as a second factor: it replaces the authenticator's code for one session. Auth still calls that
-- session aal1, and any other authenticator than the one the code was used for ends the mark.
create function countersign_private.list_second_factors(p_user_id uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select f.id from auth.mfa_factors f where f.user_id = p_user_id and f.status::text = 'verified' order by f.id
  );
end $$;

create function countersign_private.is_recovery_session(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from countersign.account_sessions a, countersign_private.list_second_factors(p_user_id) as present
    where a.session_id = p_session_id and a.user_id = p_user_id and present <> '{}'
      -- The session itself may have removed some of them, but none may have been added.
      and (present = a.bypassed_factors or a.is_removing_factors and present <@ a.bypassed_factors)
  );
end $$;

create function countersign_private.may_remove_lost_authenticator(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return countersign_private.is_recovery_session(p_user_id, p_session_id)
    and countersign_private.is_sign_in_step_up(p_user_id, p_session_id)
    -- A later step-up doesn't extend this.
    and exists (
      select from countersign.account_sessions a
      where a.session_id = p_session_id and a.recovered_at > now() - countersign_private.step_up_lifetime()
    );
end $$;

create function countersign.describe_recovery(p_user_id uuid, p_session_id uuid)
returns table ("mayRemove" boolean, "secondFactors" integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return query select countersign_private.may_remove_lost_authenticator(p_user_id, p_session_id),
    cardinality(countersign_private.list_second_factors(p_user_id));
end $$;
comment on function countersign.describe_recovery is
  'Returns whether begin_lost_authenticator_removal would let this session remove the account''s second factors, and how many '
  'it has. Refuses like require_live_session.';

create function countersign.begin_lost_authenticator_removal(p_user_id uuid, p_session_id uuid) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare bypassed uuid[];
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  perform countersign_private.refuse(403, 'auth.authenticator_code_required')
  where not countersign_private.may_remove_lost_authenticator(p_user_id, p_session_id);
  update countersign.account_sessions a set is_removing_factors = true
  where a.session_id = p_session_id and a.user_id = p_user_id returning a.bypassed_factors into bypassed;
  return array(
    select present.id from unnest(countersign_private.list_second_factors(p_user_id)) as present (id)
    where present.id = any (bypassed)
  );
end $$;
comment on function countersign.begin_lost_authenticator_removal is
  'Lets a session that used a recovery code within step_up_lifetime remove the second factors it bypassed. Returns the remaining ones, '
  'so it may be repeated. Locks the account row. Refuses like require_recent_auth, and with auth.authenticator_code_required.';

create function countersign.describe_recovery_codes(p_user_id uuid)
returns table (unused integer, "madeAt" timestamptz, "areKept" boolean)
language sql stable security definer set search_path = '' as $$
  select (count(*) filter (where r.used_at is null))::integer, max(r.made_at), coalesce(bool_and(r.kept_at is not null), false)
  from countersign_private.recovery_codes r where r.user_id = p_user_id $$;
comment on function countersign.describe_recovery_codes is
  'Returns the number of unused recovery codes, when they were made (null without codes), and whether they were saved.';

create function countersign.void_recovery_codes(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from countersign_private.recovery_codes r
  where r.user_id = p_user_id and not countersign_private.has_second_factor(p_user_id) $$;
comment on function countersign.void_recovery_codes is
  'Deletes the recovery codes of an account without a second factor, so that they don''t apply to its next one. Does nothing '
  'to other accounts. Locks only the rows it deletes.';

create function countersign.find_authenticator_recovery(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  gone text := (select a.method from countersign.account_sessions a where a.session_id = p_session_id);
  is_by_passkey boolean := countersign_private.is_passkey_session(p_user_id, p_session_id) and exists (
    select from auth.sessions s join countersign.account_sessions a on a.session_id = s.id
    where s.id = p_session_id and greatest(s.created_at, a.stepped_up_at) > now() - countersign_private.step_up_lifetime()
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
      -- Requires two factors that one theft can't yield: the same mailbox twice is one, a user-verifying passkey is two.
      and (
        is_by_passkey
        or ways ? 'password' and gone <> 'password'
        or ways ? 'code' and gone not in ('code', 'link', 'recovery', 'confirmation')
        -- An attacker's password has replaced the owner's. Access to the mailbox alone can't have set it: once an account has a second
        -- factor, Auth requires it for a new password.
        or ways ? 'code' and exists (
          select from countersign_private.unannounced_sign_in_methods(p_user_id) f where f.kind = 'password'
        )
      )
  );
end $$;
comment on function countersign.find_authenticator_recovery is
  'Requirements for a user with an unannounced authenticator: {email, needsPassword, needsCode, foundAt}. A passkey of '
  'this site, used within step_up_lifetime, needs neither. Null if recovery isn''t possible. Refuses with auth.signed_out.';

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
  'Ends every other session and returns the ids of the unannounced authenticators, which the server removes next. Locks the '
  'account row. Refuses like find_authenticator_recovery, and with auth.second_factor_required if that is null.';
