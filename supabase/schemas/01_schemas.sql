-- Countersign keeps everything in two schemas of its own and leaves "public" to the project:
--   countersign          what the REST API exposes: tables that people read their own rows of, and functions that the server calls
--   countersign_private  everything else. Nobody has a right on this schema; the functions of the other one use it.
--
-- Nobody writes to a table directly. Each change is one function that the server calls, in one transaction. It checks the session,
-- the owner and the state itself, and refuses with a code of lib/errors.
--
-- Locks are always taken in one order, so that no two transactions wait for each other: an address (an advisory lock), then
-- accounts by id, then everything else. Clean-up skips rows that are locked.
--
-- JSON for the site uses the names of TypeScript, camelCase keys and quoted columns; what leaves the site as it is (claims, events,
-- proofs, exports, the output of operators' commands) and JSON that a table stores keep their own names.
--
-- These files are read in the order of their numbers. Each table, function and policy is here once, as it is now;
-- CONTRIBUTING.md says how to change one. All rights are in the last file.
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
  'Refuses with a code of the catalogue, an SQLSTATE that REST turns into the status (PT409 is 409), and seconds to wait.';

-- Reading. Each table that people read has row-level security and two policies: only the own rows, and only in a live session.
create function countersign_private.has_live_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- An app's token, whatever session it names: Auth gives one to whoever the person lets in.
  perform countersign_private.refuse(401, 'auth.signed_out') where auth.jwt() ? 'client_id';
  perform countersign.require_live_session(auth.uid(), (auth.jwt() ->> 'session_id')::uuid);
  return true;
end $$;
comment on function countersign_private.has_live_session is
  'For policies, as (select …()), so that a query asks once. Refuses instead of showing no rows: those would look as if '
  'there were none.';

create function countersign_private.read_base64(p_text text) returns bytea
language plpgsql immutable set search_path = '' as $$
begin
  return decode(p_text, 'base64');
exception when invalid_parameter_value then perform countersign_private.refuse(400, 'proof.refused');
end $$;
comment on function countersign_private.read_base64 is 'The bytes of base64. Refuses anything else without repeating it.';

create function countersign_private.write_base64(p_bytes bytea) returns text
language sql immutable set search_path = '' as $$
  select translate(encode(p_bytes, 'base64'), E'\n', '') $$;
comment on function countersign_private.write_base64 is 'Base64 on one line: Postgres breaks it after 76 characters.';

create function countersign_private.read_base64url(p_text text) returns bytea
language plpgsql immutable set search_path = '' as $$
begin
  if length(p_text) <= 1400 and p_text ~ '^[A-Za-z0-9_-]+$' then
    return decode(translate(p_text, '-_', '+/') || repeat('=', (4 - length(p_text) % 4) % 4), 'base64');
  end if;
  return null;
exception when invalid_parameter_value then return null;
end $$;
comment on function countersign_private.read_base64url is 'The bytes of base64url without padding; null for anything else.';

create function countersign_private.write_base64url(p_bytes bytea) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return translate(encode(p_bytes, 'base64'), E'+/=\n', '-_');
end $$;
comment on function countersign_private.write_base64url is 'Base64url on one line and without padding, as browsers write it.';
