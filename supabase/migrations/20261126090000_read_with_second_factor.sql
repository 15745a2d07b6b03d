-- Where an account has a second factor, a session that never gave it reads nothing either: a token of the first level,
-- which Auth hands out for the password alone, could be taken straight to the REST API.

create function private.is_second_factor_given()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if auth.jwt() ->> 'aal' is distinct from 'aal2' and private.has_second_factor(auth.uid()) then
    raise exception using errcode = 'PT403', message = 'auth.second_factor_required';
  end if;
  return true;
end
$$;

comment on function private.is_second_factor_given() is
  'For policies, as (select private.is_second_factor_given()), so that a query asks once, at its first row. Refuses with '
  'auth.second_factor_required when the token is of the first level and its account has a second factor: rows that are '
  'merely missing would look as if there were none. Policies call it as whoever reads; nobody can reach it otherwise, '
  'having no right on its schema.';

revoke execute on function private.is_second_factor_given() from public, anon, authenticated, service_role;
grant execute on function private.is_second_factor_given() to authenticated;

create policy "people read with their second factor" on public.accounts
  as restrictive for select to authenticated using ((select private.is_second_factor_given()));
create policy "people read with their second factor" on public.wallets
  as restrictive for select to authenticated using ((select private.is_second_factor_given()));
create policy "people read with their second factor" on public.proofs
  as restrictive for select to authenticated using ((select private.is_second_factor_given()));
create policy "people read with their second factor" on public.activity_events
  as restrictive for select to authenticated using ((select private.is_second_factor_given()));
create policy "people read with their second factor" on public.account_sessions
  as restrictive for select to authenticated using ((select private.is_second_factor_given()));

drop function public.list_sessions(uuid);

create function public.list_sessions(p_user_id uuid, p_session_id uuid)
returns table (
  session_id uuid, method text, device text, first_seen_at timestamptz, last_seen_at timestamptz, is_waiting boolean
)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.refuse_weak_session(p_user_id, p_session_id);
  return query
  select s.id, a.method, a.device, s.created_at,
    greatest(a.last_seen_at, s.updated_at, s.created_at),
    s.aal::text = 'aal1' and exists (
      select from auth.mfa_factors f where f.user_id = p_user_id and f.factor_type::text = 'totp' and f.status::text = 'verified'
    )
  from auth.sessions s
  left join public.account_sessions a on a.session_id = s.id
  where s.user_id = p_user_id
    and (s.not_after is null or s.not_after > now())
    and a.ended_at is null
  order by 5 desc, s.id
  limit 100;
end
$$;

comment on function public.list_sessions(uuid, uuid) is
  'The newest 100 sessions of the account that live, for one of them, also those that began at Auth without our server: '
  'they have no device. is_waiting: the account has an authenticator, and this session has not been proven by it. '
  'Refuses as private.refuse_weak_session does.';

revoke execute on function public.list_sessions(uuid, uuid) from public, anon, authenticated;
grant execute on function public.list_sessions(uuid, uuid) to service_role;

create or replace function public.describe_ways_in(p_user_id uuid, p_session_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.refuse_weak_session(p_user_id, p_session_id);
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
  'many proven wallets sign in to it by its e-mail, and what Auth calls identities. Refuses as '
  'private.refuse_weak_session does.';
