-- All rights. Everything not granted here is denied. Postgres lets every role execute new functions, so those rights are
-- revoked first; a migration that adds a function revokes them by name. A test checks the catalog.
revoke all on all tables in schema countersign, countersign_private from public, anon, authenticated, service_role;
revoke all on all sequences in schema countersign, countersign_private from public, anon, authenticated, service_role;
revoke all on all functions in schema countersign, countersign_private from public, anon, authenticated, service_role;

grant usage on schema countersign to authenticated, service_role;

-- Users read their own rows, through the policies on these tables. Of proofs, the signed bytes are excluded; exports include them.
grant select on
  countersign.accounts, countersign.account_sessions, countersign.activity_events, countersign.wallets,
  countersign.live_wallets
to authenticated;
grant select (
  id, wallet_id, user_id, account_code, display_name, method, chain, address, origin, proven_at, ended_at, ended_because,
  is_public, outcome, names_account, evidence_at
) on countersign.proofs to authenticated;
-- Called by those policies, and by policies that other apps write.
grant execute on function countersign_private.has_live_session, countersign.my_wallets to authenticated;

-- Only the server calls functions, including functions that only read. It has no rights on tables, so a leaked secret key or a bug
-- in the server can't bypass the functions' checks.
grant execute on function
  countersign.add_oauth_client, countersign.add_oauth_key, countersign.agree_to_email_change, countersign.ask_for_code,
  countersign.begin_authenticator_recovery, countersign.begin_lost_authenticator_removal, countersign.begin_mail,
  countersign.begin_oauth_request, countersign.begin_passkey_removal, countersign.begin_sign_in_method_change,
  countersign.block_email_change, countersign.can_read_passkeys, countersign.change_own_oauth_client,
  countersign.change_public_page, countersign.claim_outbox, countersign.claim_passkey_offer, countersign.claim_pending_deletions,
  countersign.claim_wallet_account, countersign.clean_up, countersign.clear_email_change,
  countersign.close_account_by_operator, countersign.commit_oauth_request, countersign.consume_challenge,
  countersign.consume_factor_code, countersign.consume_mail_token, countersign.consume_rate_limit,
  countersign.consume_recovery_code, countersign.consume_sign_in_challenge, countersign.count_for_operators,
  countersign.decline_passkey_offer, countersign.delete_account, countersign.deny_oauth_interaction,
  countersign.describe_account,
  countersign.describe_oauth_request, countersign.describe_public_page, countersign.describe_recovery, countersign.describe_recovery_codes,
  countersign.describe_schema, countersign.describe_security, countersign.describe_sign_in_methods,
  countersign.disable_oauth_client, countersign.discard_challenges, countersign.end_mail, countersign.end_oauth_grant,
  countersign.end_other_sessions, countersign.end_session, countersign.end_sessions_by_operator,
  countersign.end_sessions_of_old_email, countersign.end_sessions_of_passkey, countersign.end_sessions_of_sign_in_method,
  countersign.ensure_account, countersign.exempt_oauth_client_from_pkce, countersign.export_activity,
  countersign.export_proofs, countersign.export_wallets, countersign.find_abandoned_sign_ups, countersign.find_account_for_operator,
  countersign.find_account_of_mail_link, countersign.find_authenticator_recovery, countersign.find_email_change_of_link, countersign.find_providers_of_email,
  countersign.find_wallet_account, countersign.finish_deletion, countersign.finish_oauth_consent,
  countersign.finish_oauth_login, countersign.finish_outbox_mail, countersign.finish_sign_in_method_change,
  countersign.give_oauth_grant, countersign.has_asked_for_code, countersign.is_credential_known,
  countersign.is_wallet_session, countersign.issue_challenge, countersign.issue_sign_in_challenge,
  countersign.keep_recovery_codes, countersign.keep_sign_in_method, countersign.label_wallet,
  countersign.list_activity, countersign.list_known_authenticators, countersign.list_oauth_clients, countersign.list_oauth_grants,
  countersign.list_oauth_keys, countersign.list_own_oauth_attempts, countersign.list_own_oauth_clients, countersign.list_passkeys, countersign.list_sessions,
  countersign.list_step_up_methods, countersign.list_wallet, countersign.list_wallets, countersign.list_wallets_of_subject,
  countersign.make_wallet_primary, countersign.mark_passkey_session, countersign.mark_wallet_session,
  countersign.offer_account_deletion, countersign.poll_oauth_events, countersign.publish_wallet,
  countersign.read_access_token, countersign.read_oauth_client,
  countersign.read_oauth_client_logo, countersign.read_oauth_interaction, countersign.read_public_page,
  countersign.read_public_proof, countersign.record_event, countersign.record_oauth_attempt, countersign.record_proof, countersign.record_refused_sign_in, countersign.record_session,
  countersign.record_sign_in, countersign.record_step_up, countersign.record_step_up_by_passkey,
  countersign.record_step_up_by_wallet, countersign.record_token_reuse, countersign.record_wallet_sign_in,
  countersign.register_own_oauth_client, countersign.release_mail_token, countersign.remove_oauth_client,
  countersign.remove_own_oauth_client, countersign.remove_second_factor_by_operator, countersign.remove_wallet,
  countersign.rename_passkey, countersign.replace_recovery_codes, countersign.require_live_session,
  countersign.require_recent_auth, countersign.reseal_oauth_key, countersign.reset_rate_limit,
  countersign.resolve_first_password, countersign.rotate_oauth_client_secret, countersign.rotate_own_oauth_client_secret,
  countersign.schema_version, countersign.set_display_name, countersign.set_wallet_appearance, countersign.share_wallets,
  countersign.start_email_change, countersign.start_export, countersign.touch_session, countersign.unshare_wallet,
  countersign.void_recovery_codes, countersign.withdraw_passkey_change
to service_role;
