-- Everything of Countersign is in two schemas of its own, so that a project keeps "public" as it is:
--   countersign          what the REST API shows: tables that people read of themselves, functions that the server calls
--   countersign_private  all else. Nobody has a right on the schema; the functions of the other one work with it.
-- People write nothing: every change is a function that the server calls, and one transaction. It refuses with a code of
-- lib/errors.ts. Nobody waits for another in a circle, because all lock in one order: an address, accounts by id, the rest.
-- Rights are given in the last of these files alone, by name.
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
