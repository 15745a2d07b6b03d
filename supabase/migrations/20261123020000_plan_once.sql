-- What every page and every proof runs, in plpgsql, which keeps its plans for a connection: a function in plain SQL with a
-- search_path of its own is planned at every call, and the check of a session alone was six of them. Each does what it did.

create or replace function countersign_private.can_read_passkeys() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(has_table_privilege(to_regclass('auth.webauthn_credentials'), 'select'), false);
end $$;

create or replace function countersign_private.has_second_factor(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from auth.mfa_factors f where f.user_id = p_user_id and f.status = 'verified');
end $$;

create or replace function countersign_private.is_session_at_auth(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = p_session_id and s.user_id = p_user_id and (s.not_after is null or s.not_after > now())
      and (u.banned_until is null or u.banned_until <= now())
      -- An app's, by way of Auth's OAuth server. Older projects have no such column.
      and to_jsonb(s) ->> 'oauth_client_id' is null
  );
end $$;

create or replace function countersign_private.has_lost_passkey(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from countersign_private.passkey_sessions s
    where s.session_id = p_session_id
      and not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = s.passkey_id)
      -- Whoever is removing it at this moment goes on; end_sessions_of_passkey takes the mark away.
      and not exists (
        select from countersign_private.expected_sign_in_methods e where e.user_id = s.user_id and e.kind = 'passkey'
          and e.reference = s.passkey_id::text and e.session_id = s.session_id and e.expires_at > now()
      )
  );
end $$;

