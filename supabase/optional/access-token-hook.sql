-- An optional custom access token hook, and no migration (docs/apps.md). To install it, run this file in the SQL editor of the
-- project, then choose countersign_hooks.custom_access_token under Authentication > Hooks, or in config.toml:
--   [auth.hook.custom_access_token]
--   enabled = true
--   uri = "pg-functions://postgres/countersign_hooks/custom_access_token"
-- A project has one such hook: if yours has one, call guard_app_token and add_wallets from it. A hook that fails stops every
-- sign-in, so test it on another project first.
-- Wallets add about a kilobyte to the cookies of a person with 20 of them. For a token with a client_id, by way of Auth's own OAuth
-- server, the app can still check the signature and refresh, but Auth refuses the token at every address of its own
-- (session_not_found). No hook changes the ID token.
-- To remove it, turn the hook off, then run:
--   drop schema countersign_hooks cascade; drop role countersign_app_token;
create schema countersign_hooks;
comment on schema countersign_hooks is 'What Auth asks before it signs an access token. Nothing of it is shown over REST.';
revoke all on schema countersign_hooks from public;
grant usage on schema countersign_hooks to supabase_auth_admin;

-- Granted nothing, and to nobody: REST can't even take it on.
do $$ begin
  create role countersign_app_token nologin noinherit;
exception when duplicate_object then null;
end $$;

create function countersign_hooks.guard_app_token(p_claims jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select case when p_claims ? 'client_id' then p_claims - 'app_metadata' - 'user_metadata' || jsonb_build_object(
    -- Auth looks sessions up by this one, and finds none.
    'session_id', gen_random_uuid(),
    'role', 'countersign_app_token',
    'aud', coalesce(p_claims ->> 'client_id', 'nobody'),
    'email', '', 'phone', ''
  ) else p_claims end $$;
comment on function countersign_hooks.guard_app_token is
  'Takes from the token of an app, by way of Auth''s own OAuth server, what makes it a session of its person: Auth refuses it '
  'everywhere, the database grants it nothing, and it names nobody. Every other token stays as it is.';

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
  -- A hook that fails stops every sign-in of the project.
  raise warning 'the wallets of a token could not be read: %', sqlerrm;
  return p_claims;
end $$;
comment on function countersign_hooks.add_wallets is
  'Adds the claim wallets: the addresses of at most 20 proven wallets, the primary first, as they are at this moment. Never for an '
  'app''s token, and none where a second factor is owed.';

create function countersign_hooks.custom_access_token(event jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare claims jsonb := countersign_hooks.guard_app_token(event -> 'claims');
begin
  -- Leave this line out for tokens without wallets.
  claims := countersign_hooks.add_wallets((event ->> 'user_id')::uuid, claims);
  return jsonb_build_object('claims', claims);
end $$;
comment on function countersign_hooks.custom_access_token is 'The hook itself: {user_id, claims} in, {claims} out.';

revoke execute on all functions in schema countersign_hooks from public;
grant execute on all functions in schema countersign_hooks to supabase_auth_admin;
