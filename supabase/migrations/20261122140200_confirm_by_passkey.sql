-- A passkey of this site is two factors, to sign in and to confirm who one is: it does where an authenticator is asked. One
-- that was set up elsewhere does neither.
alter table countersign.account_sessions
  drop constraint account_sessions_stepped_up_by_check,
  add constraint account_sessions_stepped_up_by_check
    check (stepped_up_by in ('authenticator', 'password', 'code', 'wallet', 'passkey'));

create or replace function countersign_private.is_foreign_sign_in(p_user_id uuid, p_method text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from countersign_private.foreign_sign_in_methods(p_user_id) f where p_method is null or case f.kind
      when 'password' then p_method = 'password'
      when 'email' then p_method in ('code', 'link', 'recovery', 'confirmation')
      when 'identity' then p_method = case f.name when 'web3' then 'wallet' else f.name end
      when 'passkey' then p_method = 'passkey'
      else false end
  ) $$;

create function countersign_private.is_foreign_session(p_user_id uuid, p_session_id uuid) returns boolean
language sql stable set search_path = '' as $$
  -- Which passkey it was is known: one that is not marked was foreign, or has confirmed another session, or is gone.
  select case began.method
    when 'passkey' then not countersign_private.is_passkey_session(p_user_id, p_session_id)
    else countersign_private.is_foreign_sign_in(p_user_id, began.method) end
  from (
    select (select a.method from countersign.account_sessions a where a.session_id = p_session_id)
  ) as began (method) $$;
comment on function countersign_private.is_foreign_session is
  'Whether this session may have been begun by a foreign method.';

create or replace function countersign_private.is_sign_in_step_up(p_user_id uuid, p_session_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select countersign_private.is_passkey_session(p_user_id, p_session_id)
  or not countersign_private.is_foreign_session(p_user_id, p_session_id) and (
    -- Auth takes the code of any authenticator, and keeps which one a session gave last.
    not countersign_private.has_known_authenticator(p_user_id) or exists (
      select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id
        and s.factor_id = any (countersign.list_known_authenticators(p_user_id))
    )
  ) $$;
comment on function countersign_private.is_sign_in_step_up is
  'Whether having just signed in shows that it is the owner: not by a foreign method or authenticator. A passkey of this site '
  'needs no authenticator.';

create or replace function countersign.list_step_up_methods(p_user_id uuid, p_chain text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when exists (select from countersign_private.known_passkeys(p_user_id)) then '["passkey"]'::jsonb
    else '[]' end
  || case when countersign_private.has_known_authenticator(p_user_id) then '["authenticator"]'::jsonb
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
  'How the owner of this account can confirm who they are, best first: a passkey, and an authenticator alone of all else '
  'where there is one; nothing foreign.';

create or replace function countersign.record_step_up(p_user_id uuid, p_session_id uuid, p_by text) returns void
language plpgsql security definer set search_path = '' as $$
declare has_authenticator boolean;
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  has_authenticator := countersign_private.has_known_authenticator(p_user_id);
  -- An authenticator's code has just made the session aal2; a password is not enough where there is one.
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where has_authenticator and p_by is distinct from 'authenticator';
  -- Both have a function of their own, which asks for what they left behind.
  perform countersign_private.refuse(400, 'request.unexpected') where p_by in ('wallet', 'passkey');
  -- A passkey's session may be here without any code: Auth keeps which authenticator's a session gave.
  perform countersign_private.refuse(403, 'auth.second_factor_required')
  where p_by = 'authenticator' and not exists (
    select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id and s.aal::text = 'aal2'
  );
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
  'than the account has and for an authenticator at aal1, step_up.method_unknown for a foreign method, and request.unexpected.';

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

create or replace function countersign.find_way_past_authenticator(p_user_id uuid, p_session_id uuid) returns jsonb
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
    or not exists (select from countersign_private.foreign_sign_in_methods(p_user_id) f where f.kind = 'authenticator')
    or countersign_private.is_foreign_session(p_user_id, p_session_id) then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'email', coalesce(u.email, ''),
      'needs_password', not is_by_passkey and ways ? 'password',
      'needs_code', not is_by_passkey and ways ? 'code',
      'found_at', (
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
          select from countersign_private.foreign_sign_in_methods(p_user_id) f where f.kind = 'password'
        )
      )
  );
end $$;
comment on function countersign.find_way_past_authenticator is
  'What is asked of somebody who did not set up the authenticator that Auth asks for, beside how they signed in: password '
  'and mailed code, as far as this site knows them; nothing more of who has just used a passkey of this site. Null where '
  'this site knows one of the authenticators, where the sign-in was itself foreign, or where neither is of another kind than '
  'it. Refuses with auth.signed_out.';

revoke execute on function countersign_private.is_foreign_session, countersign.record_step_up_by_passkey from public;
grant execute on function countersign.record_step_up_by_passkey to service_role;
