-- A site after a year: for each user two proven wallets and the usual rows around them. :people is the number of users.
set session_replication_role = replica;
set synchronous_commit = off;
-- Users by number: their ids look random but follow from the number. The addresses of the two wallets
-- are valid base58: hexadecimal without 0.
create or replace view bench.people as
select n, md5('person ' || n)::uuid as id, md5('session ' || n)::uuid as session_id, md5('wallet ' || n)::uuid as wallet_id,
  md5('proof ' || n)::uuid as proof_id, md5('second wallet ' || n)::uuid as second_wallet_id,
  md5('second proof ' || n)::uuid as second_proof_id, md5('grant ' || n)::uuid as grant_id,
  upper(left(lpad(to_hex(n), 8, '0'), 4)) || '-' || upper(right(lpad(to_hex(n), 8, '0'), 4)) as code,
  translate(md5(n::text) || md5('and ' || n), '0', 'z') as address
from generate_series(1, :people) as n;

insert into auth.users (
  id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at,
  updated_at, last_sign_in_at
)
select id, 'authenticated', 'authenticated', 'person' || n || '@example.com',
  case when n % 2 = 0 then '$2a$10$' || left(address, 53) end, now() - interval '300 days',
  '{"provider": "email", "providers": ["email"]}', '{"email_verified": true}', now() - interval '300 days',
  now() - interval '3 days', now() - interval '3 days'
from bench.people;
insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at, last_sign_in_at)
select id::text, id, jsonb_build_object('sub', id, 'email', 'person' || n || '@example.com', 'email_verified', true), 'email',
  now() - interval '300 days', now(), now() from bench.people
union all
select 'web3:solana:' || left(address, 44), id, '{}'::jsonb, 'web3', now() - interval '300 days', now(), now()
from bench.people where n % 4 = 0;
insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
select session_id, id, now() - interval '20 days', now() - interval '1 day', 'aal1'::auth.aal_level,
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', '192.0.2.1'::inet from bench.people
union all
select gen_random_uuid(), id, now() - interval '20 days', now() - interval '1 day', 'aal1'::auth.aal_level,
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', '192.0.2.1'::inet from bench.people where n % 2 = 0;
insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, session_id)
select left(md5(s.id::text), 12), s.user_id::text, false, now(), now(), s.id from auth.sessions s;
insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
select gen_random_uuid(), s.id, now(), now(), 'password' from auth.sessions s;
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
select gen_random_uuid(), id, 'Authenticator', 'totp', 'verified', now(), now(), md5(id::text) from bench.people where n % 12 = 0;
insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
select id, decode(md5(n::text), 'hex'), decode(md5(n::text) || md5(n::text) || md5(n::text), 'hex'), 'Laptop'
from bench.people where n % 5 = 0;
insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
select gen_random_uuid(), id, 'recovery_token', md5(id::text), 'person' || n || '@example.com' from bench.people where n % 50 = 0;
insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
select id, 'authentication', '{"challenge": "made up"}', now() from bench.people where n % 100 = 0;
insert into auth.flow_state (id, provider_type, authentication_method, created_at, updated_at)
select gen_random_uuid(), 'github', 'oauth', now(), now() from bench.people where n % 100 = 0;

insert into accounts (user_id, code, display_name, created_at, signed_in_without_wallet_at)
select id, code, case when n % 3 = 0 then 'Person ' || n end, now() - interval '300 days', now() - interval '300 days'
from bench.people;
insert into account_sessions (session_id, user_id, method, device, first_seen_at, last_seen_at)
select s.id, s.user_id, 'password', 'Firefox on Linux', s.created_at, now() - interval '1 day' from auth.sessions s;
-- Sessions that ended in the last quarter.
insert into account_sessions (session_id, user_id, method, device, first_seen_at, last_seen_at, ended_at, ended_because)
select gen_random_uuid(), id, 'password', 'Firefox on Linux', now() - interval '50 days', now() - interval '30 days',
  now() - interval '30 days', 'signed_out' from bench.people;
