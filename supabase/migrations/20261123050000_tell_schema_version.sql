-- What a server asks whether the database has all that it calls, before it lets anybody in. The newest migration always says this
-- anew, with its own version.
create function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261123050000' $$;
comment on function countersign.schema_version is 'The version of the newest migration that this database has. Reads nothing.';
revoke execute on function countersign.schema_version from public;
grant execute on function countersign.schema_version to service_role;
