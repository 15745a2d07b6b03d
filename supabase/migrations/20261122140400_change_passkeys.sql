-- Adding and removing a passkey, which Auth does. What this site asks for is announced first; of a new passkey its
-- credential, which has to be the one in what the device made. What Auth has refused is expected no longer: else somebody
-- could have it refused, register it past this site, and nobody would be told.
create or replace function countersign.begin_sign_in_method_change(p_user_id uuid, p_kind text, p_reference text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.ensure_account(p_user_id);
  -- What is there already is not of this change.
  perform countersign_private.compare_sign_in_methods(p_user_id);
  delete from countersign_private.expected_sign_in_methods e where e.user_id = p_user_id and e.expires_at <= now();
  insert into countersign_private.expected_sign_in_methods as e (user_id, kind, reference, expires_at)
  select p_user_id, expected.kind, expected.reference, now() + expected.span
  from (
    -- What nobody can guess, or only its owner can agree to, may take its time.
    select p_kind,
      case when p_kind = 'passkey' then countersign_private.new_passkey_reference(p_reference) else lower(p_reference) end,
      case when p_kind in ('authenticator', 'email') and p_reference <> '' then interval '1 day'
        else interval '15 minutes' end
    -- Auth gives an account the email of a provider, and takes it away with it.
    union all select 'email', '', interval '15 minutes' where p_kind = 'identity'
  ) as expected (kind, reference, span)
  on conflict (user_id, kind, reference) do update set expires_at = excluded.expires_at;
exception when check_violation or not_null_violation then
  perform countersign_private.refuse(400, 'request.unexpected');
end $$;

create or replace function countersign.settle_sign_in_method_change(p_user_id uuid, p_kind text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.ensure_account(p_user_id);
  perform countersign_private.compare_sign_in_methods(p_user_id);
  delete from countersign_private.expected_sign_in_methods e where e.user_id = p_user_id
    and (e.kind = p_kind or p_kind = 'identity' and e.kind = 'email' and e.reference = '')
    -- Other tabs may be adding or removing some of their own, which were not yet seen above.
    and (e.kind <> 'passkey'
      or e.session_id is null and exists (
        select from countersign_private.sign_in_methods k
        join countersign_private.passkeys_at_auth(p_user_id) p on p.id::text = k.reference
        where k.user_id = p_user_id and k.kind = 'passkey'
          and e.reference = countersign_private.new_passkey_reference(p.credential_id)
      )
      or e.session_id is not null and not exists (
        select from countersign_private.sign_in_methods k
        where k.user_id = p_user_id and k.kind = 'passkey' and k.reference = e.reference
      ));
end $$;

create function countersign.withdraw_passkey_change(p_user_id uuid, p_credential_id text, p_passkey_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.ensure_account(p_user_id);
  delete from countersign_private.expected_sign_in_methods e where e.user_id = p_user_id and e.kind = 'passkey'
    and e.reference in (countersign_private.new_passkey_reference(p_credential_id), p_passkey_id::text);
  perform countersign_private.compare_sign_in_methods(p_user_id);
end $$;
comment on function countersign.withdraw_passkey_change is
  'Once Auth has refused to add a passkey (by its credential id), or to remove one (by its id): what turns up or goes is '
  'somebody else''s doing. Refuses with auth.signed_out for a user who is gone.';

create function countersign.begin_passkey_removal(p_user_id uuid, p_session_id uuid, p_passkey_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.lock_account(p_user_id, p_session_id);
  perform countersign.require_recent_auth(p_user_id, p_session_id);
  -- What is gone already is not of this change.
  perform countersign_private.compare_sign_in_methods(p_user_id);
  perform countersign_private.refuse(404, 'passkey.gone')
  where not exists (select from countersign_private.passkeys_at_auth(p_user_id) p where p.id = p_passkey_id);
  delete from countersign_private.expected_sign_in_methods e where e.user_id = p_user_id and e.expires_at <= now();
  insert into countersign_private.expected_sign_in_methods as e (user_id, kind, reference, expires_at, session_id, label)
  values (
    p_user_id, 'passkey', p_passkey_id::text, now() + interval '15 minutes', p_session_id,
    countersign_private.name_passkey(p_user_id, p_passkey_id)
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

create function countersign.can_read_passkeys() returns boolean
language sql stable security definer set search_path = '' as $$ select countersign_private.can_read_passkeys() $$;
comment on function countersign.can_read_passkeys is
  'Whether passkeys can be used with this project''s Auth: not where it is too old, or keeps them to itself.';

revoke execute on function
  countersign.withdraw_passkey_change, countersign.begin_passkey_removal, countersign.can_read_passkeys
from public;
grant execute on function
  countersign.withdraw_passkey_change, countersign.begin_passkey_removal, countersign.can_read_passkeys
to service_role;
