-- A proven wallet opens an account with a confirmed e-mail (docs/decisions/023-sign-in-with-a-wallet.md), whether or not
-- Auth knows the wallet. The account page has to say so, and must not offer to remove one half of it.
create or replace function public.describe_ways_in(p_user_id uuid, p_session_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_session_live(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  return (
    select jsonb_build_object(
      'email', coalesce(u.email, ''),
      'is_confirmed', u.email_confirmed_at is not null,
      'has_password', coalesce(u.encrypted_password, '') <> '',
      'new_email', coalesce(u.email_change, ''),
      'waits_for_old_address', exists (
        select from auth.one_time_tokens t
        where t.user_id = u.id and t.token_type::text = 'email_change_token_current'
      ),
      'waits_for_new_address', exists (
        select from auth.one_time_tokens t
        where t.user_id = u.id and t.token_type::text = 'email_change_token_new'
      ),
      'wallets_that_sign_in', (
        select count(distinct w.address) from public.wallets w
        where w.user_id = u.id and w.removed_at is null
          and u.email <> '' and u.email_confirmed_at is not null and not u.is_sso_user
      ),
      'identities', coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'id', i.id,
            'provider', i.provider,
            'subject', i.provider_id,
            'email', coalesce(i.email, ''),
            'name', coalesce(i.identity_data ->> 'user_name', ''),
            'is_proven_wallet', i.provider = 'web3' and exists (
              select from public.wallets w
              where w.user_id = u.id and w.removed_at is null and 'web3:solana:' || w.address = i.provider_id
            )
          )
          order by i.created_at, i.id
        )
        from auth.identities i where i.user_id = u.id
      ), '[]')
    )
    from auth.users u where u.id = p_user_id
  );
end
$$;

comment on function public.describe_ways_in(uuid, uuid) is
  'The ways into an account, for its owner: its e-mail, whether it has a password, an e-mail change that still waits, how '
  'many proven wallets sign in to it by its e-mail, and what Auth calls identities. Refuses a session that was ended.';