-- Sessions of users who never returned.
insert into account_sessions (session_id, user_id, method, device, first_seen_at, last_seen_at)
select gen_random_uuid(), id, 'password', 'Firefox on Linux', now() - interval '150 days', now() - interval '100 days'
from bench.people where n % 50 = 0;
insert into wallet_sessions (session_id, user_id, address) select session_id, id, left(address, 44) from bench.people where n % 4 = 0;
insert into passkey_sessions (session_id, user_id, passkey_id)
select p.session_id, p.id, c.id from bench.people p join auth.webauthn_credentials c on c.user_id = p.id where p.n % 10 = 0;
insert into sign_in_methods (user_id, kind, reference, name, is_confirmed)
select id, 'email', 'person' || n || '@example.com', 'email', true from bench.people
union all
select id, 'password', ':' || encode(sha256(convert_to('$2a$10$' || left(address, 53), 'UTF8')), 'hex'), 'password', true
from bench.people where n % 2 = 0
union all
select i.user_id, 'identity', i.id::text, 'web3', true from auth.identities i where i.provider = 'web3'
union all
select c.user_id, 'passkey', c.id::text, 'passkey', true from auth.webauthn_credentials c
union all
select f.user_id, 'authenticator', f.id::text, 'authenticator', true from auth.mfa_factors f;
insert into recovery_codes (user_id, code_hash)
select id, encode(sha256(convert_to(id::text || place, 'UTF8')), 'hex') from bench.people, generate_series(1, 10) as place where n % 12 = 0;
insert into announced_changes (user_id, kind, reference, expires_at)
select id, 'password', '', now() - interval '1 day' from bench.people where n % 100 = 0;
insert into email_changes (user_id, asked_at, asks_old)
select id, now() - interval '90 days', true from bench.people where n % 10 = 0;
insert into unverified_passwords (user_id) select id from bench.people where n % 50 = 0;
insert into passkey_offers (user_id, shown_at) select id, now() - interval '60 days' from bench.people where n % 3 = 0;

insert into wallets (id, user_id, chain, address, label, is_primary, proof_id, proven_at, created_at, wallet_name)
select wallet_id, id, 'solana:mainnet', left(address, 44), case when n % 5 = 0 then 'Savings' end, true, proof_id,
  now() - interval '200 days', now() - interval '200 days', 'Phantom' from bench.people
union all
select second_wallet_id, id, 'solana:mainnet', right(address, 44), null, false, second_proof_id, now() - interval '100 days',
  now() - interval '100 days', 'Solflare' from bench.people;
insert into proofs (
  id, wallet_id, user_id, challenge_id, account_code, method, chain, address, origin, message, signed_bytes, signature,
  proven_at, outcome, evidence_at, is_public
)
select proof.id, proof.wallet_id, p.id, gen_random_uuid(), p.code, 'sign_message', 'solana:mainnet', proof.address,
  'https://countersign.example', made.message, made.message, decode(md5(proof.address) || md5(p.code) || md5(proof.address) || md5(p.code), 'hex'),
  now() - interval '100 days', 'proven', now() - interval '100 days', p.n % 20 = 0
from bench.people p
cross join lateral (
  values (p.proof_id, p.wallet_id, left(p.address, 44)), (p.second_proof_id, p.second_wallet_id, right(p.address, 44))
) as proof (id, wallet_id, address)
-- The length of a statement.
cross join lateral (select convert_to(repeat(proof.address || md5(p.code || proof.address), 5), 'UTF8') as message) made;
insert into deleted_public_proofs (id) select gen_random_uuid() from bench.people where n % 50 = 0;
insert into activity_events (user_id, kind, details, device, session_id, created_at)
select p.id, event.kind, case when event.kind like 'wallet%' then jsonb_build_object('address', left(p.address, 44)) else '{"method": "password"}' end,
  'Firefox on Linux', p.session_id, now() - event.place * interval '25 days'
