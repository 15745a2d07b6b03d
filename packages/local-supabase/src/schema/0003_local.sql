-- Tables of the local backend: the keys that sign access tokens, and received emails.
create table local_supabase.signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now()
);

create table local_supabase.mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text,
  code text,
  link text,
  sent_at timestamptz not null default now()
);

grant usage on schema local_supabase to supabase_auth_admin;
grant select, insert, delete on local_supabase.mails to supabase_auth_admin;
