-- Step-up: a session may be a day old or stolen, so sensitive actions require users to confirm their identity again.
-- The table "Sensitive actions" of docs/security.md lists them all; supabase/sensitive-actions.test.ts tries each.
-- Long enough for one task, short enough for an unattended laptop.
create function countersign_private.step_up_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '10 minutes' $$;

-- As Auth's setting otp_expiry.
create function countersign_private.mailed_code_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '1 hour' $$;

create function countersign.require_recent_auth(p_user_id uuid, p_session_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  perform countersign_private.refuse(403, 'auth.recent_auth_required')
  where not exists (
    select from auth.sessions s left join countersign.account_sessions a on a.session_id = s.id
    where s.id = p_session_id and s.user_id = p_user_id
      and greatest(
        case when countersign_private.is_sign_in_step_up(p_user_id, p_session_id) then coalesce(a.recovered_at, s.created_at) end,
        a.stepped_up_at
      ) > now() - countersign_private.step_up_lifetime()
  );
end $$;
comment on function countersign.require_recent_auth is
  'Refuses like require_live_session, and with auth.recent_auth_required if the session has neither stepped up nor signed in '
  '(see is_sign_in_step_up) within step_up_lifetime.';

create function countersign_private.is_sign_in_step_up(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return countersign_private.is_passkey_session(p_user_id, p_session_id)
  or not countersign_private.is_unannounced_session(p_user_id, p_session_id) and (
    -- Auth accepts the code of any authenticator. factor_id is the authenticator that the session used last.
    not countersign_private.has_known_authenticator(p_user_id) or exists (
      select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id
        and s.factor_id = any (countersign.list_known_authenticators(p_user_id))
    ) or countersign_private.is_recovery_session(p_user_id, p_session_id)
  );
end $$;
comment on function countersign_private.is_sign_in_step_up is
  'Whether signing in to this session counts as a step-up. With a passkey of this site, always. Otherwise not if its method may be '
  'unannounced, or if the account has known authenticators and the session last used neither one of them nor a recovery code.';

create function countersign_private.is_unannounced_session(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- A session opened with a passkey has no valid mark if that passkey is unannounced, was removed, or confirmed another session.
  return (
    select case began.method
      when 'passkey' then not countersign_private.is_passkey_session(p_user_id, p_session_id)
      else exists (
        select from countersign_private.unannounced_sign_in_methods(p_user_id) f where began.method is null or case f.kind
          when 'password' then began.method = 'password'
          when 'email' then began.method in ('code', 'link', 'recovery', 'confirmation')
          when 'identity' then began.method = case f.name when 'web3' then 'wallet' else f.name end
          when 'passkey' then began.method = 'passkey'
          else false end
      ) end
    from (
      select (select a.method from countersign.account_sessions a where a.session_id = p_session_id)
    ) as began (method)
  );
end $$;

create function countersign_private.has_known_authenticator(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return cardinality(countersign.list_known_authenticators(p_user_id)) > 0;
end $$;

create function countersign.list_known_authenticators(p_user_id uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select m.reference::uuid from countersign_private.sign_in_methods_at_auth(p_user_id) m
    where m.kind = 'authenticator' and not exists (
      select from countersign_private.unannounced_sign_in_methods(p_user_id) f
      where f.kind = m.kind and f.reference = m.reference
    )
  );
end $$;
comment on function countersign.list_known_authenticators is
  'Returns the ids of the account''s authenticators whose codes count as a step-up: all but unannounced ones.';

create function countersign.list_step_up_methods(p_user_id uuid, p_chain text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when exists (select from countersign_private.known_passkeys(p_user_id)) then '["passkey"]'::jsonb
    else '[]' end
  || case when countersign_private.has_known_authenticator(p_user_id) then '["authenticator"]'::jsonb
    else coalesce((select jsonb_agg(way.name order by way.place)
      from auth.users u, lateral (
        values
          (1, 'password', coalesce(u.encrypted_password, '') <> ''
            and not exists (select from countersign_private.unannounced_sign_in_methods(u.id) f where f.kind = 'password')),
          (2, 'code', coalesce(u.email, '') <> '' and u.email_confirmed_at is not null
            and not exists (select from countersign_private.unannounced_sign_in_methods(u.id) f where f.kind = 'email')),
          (3, 'wallet', exists (
            select from countersign.wallets w where w.user_id = u.id and w.chain = p_chain and w.removed_at is null
          ))
      ) as way (place, name, is_there) where u.id = p_user_id and way.is_there), '[]') end;
end $$;
comment on function countersign.list_step_up_methods is
  'Returns the account''s step-up methods as a JSON array, best first: passkey, then only authenticator if it has one, else '
  'password, code and wallet (on p_chain). Omits unannounced methods.';

-- A session steps up only with a code that it requested. The code of an email that is being sent, or was sent within the last
-- minute, counts for the request too. Of several emails only the newest code works, for every session that requested one.
create function countersign.ask_for_code(p_user_id uuid, p_session_id uuid, p_withdraws boolean default false) returns boolean
language plpgsql security definer set search_path = '' as $$
declare has_asked boolean;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  has_asked := countersign.has_asked_for_code(p_user_id, p_session_id);
  update countersign.account_sessions a set code_asked_at = case when not p_withdraws then now() end
  where a.session_id = p_session_id and a.user_id = p_user_id;
  return has_asked;
end $$;
comment on function countersign.ask_for_code is
  'Records that this session asked for an emailed code to step up with, or withdraws it. Returns whether it had asked before '
  '(has_asked_for_code). Locks the account row. Refuses like lock_account.';

create function countersign.has_asked_for_code(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return exists (
    select from countersign.account_sessions a
    where a.session_id = p_session_id and a.user_id = p_user_id and a.code_asked_at > now() - countersign_private.mailed_code_lifetime()
  );
end $$;
comment on function countersign.has_asked_for_code is
  'Whether this session asked for an emailed code in the last hour, for which codes are valid, and hasn''t stepped up with one '
  'since. Refuses like require_live_session.';

create function countersign.record_step_up(p_user_id uuid, p_session_id uuid, p_by text) returns void
language plpgsql security definer set search_path = '' as $$
declare has_authenticator boolean;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  has_authenticator := countersign_private.has_known_authenticator(p_user_id);
  -- An account with an authenticator must use it. Its code has just raised the session to aal2.
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where has_authenticator and p_by is distinct from 'authenticator';
  -- Wallet and passkey have their own functions, which check the evidence.
  perform countersign_private.refuse(400, 'request.unexpected') where p_by in ('wallet', 'passkey');
  -- A session opened with a passkey gets here at aal1, without any code.
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where p_by = 'authenticator' and not exists (
    select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id and s.aal::text = 'aal2'
  );
  perform countersign_private.refuse(409, 'step_up.method_unknown')
  where not has_authenticator and exists (
    select from countersign_private.unannounced_sign_in_methods(p_user_id) f
    where p_by = case f.kind when 'email' then 'code' else f.kind end
  );
  perform countersign_private.refuse(403, 'auth.code_wrong')
  where p_by = 'code' and not countersign.has_asked_for_code(p_user_id, p_session_id);
  update countersign.account_sessions a set stepped_up_at = now(), stepped_up_by = p_by,
    code_asked_at = case when p_by <> 'code' then a.code_asked_at end
  where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null;
exception when check_violation or not_null_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.record_step_up is
  'Records a step-up by authenticator, password or code. Locks the account row. Refuses like lock_account, with '
  'auth.second_factor_required if the account has a known authenticator and p_by is another method, step_up.method_unknown if '
  'it is unannounced, and auth.code_wrong for a code that the session didn''t ask for.';

create function countersign.record_step_up_by_wallet(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text
) returns void language plpgsql security definer set search_path = '' as $$
declare
  signature bytea := countersign_private.read_base64(p_signature);
  evidence bytea := countersign_private.hash_evidence(countersign_private.read_base64(p_signed_bytes), signature);
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where countersign_private.has_known_authenticator(p_user_id);
  -- Single-use: the same signature can't confirm twice. A consumed challenge is accepted until a minute after it expires.
  update countersign_private.challenges c set expires_at = c.issued_at
  where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id and c.purpose = 'confirm'
    and c.consumed_with in (evidence, countersign_private.hash_evidence(c.message, signature))
    and c.expires_at > greatest(c.issued_at, now() - interval '1 minute')
    and exists (
      select from countersign.wallets w
      where w.user_id = p_user_id and w.address = c.address and w.chain = c.chain and w.removed_at is null
    );
  perform countersign_private.refuse(409, 'proof.challenge_gone') where not found;
  update countersign.account_sessions a set stepped_up_at = now(), stepped_up_by = 'wallet'
  where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null;
end $$;
comment on function countersign.record_step_up_by_wallet is
  'Records a step-up by a wallet whose signature consumed a challenge to confirm. Locks the account row. Refuses like '
  'lock_account, with auth.second_factor_required if there is a known authenticator, and proof.challenge_gone.';
