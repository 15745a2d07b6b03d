-- Whoever has a text that a wallet signed anywhere can have Auth make an account for that wallet, or sign in to it there,
-- and put an e-mail, a password or an authenticator of their own on it. Signing in with the wallet here would then share
-- an account with a stranger. So before it does, what the wallet did not vouch for goes; and an account that somebody
-- entered here without the wallet loses the wallet instead.

alter table public.accounts add column entered_without_wallet_at timestamptz;

comment on column public.accounts.entered_without_wallet_at is
  'When a session of this account that no wallet opened was first recorded here; null for one that only wallets, or '
  'nobody, signed in to.';

update public.accounts a set entered_without_wallet_at = a.created_at where a.entered_without_wallet_at is null;

create or replace function public.record_session(p_user_id uuid, p_session_id uuid, p_method text, p_device text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.ensure_account(p_user_id);
  -- Held: private.settle_wallet_account must not believe that nobody has entered while somebody does.
  perform from public.accounts a where a.user_id = p_user_id for update;
  if not private.is_session_at_auth(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  insert into public.account_sessions as a (session_id, user_id, method, device)
  values (p_session_id, p_user_id, p_method, left(p_device, 200))
  on conflict (session_id) do nothing;
  if not private.is_session_live(p_user_id, p_session_id) then
    raise exception using errcode = 'PT401', message = 'auth.signed_out';
  end if;
  update public.accounts a set entered_without_wallet_at = now()
  where a.user_id = p_user_id and a.entered_without_wallet_at is null and p_method is distinct from 'wallet';
  -- A row says that its session is over for as long as Auth might not know.
  delete from public.account_sessions a
  where a.user_id = p_user_id and a.last_seen_at < now() - interval '90 days'
    and not exists (select from auth.sessions s where s.id = a.session_id);
exception
  when check_violation then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

create function private.clear_all_but_wallet(p_user_id uuid, p_identity text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  table_name text;
begin
  -- Those that a wallet opened here are the only ones that are recorded.
  delete from auth.sessions s where s.user_id = p_user_id and not private.is_session_live(p_user_id, s.id);
  delete from auth.mfa_factors f where f.user_id = p_user_id;
  delete from auth.one_time_tokens t where t.user_id = p_user_id;
  delete from auth.identities i
  where i.user_id = p_user_id and not (i.provider = 'web3' and i.provider_id = p_identity);
  -- Begun and not yet traded in for a session, or for one more identity.
  delete from auth.flow_state f
  where f.user_id = p_user_id or to_jsonb(f) ->> 'linking_target_id' = p_user_id::text;
  -- Not every project's Auth has them.
  foreach table_name in array array[
    'webauthn_credentials', 'webauthn_challenges', 'oauth_authorizations', 'oauth_consents'
  ] loop
    if to_regclass('auth.' || table_name) is not null then
      execute format('delete from auth.%I where user_id = $1', table_name) using p_user_id;
    end if;
  end loop;
  update auth.users u set
    email = null, email_confirmed_at = null, encrypted_password = '',
    phone = null, phone_confirmed_at = null,
    email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
    phone_change = '', phone_change_token = '',
    confirmation_token = '', recovery_token = '', reauthentication_token = '',
    raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || '{"provider": "web3", "providers": ["web3"]}'
  where u.id = p_user_id;
end
$$;

comment on function private.clear_all_but_wallet(uuid, text) is
  'Takes from an account at Auth every session that is none of this site, and every way in and second factor but one '
  'wallet''s identity.';

create function private.holds_only_wallet(p_user_id uuid, p_identity text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select not exists (
    select from auth.users u
    where u.id = p_user_id and (
      coalesce(u.email, '') <> '' or coalesce(u.phone, '') <> '' or coalesce(u.encrypted_password, '') <> ''
      or coalesce(u.email_change, '') <> '' or coalesce(u.phone_change, '') <> ''
    )
  )
  and not exists (
    select from auth.sessions s where s.user_id = p_user_id and not private.is_session_live(p_user_id, s.id)
  )
  and not exists (select from auth.mfa_factors f where f.user_id = p_user_id)
  and not exists (select from auth.one_time_tokens t where t.user_id = p_user_id)
  and not exists (
    select from auth.identities i
    where i.user_id = p_user_id and not (i.provider = 'web3' and i.provider_id = p_identity)
  )
$$;

comment on function private.holds_only_wallet(uuid, text) is
  'Whether an account at Auth has no way in, second factor or session beside this wallet''s.';

create function private.forget_wallet_identity(p_user_id uuid, p_address text)
returns void
language sql
set search_path = ''
as $$
  delete from auth.identities i
  where i.user_id = p_user_id and i.provider = 'web3' and i.provider_id = 'web3:solana:' || p_address;
  -- Auth keeps this list in step by itself, and puts it into tokens.
  update auth.users u set raw_app_meta_data = u.raw_app_meta_data || jsonb_build_object('providers', (
    select coalesce(jsonb_agg(distinct i.provider), '[]') from auth.identities i where i.user_id = p_user_id
  ))
  where u.id = p_user_id
$$;

comment on function private.forget_wallet_identity(uuid, text) is
  'Takes a wallet from an account at Auth, so that it signs in to it no more.';

create or replace function private.end_wallet_way_in()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if not exists (
    select from auth.identities i
    where i.user_id = old.user_id and i.provider = 'web3' and i.provider_id = 'web3:solana:' || old.address
  ) or exists (
    select from public.wallets w
    where w.user_id = old.user_id and w.address = old.address and w.id <> old.id and w.removed_at is null
  ) then
    return new;
  end if;
  if not private.has_other_way_in(old.user_id, old.address) then
    raise exception using errcode = 'PT409', message = 'wallet.last_way_in';
  end if;
  begin
    perform private.forget_wallet_identity(old.user_id, old.address);
  exception
    -- Not every project may. Then the server still refuses a wallet that was removed.
    when insufficient_privilege then null;
  end;
  return new;
end
$$;

create function public.settle_wallet_account(p_user_id uuid, p_address text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  wallet_identity text := 'web3:solana:' || p_address;
  account public.accounts;
begin
  perform private.ensure_account(p_user_id);
  select * into account from public.accounts a where a.user_id = p_user_id for update;
  -- Another tab was faster, and has settled it.
  if exists (
    select from public.wallets w where w.user_id = p_user_id and w.address = p_address and w.removed_at is null
  ) then
    return 'claimed';
  end if;
  if not exists (
    select from auth.identities i
    where i.user_id = p_user_id and i.provider = 'web3' and i.provider_id = wallet_identity
  ) or exists (
    select from public.wallets w where w.address = p_address and (w.removed_at is null or w.user_id = p_user_id)
  ) then
    raise exception using errcode = 'PT409', message = 'proof.challenge_gone';
  end if;
  begin
    if account.entered_without_wallet_at is null
      and not exists (select from public.wallets w where w.user_id = p_user_id)
    then
      -- A change of Auth's that is just being made is waited for, and goes too.
      perform from auth.users u where u.id = p_user_id for update;
      if not private.holds_only_wallet(p_user_id, wallet_identity) then
        perform private.clear_all_but_wallet(p_user_id, wallet_identity);
      end if;
      return 'claimed';
    end if;
    if private.has_other_way_in(p_user_id, p_address) then
      perform private.forget_wallet_identity(p_user_id, p_address);
      return 'released';
    end if;
  exception
    -- Not every project may. Then the wallet opens nothing here before it is proven.
    when insufficient_privilege then null;
  end;
  raise exception using errcode = 'PT409', message = 'wallet.opens_other_account';
end
$$;

comment on function public.settle_wallet_account(uuid, text) is
  'For a wallet that has just signed, that is proven nowhere and that Auth would sign in to this account. "claimed": nobody '
  'entered the account here but by a wallet, so it is the wallet''s, and holds nothing beside it any more. "released": '
  'somebody did, so the account stays theirs, and Auth knows the wallet no more. Refuses with proof.challenge_gone when '
  'the wallet was proven or left meanwhile, and with wallet.opens_other_account where neither can be done.';

revoke execute on function
  private.clear_all_but_wallet(uuid, text),
  private.holds_only_wallet(uuid, text),
  private.forget_wallet_identity(uuid, text)
from public, anon, authenticated, service_role;
revoke execute on function public.settle_wallet_account(uuid, text) from public, anon, authenticated;
grant execute on function public.settle_wallet_account(uuid, text) to service_role;
