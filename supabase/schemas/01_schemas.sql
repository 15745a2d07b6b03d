-- Countersign uses two schemas and leaves "public" to the project:
--   countersign          exposed by the REST API: tables in which users read their own rows, and functions for the server
--   countersign_private  everything else. No API role has rights on this schema; functions, policies and triggers use it.
--
-- Tables are never written to directly. Each change is one function that the server calls, in one transaction. It checks the
-- session, the owner and the state itself, and refuses with a code of lib/errors.
--
-- Locks are always taken in the same order, which rules out deadlocks: the address lock (an advisory lock), then accounts by
-- id, then everything else. Cleanup skips locked rows.
--
-- JSON for the site uses the names of TypeScript, camelCase keys and quoted columns; what leaves the site as it is (claims, events,
-- proofs, exports, the output of operators' commands) and JSON that a table stores keep their own names.
--
-- These files are applied in the order of their numbers. Each table, function and policy is defined once, in its current form;
-- CONTRIBUTING.md explains how to change one. All rights are in the last file.

-- The tables and columns of Supabase Auth 2.151 that functions use. Postgres would only notice a missing one when a function first
-- runs. Newer parts, such as passkeys, are optional.
do $$
declare missing text;
begin
  select string_agg(needed.name, ', ') into missing from (
    select distinct concat_ws('.', 'auth', r.name, case when to_regclass('auth.' || r.name) is not null then c.name end) as name
    from (values
      ('users', 'id email phone encrypted_password banned_until is_sso_user created_at last_sign_in_at raw_user_meta_data '
        'raw_app_meta_data email_confirmed_at invited_at email_change phone_change confirmation_sent_at recovery_sent_at '
        'email_change_sent_at reauthentication_sent_at phone_confirmed_at email_change_token_new email_change_token_current '
        'email_change_confirm_status phone_change_token confirmation_token recovery_token reauthentication_token'),
      ('sessions', 'id user_id aal factor_id not_after created_at updated_at user_agent ip'),
      ('identities', 'id user_id provider provider_id identity_data email created_at updated_at last_sign_in_at'),
      ('mfa_factors', 'id user_id status factor_type friendly_name created_at'),
      ('mfa_amr_claims', 'session_id authentication_method'), ('flow_state', 'user_id'),
      ('one_time_tokens', 'user_id token_type token_hash relates_to created_at')
    ) r (name, names), string_to_table(r.names, ' ') c (name)
    where not exists (
      select from pg_catalog.pg_attribute a
      where a.attrelid = to_regclass('auth.' || r.name) and a.attname = c.name and not a.attisdropped
    ) order by 1
  ) needed;
  if missing is not null then
    raise exception 'Countersign needs Supabase Auth 2.151 or newer, and this project lacks %. Update Auth and start it once, '
      'so that it migrates its tables, then run this again. Nothing was created.', missing;
  end if;
end $$;

create schema countersign;
create schema countersign_private;
revoke all on schema countersign, countersign_private from public;

create function countersign_private.refuse(p_status integer, p_code text, p_wait interval default null) returns void
language plpgsql set search_path = '' as $$
begin
  if p_wait is null then
    raise exception using errcode = 'PT' || p_status, message = p_code;
  end if;
  raise exception using errcode = 'PT' || p_status, message = p_code,
    detail = greatest(1, ceil(extract(epoch from p_wait)))::text;
end $$;
comment on function countersign_private.refuse is
  'REST turns the SQLSTATE into the status: PT409 becomes 409. The detail is p_wait in seconds.';

-- Reads. Each table that users read has row-level security with two policies: only their own rows, and only in a live session.
create function countersign_private.has_live_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Auth issues tokens with a client_id to apps that the user has authorized. They read nothing, in any session.
  perform countersign_private.refuse(401, 'auth.signed_out') where auth.jwt() ? 'client_id';
  perform countersign.require_live_session(auth.uid(), (auth.jwt() ->> 'session_id')::uuid);
  return true;
end $$;
comment on function countersign_private.has_live_session is
  'For policies, as (select …()), so that it runs once per query. Refuses like require_live_session and for an app''s token: '
  'without an error, missing rows would look like an empty table.';

create function countersign_private.read_base64(p_text text) returns bytea language plpgsql immutable set search_path = '' as $$
begin
  return decode(p_text, 'base64');
exception when invalid_parameter_value then perform countersign_private.refuse(400, 'proof.refused');
end $$;

create function countersign_private.write_base64(p_bytes bytea) returns text language sql immutable set search_path = '' as $$
  select translate(encode(p_bytes, 'base64'), E'\n', '') $$;

create function countersign_private.read_base64url(p_text text) returns bytea
language plpgsql immutable set search_path = '' as $$
begin
  if length(p_text) <= 1400 and p_text ~ '^[A-Za-z0-9_-]+$' then
    return decode(translate(p_text, '-_', '+/') || repeat('=', (4 - length(p_text) % 4) % 4), 'base64');
  end if;
  return null;
exception when invalid_parameter_value then return null;
end $$;

create function countersign_private.write_base64url(p_bytes bytea) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return translate(encode(p_bytes, 'base64'), E'+/=\n', '-_');
end $$;
