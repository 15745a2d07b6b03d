-- A project may switch passkeys off while accounts have some. The database can't see that, so the server says it.

create function countersign_private.are_passkeys_off() returns boolean language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-countersign-passkeys' = 'off', false) $$;
comment on function countersign_private.are_passkeys_off is
  'Whether the server says of this request that passkeys sign nobody in now. Whoever else says so is only refused more.';

create or replace function countersign_private.has_other_sign_in_method(p_user_id uuid, p_address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from auth.users u where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null)
  or exists (
    select from auth.identities i
    where i.user_id = p_user_id and i.provider <> 'email' and i.provider_id <> 'web3:solana:' || p_address
  )
  or not countersign_private.are_passkeys_off()
    and exists (select from countersign_private.lasting_passkeys(p_user_id)) $$;

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

revoke execute on function countersign_private.are_passkeys_off, countersign.rename_passkey from public;
grant execute on function countersign.rename_passkey to service_role;
