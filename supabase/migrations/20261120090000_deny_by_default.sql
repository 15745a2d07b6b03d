-- A Supabase project grants every new table, sequence and function in "public" to anyone who holds the
-- publishable key, and Postgres lets everybody execute every new function. A forgotten revoke would then be a
-- hole that nothing shows. From here on nothing is granted to people unless a migration grants it by name.
-- The server's own role, service_role, keeps what it is given by default.

alter default privileges for role postgres in schema public revoke all on tables from anon, authenticated;
alter default privileges for role postgres in schema public revoke all on sequences from anon, authenticated;
alter default privileges for role postgres in schema public revoke all on functions from anon, authenticated;

-- The right of "public" to execute functions is built in. It can be taken away only for all schemas at once.
alter default privileges for role postgres revoke execute on functions from public;