from (values
  (12, 'signed_in'), (11, 'wallet_proven'), (10, 'wallet_published'), (9, 'signed_in'), (8, 'signed_in_elsewhere'), (7, 'wallet_proven'),
  (6, 'signed_in'), (5, 'signed_in'), (4, 'wallet_label_changed'), (3, 'sign_in_refused'), (2, 'signed_in'), (1, 'signed_in')
) as event (place, kind), bench.people p;
-- Notices of one day: without a mail server, none are sent.
insert into outbox (user_id, kind, details, created_at, due_at)
select id, 'signed_in_elsewhere', '{"method": "password", "device": "Firefox on Linux"}', now() - interval '20 hours', now() - interval '20 hours'
from bench.people where n % 100 = 0;
insert into challenges (user_id, session_id, purpose, method, chain, address, origin, nonce, message, issued_at, expires_at)
select id, session_id, 'prove', 'sign_message', 'solana:mainnet', left(address, 44), 'https://countersign.example',
  replace(gen_random_uuid()::text, '-', ''), convert_to(repeat(address, 6), 'UTF8'), now() - interval '9 days', now() - interval '9 days' + interval '5 minutes'
from bench.people where n % 4 = 0;
insert into challenges (browser_hash, purpose, method, chain, address, origin, nonce, message, issued_at, expires_at)
select encode(sha256(convert_to(id::text, 'UTF8')), 'hex'), 'sign-in', 'sign_message', 'solana:mainnet', left(address, 44), 'https://countersign.example',
  replace(gen_random_uuid()::text, '-', ''), convert_to(repeat(address, 6), 'UTF8'), now(), now() + interval '5 minutes'
from bench.people where n % 100 = 1;
insert into rate_limits (kind, key_hash, attempts, window_ends_at)
select 'sign_in', encode(sha256(convert_to(id::text, 'UTF8')), 'hex'), 1, now() + interval '1 hour' * (n % 24 - 6) from bench.people where n % 10 = 0;
insert into single_uses (kind, key_hash, used_at)
select 'mail', encode(sha256(convert_to(id::text, 'UTF8')), 'hex'), now() - interval '20 seconds' from bench.people where n % 100 = 0;

insert into oauth_clients (client_id, name, redirect_uris, sector, is_confidential, secret_hash, is_reviewed)
select 'app_' || lpad(n::text, 24, '0'), 'App ' || n, array[format('https://app-%s.example/callback', n)],
  format('app-%s.example', n), true, repeat('A', 43), true
from generate_series(0, 200) as n;
insert into oauth_subjects (user_id, sector) select id, format('app-%s.example', 1 + n % 200) from bench.people where n % 2 = 0;
insert into oauth_grants (id, user_id, client_id, scopes, created_at, agreed_at)
select grant_id, id, 'app_' || lpad((1 + n % 200)::text, 24, '0'), '{openid,email,wallets,offline_access}', now() - interval '60 days', now() - interval '60 days'
from bench.people where n % 2 = 0;
insert into oauth_granted_wallets (grant_id, wallet_id) select grant_id, wallet_id from bench.people where n % 2 = 0;
insert into oauth_authorizations (id, grant_id, scopes, created_at)
select grant_id::text, grant_id, '{openid,email,wallets,offline_access}', now() - interval '60 days' from bench.people where n % 2 = 0;
insert into oauth_items (id_hash, kind, authorization_id, payload, expires_at, kept_until)
select kind.short || p.grant_id, kind.name, p.grant_id::text, jsonb_build_object(
    'grantId', p.grant_id, 'accountId', p.id, 'clientId', 'app_' || lpad((1 + p.n % 200)::text, 24, '0'),
    'scope', 'openid email wallets offline_access', 'kind', kind.name, 'authTime', 1795165260, 'acr', 'urn:countersign:1fa',
    'gty', 'authorization_code'
  ), now() + interval '20 days', now() + interval '20 days'
from bench.people p, (values ('access_', 'AccessToken'), ('refresh', 'RefreshToken')) as kind (short, name) where p.n % 2 = 0;
insert into oauth_events (client_id, sub, kind, details)
select 'app_' || lpad((1 + n % 200)::text, 24, '0'), 'made up ' || n, 'wallet-shared', '{"chain": "solana:mainnet", "address": "made up"}'
from bench.people where n % 20 = 0;