create or replace function countersign_private.is_session_live(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return countersign_private.is_session_at_auth(p_user_id, p_session_id) and exists (
    select from countersign.account_sessions a
    where a.session_id = p_session_id and a.user_id = p_user_id and a.ended_at is null
  ) and not countersign_private.has_lost_passkey(p_user_id, p_session_id);
end $$;

create or replace function countersign_private.sign_in_methods_at_auth(p_user_id uuid)
returns table (kind text, reference text, name text, vouches_for text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select 'password',
    -- The key with which Auth has encrypted it (GOTRUE_SECURITY_DB_ENCRYPTION_*) or nothing, and a hash.
    case when u.encrypted_password like '{%' then
      coalesce(substring(u.encrypted_password from '"key_id" *: *"([^"]*)"'), '') else '' end
      || ':' || encode(sha256(convert_to(u.encrypted_password, 'UTF8')), 'hex'), 'password', null
  from auth.users u where u.id = p_user_id and u.encrypted_password <> ''
  union all
  select 'authenticator', f.id::text, 'authenticator', null
  from auth.mfa_factors f where f.user_id = p_user_id and f.status::text = 'verified'
  union all
  select 'identity', i.id::text, i.provider,
    case when i.identity_data ->> 'email_verified' = 'true' then lower(i.identity_data ->> 'email') end
  from auth.identities i where i.user_id = p_user_id and i.provider <> 'email'
  union all
  select 'email', lower(u.email), 'email', null
  from auth.users u where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null
  union all
  select 'passkey', p.id::text, 'passkey', null from countersign_private.passkeys_at_auth(p_user_id) p;
end $$;

create or replace function countersign_private.is_foreign_sign_in(p_user_id uuid, p_method text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from countersign_private.foreign_sign_in_methods(p_user_id) f where p_method is null or case f.kind
      when 'password' then p_method = 'password'
      when 'email' then p_method in ('code', 'link', 'recovery', 'confirmation')
      when 'identity' then p_method = case f.name when 'web3' then 'wallet' else f.name end
      when 'passkey' then p_method = 'passkey'
      else false end
  );
end $$;

create or replace function countersign_private.is_passkey_session(p_user_id uuid, p_session_id uuid) returns boolean
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

create or replace function countersign_private.is_foreign_session(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- Which passkey it was is known: one that is not marked was foreign, or has confirmed another session, or is gone.
  return (
    select case began.method
      when 'passkey' then not countersign_private.is_passkey_session(p_user_id, p_session_id)
      else countersign_private.is_foreign_sign_in(p_user_id, began.method) end
    from (
      select (select a.method from countersign.account_sessions a where a.session_id = p_session_id)
    ) as began (method)
  );
end $$;

create or replace function countersign.list_known_authenticators(p_user_id uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select m.reference::uuid from countersign_private.sign_in_methods_at_auth(p_user_id) m
    where m.kind = 'authenticator' and not exists (
      select from countersign_private.foreign_sign_in_methods(p_user_id) f
      where f.kind = m.kind and f.reference = m.reference
    )
  );
end $$;

create or replace function countersign_private.has_known_authenticator(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return cardinality(countersign.list_known_authenticators(p_user_id)) > 0;
end $$;

create or replace function countersign_private.is_sign_in_step_up(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return countersign_private.is_passkey_session(p_user_id, p_session_id)
  or not countersign_private.is_foreign_session(p_user_id, p_session_id) and (
    -- Auth takes the code of any authenticator, and keeps which one a session gave last.
    not countersign_private.has_known_authenticator(p_user_id) or exists (
      select from auth.sessions s where s.id = p_session_id and s.user_id = p_user_id
        and s.factor_id = any (countersign.list_known_authenticators(p_user_id))
    )
  );
end $$;

create or replace function countersign.list_step_up_methods(p_user_id uuid, p_chain text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when exists (select from countersign_private.known_passkeys(p_user_id)) then '["passkey"]'::jsonb
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
      ) as way (place, name, is_there) where u.id = p_user_id and way.is_there), '[]') end;
end $$;

create or replace function countersign_private.find_email_change(p_user_id uuid) returns countersign_private.email_changes
language plpgsql stable set search_path = '' as $$
begin
  return (
    select c from countersign_private.email_changes c join auth.users u on u.id = c.user_id
    where c.user_id = p_user_id and c.email is not null and u.email_change_sent_at is not distinct from c.auth_sent_at
  );
end $$;

create or replace function countersign_private.describe_proof(p_proof countersign.proofs) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'account_code', p_proof.account_code, 'display_name', p_proof.display_name, 'method', p_proof.method,
    'chain', p_proof.chain, 'address', p_proof.address, 'origin', p_proof.origin, 'proven_at', p_proof.proven_at
  ) || case when p_proof.evidence_at <= now() then jsonb_build_object(
    'message', countersign_private.write_base64(p_proof.message),
    'signed_bytes', countersign_private.write_base64(p_proof.signed_bytes),
    'signature', countersign_private.write_base64(p_proof.signature)
  ) else jsonb_build_object('evidence_at', p_proof.evidence_at) end;
end $$;

create or replace function countersign.read_public_proof(p_proof_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', p.id,
      'status', coalesce(p.ended_because, 'standing'),
      'ended_at', p.ended_at,
      'replaced_by', case when p.ended_because = 'replaced' then (
        select now_standing.id from countersign.wallets w
        join countersign.proofs now_standing on now_standing.id = w.proof_id
        where w.id = p.wallet_id and now_standing.is_public and now_standing.ended_at is null
      ) end,
      'proof', case when p.ended_at is null then countersign_private.describe_proof(p) end
    ) from countersign.proofs p where p.id = p_proof_id and p.is_public
    union all
    select jsonb_build_object('id', d.id, 'status', 'deleted', 'ended_at', d.ended_at, 'replaced_by', null, 'proof', null)
    from countersign_private.deleted_public_proofs d where d.id = p_proof_id limit 1
  );
end $$;

create or replace function countersign.consume_challenge(
  p_challenge_id uuid, p_user_id uuid, p_session_id uuid, p_signed_bytes text, p_signature text
) returns table (purpose text, method text, chain text, address text, origin text, message text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  update countersign_private.challenges c
  set consumed_at = coalesce(c.consumed_at, now()), consumed_with = evidence.hash
  from (
    select countersign_private.hash_evidence(
      countersign_private.read_base64(p_signed_bytes), countersign_private.read_base64(p_signature)
    ) as hash
  ) evidence where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id
    and evidence.hash is not null and (c.consumed_at is null or c.consumed_with = evidence.hash)
    -- What has become a proof can be asked for again at any time.
    and (c.expires_at > now() or exists (select from countersign.proofs p where p.challenge_id = c.id))
    and countersign_private.is_session_live(p_user_id, p_session_id)
  returning c.purpose, c.method, c.chain, c.address, c.origin, countersign_private.write_base64(c.message);
end $$;

create or replace function countersign_private.store_proof(
  p_proof_id uuid, p_wallet_id uuid, p_account countersign.accounts,
  p_challenge countersign_private.challenges, p_signed_bytes bytea, p_signature bytea, p_is_public boolean, p_outcome text
) returns void
language plpgsql set search_path = '' as $$
begin
  insert into countersign.proofs (
    id, wallet_id, user_id, challenge_id, account_code, method, chain, address, origin, message, signed_bytes,
    signature, is_public, outcome, names_account
  )
  values (
    p_proof_id, p_wallet_id, p_account.user_id, p_challenge.id, p_account.code, p_challenge.method, p_challenge.chain,
    p_challenge.address, p_challenge.origin, p_challenge.message, p_signed_bytes, p_signature, p_is_public, p_outcome,
    p_challenge.purpose <> 'sign-in'
  );
end $$;

create or replace function countersign_private.choose_primary(p_user_id uuid, p_chain text) returns void
language plpgsql set search_path = '' as $$
begin
  update countersign.wallets set is_primary = true
  where id = (
    select w.id from countersign.wallets w
    where w.user_id = p_user_id and w.chain = p_chain and w.removed_at is null and not w.is_primary
    -- The index of an account's wallets, backwards.
    order by w.created_at, w.id desc limit 1
  )
  and not exists (select from countersign.wallets w where w.user_id = p_user_id and w.chain = p_chain and w.is_primary);
end $$;

create or replace function countersign_private.tell_app(p_grant_id uuid, p_kind text, p_details jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  insert into countersign_private.oauth_events (client_id, sub, kind, details)
  select g.client_id, s.sub, p_kind, p_details
  from countersign_private.oauth_grants g
  -- One that is disabled may come back, and has then missed nothing. Whoever keeps no secret can't ask.
  join countersign_private.oauth_clients c on c.client_id = g.client_id and c.removed_at is null and c.is_confidential
    -- One that asks again hears of nothing else before it is answered.
    and (c.asks_again_from is null or c.asks_again_from <= g.agreed_at or p_kind in ('grant-ended', 'account-purged'))
  join countersign_private.oauth_subjects s on s.user_id = g.user_id and s.sector = c.sector
  where g.id = p_grant_id;
end $$;

create or replace function countersign_private.write_base64url(p_bytes bytea) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return translate(encode(p_bytes, 'base64'), E'+/=\n', '-_');
end $$;

create or replace function countersign_private.end_sessions_except(p_user_id uuid, p_keep uuid, p_because text) returns void
language plpgsql set search_path = '' as $$
begin
  perform countersign_private.end_sessions(p_user_id, array(
    select s.id from auth.sessions s where s.user_id = p_user_id and s.id is distinct from p_keep
    union
    select a.session_id from countersign.account_sessions a
    where a.user_id = p_user_id and a.session_id is distinct from p_keep and a.ended_at is null
  ), p_because);
end $$;
