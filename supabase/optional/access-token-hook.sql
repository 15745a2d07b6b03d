-- An optional custom access token hook, not a migration (docs/apps.md). To install it, run this file in the SQL editor of the
-- project, then choose countersign_hooks.custom_access_token under Authentication > Hooks, or in config.toml:
--   [auth.hook.custom_access_token]
--   enabled = true
--   uri = "pg-functions://postgres/countersign_hooks/custom_access_token"
-- A project has one such hook: if yours has one, call guard_app_token and add_wallets from it. A hook that fails stops every
-- sign-in, so test it on another project first.
-- Wallets add about a kilobyte to the cookies of a user with 20 of them. An app that gets its token (with a client_id) from Auth's
-- own OAuth server can still check the signature and refresh, but Auth refuses the token at all of its endpoints
-- (session_not_found). Hooks don't change ID tokens.
-- To remove it, turn the hook off, then run:
--   drop schema countersign_hooks cascade; drop role countersign_app_token;
create schema countersign_hooks;
comment on schema countersign_hooks is 'The hook that Auth calls before it signs an access token. Not exposed over REST.';
revoke all on schema countersign_hooks from public;
grant usage on schema countersign_hooks to supabase_auth_admin;

-- Has no grants and is granted to no role, so REST can't switch to it.
do $$ begin
  create role countersign_app_token nologin noinherit;
exception when duplicate_object then null;
end $$;

create function countersign_hooks.guard_app_token(p_claims jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select case when p_claims ? 'client_id' then p_claims - 'app_metadata' - 'user_metadata' || jsonb_build_object(
    -- Auth looks up sessions by this claim, and finds none.
    'session_id', gen_random_uuid(),
    'role', 'countersign_app_token',
    'aud', coalesce(p_claims ->> 'client_id', 'nobody'),
    'email', '', 'phone', ''
  ) else p_claims end $$;
comment on function countersign_hooks.guard_app_token is
  'Makes a token of an app (with a client_id, from Auth''s own OAuth server) useless as a session of its user: Auth refuses it, the '
  'database grants its role nothing, and it has no email or phone. Leaves every other token unchanged.';

create function countersign_hooks.add_wallets(p_user_id uuid, p_claims jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_claims ? 'client_id' then return p_claims; end if;
  if countersign_private.has_second_factor(p_user_id) and p_claims ->> 'aal' is distinct from 'aal2'
    and not countersign_private.is_passkey_session(p_user_id, (p_claims ->> 'session_id')::uuid)
  then
    return p_claims || '{"wallets": []}';
  end if;
  return p_claims || jsonb_build_object('wallets', (
    select coalesce(jsonb_agg(w.address order by w.chain, w.is_primary desc, w.created_at desc), '[]')
    from (
      select * from countersign.wallets own where own.user_id = p_user_id and own.removed_at is null
      order by own.chain, own.is_primary desc, own.created_at desc limit 20
    ) w
  ));
exception when others then
  -- An error in the hook would stop every sign-in of the project.
  raise warning 'the wallets of a token could not be read: %', sqlerrm;
  return p_claims;
end $$;
comment on function countersign_hooks.add_wallets is
  'Adds the claim wallets: the addresses of at most 20 currently proven wallets, the primary first. Not for an app''s token, and '
  'empty if a second factor is missing.';

create function countersign_hooks.custom_access_token(event jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare claims jsonb := countersign_hooks.guard_app_token(event -> 'claims');
begin
  -- Remove this line for tokens without wallets.
  claims := countersign_hooks.add_wallets((event ->> 'user_id')::uuid, claims);
  return jsonb_build_object('claims', claims);
end $$;
comment on function countersign_hooks.custom_access_token is 'The hook: takes {user_id, claims} and returns {claims}.';

revoke execute on all functions in schema countersign_hooks from public;
grant execute on all functions in schema countersign_hooks to supabase_auth_admin;
