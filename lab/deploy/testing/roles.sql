-- Roles and schemas of an empty Supabase project, as in supabase/postgres; the superuser is supabase_admin.
create role postgres nosuperuser createdb createrole login replication bypassrls;
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role authenticator login noinherit;
create role dashboard_user nosuperuser createdb createrole replication;
create role supabase_auth_admin noinherit login createrole;
grant anon, authenticated, service_role to authenticator, postgres;
grant pg_monitor to postgres;
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set search_path = 'auth';
alter role postgres set search_path to "$user",public,extensions;
-- As in a hosted project.
grant set on parameter session_replication_role to postgres;
