-- As it was, and when the password was last changed on this site: Auth keeps no date of it. Null where it never was.
create or replace function countersign.describe_sign_in_methods(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform countersign.require_live_session(p_user_id, p_session_id);
  return (
    select jsonb_build_object(
      'email', coalesce(u.email, ''), 'is_confirmed', u.email_confirmed_at is not null,
      'has_password', coalesce(u.encrypted_password, '') <> '',
      'password_changed_at', case when coalesce(u.encrypted_password, '') <> '' then (
        select e.created_at from countersign.activity_events e
        where e.user_id = u.id and e.kind = 'password_changed' order by e.id desc limit 1
      ) end,
      'new_email', coalesce(c.email, u.email_change, ''),
      'waits_for_old_address', c.user_id is not null and c.asks_old and c.old_agreed_at is null
        or c.user_id is null and exists (
          select from auth.one_time_tokens t
          where t.user_id = u.id and t.token_type::text = 'email_change_token_current'
        ),
      'waits_for_new_address', c.user_id is not null or exists (
        select from auth.one_time_tokens t where t.user_id = u.id and t.token_type::text = 'email_change_token_new'
      ),
      'wallets_that_sign_in', (
        select count(distinct w.address) from countersign.wallets w where w.user_id = u.id and w.removed_at is null
          and u.email <> '' and u.email_confirmed_at is not null and not u.is_sso_user
      ),
      'passkeys', (select count(*) from countersign_private.lasting_passkeys(u.id)),
      'identities', coalesce((select jsonb_agg(jsonb_build_object(
          'id', i.id, 'provider', i.provider, 'subject', i.provider_id, 'email', coalesce(i.email, ''),
          'name', coalesce(i.identity_data ->> 'user_name', ''),
          'is_proven_wallet', i.provider = 'web3' and exists (
            select from countersign.wallets w
            where w.user_id = u.id and w.removed_at is null and 'web3:solana:' || w.address = i.provider_id
          )
        ) order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]')
    ) from auth.users u left join lateral countersign_private.find_email_change(u.id) c on true where u.id = p_user_id
  );
end $$;

create or replace function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261123080000' $$;
