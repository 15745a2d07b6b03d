-- Indexes of Auth's own migrations that the local backend lacks, on tables that Countersign's functions read.
create index idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id);
