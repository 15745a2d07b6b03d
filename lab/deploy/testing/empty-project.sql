-- The contents of a Supabase project's database before Auth's tables. Run by the superuser.
create schema extensions;
create extension "uuid-ossp" with schema extensions;
create extension pgcrypto with schema extensions;
grant usage on schema public to postgres, anon, authenticated, service_role;
grant create on schema public to postgres;
grant all on schema extensions to postgres;
grant usage on schema extensions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;
