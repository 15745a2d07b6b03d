-- The roles of a Supabase project. PGlite starts with a superuser called postgres. On a hosted project, postgres isn't a
-- superuser, so the superuser takes its hosted name and postgres is created again.
create role renaming superuser login;
set session authorization renaming;
alter role postgres rename to supabase_admin;
set session authorization supabase_admin;
drop role renaming;

create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
create role supabase_auth_admin login noinherit createrole;
create role postgres login createdb createrole replication bypassrls;

grant anon, authenticated, service_role to authenticator, postgres;

create schema extensions;
grant usage on schema extensions to postgres, anon, authenticated, service_role;

grant usage on schema public to postgres, anon, authenticated, service_role, supabase_auth_admin;
grant create on schema public to postgres;
grant create on database postgres to postgres;

-- A hosted project's default privileges for new objects in "public".
alter default privileges for role postgres in schema public
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to postgres, anon, authenticated, service_role;
