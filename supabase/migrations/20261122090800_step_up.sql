-- Two-step sign-in where Auth leaves it open: codes of an authenticator that count once, and codes for a lost phone. And
-- step-up: a session may be a day old, or in the wrong hands, so before what matters somebody shows again who they are.
-- docs/sensitive-actions.md lists what asks for it.
create table countersign_private.recovery_codes (
  user_id uuid not null references countersign.accounts (user_id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table countersign_private.recovery_codes is
  'What lets somebody in who has lost their authenticator: SHA-256 of 80 random bits each.';

create function countersign.use_factor_code(p_code_hash text) returns boolean
language sql security definer set search_path = '' as $$
  -- Auth takes a code again for as long as it is good: 90 seconds, with one step of 30 seconds either way. Twice that.
  select countersign_private.use_once('factor_code', p_code_hash, interval '180 seconds') $$;
comment on function countersign.use_factor_code is
  'Uses a code of an authenticator up, before Auth is asked whether it is right. False for all but one in three minutes.';

create function countersign.list_known_authenticators(p_user_id uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select m.reference::uuid from countersign_private.sign_in_methods_at_auth(p_user_id) m
    where m.kind = 'authenticator' and not exists (
      select from countersign_private.foreign_sign_in_methods(p_user_id) f
      where f.kind = m.kind and f.reference = m.reference
    )
  ) $$;
comment on function countersign.list_known_authenticators is
  'The authenticators whose codes confirm who it is: not those set up outside this site.';

create function countersign_private.has_known_authenticator(p_user_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select cardinality(countersign.list_known_authenticators(p_user_id)) > 0 $$;
comment on function countersign_private.has_known_authenticator is 'Whether the account has an authenticator of this site.';

create function countersign_private.is_foreign_sign_in(p_user_id uuid, p_method text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from countersign_private.foreign_sign_in_methods(p_user_id) f where p_method is null or case f.kind
      when 'password' then p_method = 'password'
      when 'email' then p_method in ('code', 'link', 'recovery', 'confirmation')
      when 'identity' then p_method = case f.name when 'web3' then 'wallet' else f.name end
      else false end
  ) $$;
comment on function countersign_private.is_foreign_sign_in is
  'Whether a sign-in of this kind may have been by a foreign method.';

create function countersign_private.is_sign_in_step_up(p_user_id uuid, p_session_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select not countersign_private.is_foreign_sign_in(p_user_id, (
    select a.method from countersign.account_sessions a where a.session_id = p_session_id
  )) and (
    -- Auth takes the code of any authenticator, and keeps which one a session gave last.
    not countersign_private.has_known_authenticator(p_user_id) or exists (
      select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id
        and s.factor_id = any (countersign.list_known_authenticators(p_user_id))
    )
  ) $$;
comment on function countersign_private.is_sign_in_step_up is
  'Whether having just signed in shows that it is the owner: not by a foreign method or authenticator.';

create function countersign.require_recent_auth(p_user_id uuid, p_session_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  perform countersign_private.refuse(403, 'auth.recent_auth_required')
  where not exists (
    select from auth.sessions s left join countersign.account_sessions a on a.session_id = s.id
    where s.id = p_session_id and s.user_id = p_user_id
      -- Long enough for one errand, short enough for a laptop that was left open.
      and greatest(
        case when countersign_private.is_sign_in_step_up(p_user_id, p_session_id) then s.created_at end, a.stepped_up_at
      ) > now() - interval '10 minutes'
  );
end $$;
comment on function countersign.require_recent_auth is
  'Refuses with auth.recent_auth_required without a sign-in or a step-up in 10 minutes, and as require_live_session does.';

create function countersign.list_step_up_methods(p_user_id uuid, p_chain text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when countersign_private.has_known_authenticator(p_user_id) then '["authenticator"]'::jsonb
    else coalesce((select jsonb_agg(way.name order by way.place)
      from auth.users u, lateral (
        values
          (1, 'password', coalesce(u.encrypted_password, '') <> ''
            and not exists (select from countersign_private.foreign_sign_in_methods(u.id) f where f.kind = 'password')),
          (2, 'code', coalesce(u.email, '') <> '' and u.email_confirmed_at is not null
            and not exists (select from countersign_private.foreign_sign_in_methods(u.id) f where f.kind = 'email')),
          (3, 'wallet', exists (
            select from countersign.wallets w where w.user_id = u.id and w.chain = p_chain and w.removed_at is null
          ))
      ) as way (place, name, is_there) where u.id = p_user_id and way.is_there), '[]') end $$;
comment on function countersign.list_step_up_methods is
  'How the owner of this account can confirm who they are, best first: an authenticator alone where there is one; nothing foreign.';

create function countersign.record_step_up(p_user_id uuid, p_session_id uuid, p_by text) returns void
language plpgsql security definer set search_path = '' as $$
declare has_authenticator boolean;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  has_authenticator := countersign_private.has_known_authenticator(p_user_id);
  -- An authenticator's code has just made the session aal2; a password is not enough where there is one.
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where has_authenticator and p_by is distinct from 'authenticator';
  perform countersign_private.refuse(400, 'request.unexpected') where p_by = 'wallet';
  perform countersign_private.refuse(409, 'step_up.method_unknown')
  where not has_authenticator and exists (
    select from countersign_private.foreign_sign_in_methods(p_user_id) f
    where p_by = case f.kind when 'email' then 'code' else f.kind end
  );
  update countersign.account_sessions a set stepped_up_at = now(), stepped_up_by = p_by
  where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null;
exception when check_violation or not_null_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;
comment on function countersign.record_step_up is
  'Notes that the person has just confirmed who they are. Refuses as lock_account does, with auth.second_factor_required for less '
  'than the account has, step_up.method_unknown for a foreign method, and request.unexpected.';

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
  -- Over with this: the same signature confirms nothing a second time.
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
  'By a signature that used up a statement which says so, of a wallet that the account has proven. Refuses as lock_account '
  'does, with auth.second_factor_required where an authenticator is asked, and with proof.challenge_gone.';

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

create function countersign.use_recovery_code(p_user_id uuid, p_session_id uuid, p_code_hash text) returns boolean
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
comment on function countersign.use_recovery_code is
  'Uses a code up and ends every other session. False for a wrong one and a used one. Refuses with auth.signed_out.';

create function countersign.describe_recovery_codes(p_user_id uuid)
returns table (unused integer, made_at timestamptz) language sql stable security definer set search_path = '' as $$
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

create function countersign.find_way_past_authenticator(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare gone text := (select a.method from countersign.account_sessions a where a.session_id = p_session_id);
begin
  perform countersign_private.refuse(401, 'auth.signed_out')
  where not countersign_private.is_session_live(p_user_id, p_session_id);
  if countersign_private.has_known_authenticator(p_user_id)
    or not exists (select from countersign_private.foreign_sign_in_methods(p_user_id) f where f.kind = 'authenticator')
    or countersign_private.is_foreign_sign_in(p_user_id, gone) then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'email', coalesce(u.email, ''),
      'needs_password', ways ? 'password',
      'needs_code', ways ? 'code',
      'found_at', (
        select min(k.found_at) from countersign_private.sign_in_methods k
        where k.user_id = p_user_id and k.kind = 'authenticator'
      )
    ) from auth.users u, countersign.list_step_up_methods(p_user_id, '') ways where u.id = p_user_id
      -- Two that one theft does not give: the same mailbox twice is one.
      and (
        ways ? 'password' and gone <> 'password'
        or ways ? 'code' and gone not in ('code', 'link', 'recovery', 'confirmation')
        -- A thief's password took the place of the owner's. The mailbox alone did not: where there is a second factor,
        -- Auth sets a password for nobody who has not given it.
        or ways ? 'code' and exists (
          select from countersign_private.foreign_sign_in_methods(p_user_id) f where f.kind = 'password'
        )
      )
  );
end $$;
comment on function countersign.find_way_past_authenticator is
  'What is asked of somebody who did not set up the authenticator that Auth asks for, beside how they signed in: password '
  'and mailed code, as far as this site knows them. Null where this site knows one of the authenticators, where the sign-in '
  'was itself foreign, or where neither is of another kind than it. Refuses with auth.signed_out.';

create function countersign.take_authenticators_to_remove(p_user_id uuid, p_session_id uuid) returns uuid[]
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account_row(p_user_id);
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where countersign.find_way_past_authenticator(p_user_id, p_session_id) is null;
  perform countersign_private.end_sessions_except(p_user_id, p_session_id, 'factors_changed');
  return array(
    select f.reference::uuid from countersign_private.foreign_sign_in_methods(p_user_id) f
    where f.kind = 'authenticator'
  );
end $$;
comment on function countersign.take_authenticators_to_remove is
  'For who has shown all that: ends every other session, and names the foreign authenticators, which the server removes '
  'next. Refuses with auth.second_factor_required where there is no such way.';
