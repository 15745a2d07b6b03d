-- Creates rows of a given age. For tests only.
create function countersign.test_add_row(p_kind text, p_user_id uuid, p_age interval) returns void
language plpgsql security definer set search_path = '' as $$
declare
  hash text := encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex');
  item_id text := replace(gen_random_uuid()::text, '-', '') || left(hash, 11);
  made uuid := gen_random_uuid();
begin
  case p_kind
    when 'rate_limits' then
      insert into countersign_private.rate_limits (kind, key_hash, attempts, window_ends_at) values ('test', hash, 1, now() - p_age);
    when 'single_uses' then
      insert into countersign_private.single_uses (kind, key_hash, used_at) values ('mail', hash, now() - p_age);
    when 'mails' then
      insert into countersign_private.outbox (user_id, kind, created_at, due_at) values (p_user_id, 'test_notice', now() - p_age, now() - p_age);
    when 'failed_mails' then
      insert into countersign_private.outbox (user_id, kind, attempts, due_at) values (p_user_id, 'test_notice', 10, now() - p_age);
    when 'statements' then
      insert into countersign_private.challenges (
        purpose, user_id, session_id, method, chain, address, origin, nonce, message, issued_at, expires_at
      ) values (
        'prove', p_user_id, made, 'sign_message', 'solana:mainnet', repeat('z', 44), 'http://localhost:3000', hash, 'statement',
        now() - p_age - interval '5 minutes', now() - p_age
      );
    when 'sign_in_statements' then
      insert into countersign_private.challenges (
        purpose, browser_hash, method, chain, address, origin, nonce, message, issued_at, expires_at
      ) values (
        'sign-in', hash, 'sign_message', 'solana:mainnet', repeat('z', 44), 'http://localhost:3000', hash, 'statement',
        now() - p_age - interval '5 minutes', now() - p_age
      );
    when 'expected_changes' then
      insert into countersign_private.announced_changes (user_id, kind, reference, expires_at)
      values (p_user_id, 'identity', hash, now() - p_age);
    when 'app_events' then
      insert into countersign_private.oauth_events (client_id, sub, kind) values ('test', 'test', 'wallet-shared');
      update countersign_private.oauth_events set created_at = now() - p_age where id = lastval();
    when 'app_attempts' then
      insert into countersign_private.oauth_attempts (client_id, step, code, redirect_host, is_own, last_at)
      select c.client_id, 'token', 'test', md5(random()::text), true, now() - p_age from countersign_private.oauth_clients c limit 1;
    when 'app_tokens' then
      insert into countersign_private.oauth_items (id_hash, kind, payload, expires_at, kept_until)
      values (item_id, 'Interaction', '{}', now() - p_age, now() - p_age);
    when 'sessions' then
      insert into countersign.account_sessions (session_id, user_id, last_seen_at) values (made, p_user_id, now() - p_age);
  end case;
end $$;

create function countersign.test_count_rows(p_table text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare counted bigint;
begin
  execute format('select count(*) from %s', p_table::regclass) into counted;
  return counted;
end $$;

create function countersign.test_read_clean_up() returns jsonb
language sql security definer set search_path = '' as $$ select to_jsonb(c) from countersign_private.clean_up_progress c $$;

create function countersign.test_mark_session_of_passkey(p_user_id uuid, p_session_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into countersign_private.passkey_sessions (session_id, user_id, passkey_id) values (p_session_id, p_user_id, gen_random_uuid())
$$;

create function countersign.test_mark_session_of_wallet(p_user_id uuid, p_session_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into countersign_private.wallet_sessions (session_id, user_id, address) values (p_session_id, p_user_id, repeat('z', 44))
$$;

-- An authorization without items, as after a cleanup that found it in use.
create function countersign.test_add_authorization(p_grant_id uuid, p_has_token boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare own text := replace(gen_random_uuid()::text, '-', '');
begin
  insert into countersign_private.oauth_authorizations (id, grant_id, scopes) values (own, p_grant_id, '{openid}');
  if p_has_token then
    insert into countersign_private.oauth_items (id_hash, kind, authorization_id, payload, expires_at, kept_until)
    values (own || 'abcdefghijk', 'RefreshToken', own, '{}', now() + interval '1 day', now() + interval '1 day');
  end if;
end $$;

create function countersign.test_add_many_counters(p_count integer) returns void
language sql security definer set search_path = '' as $$
  insert into countersign_private.rate_limits (kind, key_hash, attempts, window_ends_at)
  select 'test', encode(sha256(convert_to('many ' || n, 'UTF8')), 'hex'), 1, now() - interval '1 second' from generate_series(1, p_count) as n
$$;

create function countersign.test_add_many_sessions(p_user_id uuid, p_count integer, p_age interval) returns void
language sql security definer set search_path = '' as $$
  insert into countersign.account_sessions (session_id, user_id, last_seen_at, ended_at, ended_because)
  select gen_random_uuid(), p_user_id, now() - p_age, now() - p_age, 'signed_out' from generate_series(1, p_count)
$$;

create function countersign.test_age_clean_up(p_age interval) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.clean_up_progress set began_at = began_at - p_age where is_only
$$;

-- Removes an app without its grants, as when the team removed an app with more grants than are ended at once.
create function countersign.test_remove_client_only(p_client_id text) returns void
language sql security definer set search_path = '' as $$ select countersign_private.remove_client(p_client_id) $$;

-- How often storing a change scans each of the two tables sequentially. Compared before and after, since these numbers include the
-- last second's queries.
create function countersign.test_count_table_reads(p_changes jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb;
  counted text := $q$ select jsonb_object_agg(s.relname, s.seq_scan) from pg_catalog.pg_stat_xact_user_tables s
    where s.relname in ('oauth_items', 'oauth_authorizations') and s.schemaname = 'countersign_private' $q$;
  after jsonb;
begin
  execute counted into before;
  perform countersign.commit_oauth_request(p_changes);
  execute counted into after;
  return (select jsonb_object_agg(t.key, t.value::integer - (before ->> t.key)::integer) from jsonb_each_text(after) t);
end $$;
