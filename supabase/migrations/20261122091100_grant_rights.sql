-- Who may do what, all of it. Nothing is given but what is named here. Postgres lets everybody execute every new function,
-- and has no default for one schema that says otherwise: a later migration that makes a function revokes it from public by
-- name, and gives a new table its row-level security and policies. A test walks the catalogue.
revoke all on all tables in schema countersign, countersign_private from public, anon, authenticated, service_role;
revoke all on all sequences in schema countersign, countersign_private from public, anon, authenticated, service_role;
revoke all on all functions in schema countersign, countersign_private from public, anon, authenticated, service_role;

do $$
declare own record;
begin
  for own in select c.oid::regclass as name, c.relnamespace = 'countersign'::regnamespace as is_shown from pg_catalog.pg_class c
    where c.relnamespace in ('countersign'::regnamespace, 'countersign_private'::regnamespace) and c.relkind = 'r'
  loop
    execute format('alter table %s enable row level security', own.name);
    continue when not own.is_shown;
    execute format('create policy "people read their own rows" on %s
      for select to authenticated using ((select auth.uid()) = user_id)', own.name);
    execute format('create policy "people read in a live session" on %s
      as restrictive for select to authenticated using ((select countersign_private.has_live_session()))', own.name);
  end loop;
end $$;

grant usage on schema countersign to authenticated, service_role;

-- People read what is theirs, by those policies. Of a proof not what was signed: an export holds that.
grant select on
  countersign.accounts, countersign.account_sessions, countersign.activity_events, countersign.wallets,
  countersign.live_wallets
to authenticated;
grant select (
  id, wallet_id, user_id, account_code, method, chain, address, origin, proven_at, ended_at, ended_because, is_public,
  outcome, names_account, evidence_at
) on countersign.proofs to authenticated;
-- What those policies call.
grant execute on function countersign_private.has_live_session to authenticated;

-- Only the server calls functions, also those that read. It has no right on any table: a leaked secret key or a mistake
-- in the server still goes through their checks.
grant execute on function
  countersign.ensure_account, countersign.set_display_name, countersign.record_session, countersign.touch_session,
  countersign.require_live_session, countersign.end_session, countersign.end_other_sessions, countersign.list_sessions,
  countersign.consume_rate_limit, countersign.reset_rate_limit, countersign.last_mail_of_account,
  countersign.count_sent_mail, countersign.record_event, countersign.record_refused_sign_in,
  countersign.has_signed_in_before, countersign.claim_outbox, countersign.finish_outbox_mail, countersign.label_wallet,
  countersign.make_wallet_primary, countersign.remove_wallet, countersign.publish_wallet, countersign.read_public_proof,
  countersign.issue_challenge, countersign.consume_challenge, countersign.discard_challenges, countersign.record_proof,
  countersign.issue_sign_in_challenge, countersign.consume_sign_in_challenge, countersign.find_wallet_account,
  countersign.record_wallet_sign_in, countersign.mark_wallet_session, countersign.is_wallet_session,
  countersign.settle_wallet_account, countersign.begin_sign_in_method_change, countersign.settle_sign_in_method_change,
  countersign.describe_sign_in_methods, countersign.list_foreign_sign_in_methods, countersign.keep_sign_in_method,
  countersign.end_sessions_of_sign_in_method, countersign.use_factor_code, countersign.list_known_authenticators,
  countersign.require_recent_auth, countersign.list_step_up_methods, countersign.record_step_up,
  countersign.record_step_up_by_wallet, countersign.replace_recovery_codes, countersign.use_recovery_code,
  countersign.describe_recovery_codes, countersign.void_recovery_codes, countersign.find_way_past_authenticator,
  countersign.take_authenticators_to_remove, countersign.settle_first_password, countersign.account_of_mail_link,
  countersign.begin_mail, countersign.end_mail, countersign.use_mail_token, countersign.release_mail_token,
  countersign.start_email_change, countersign.block_email_change, countersign.forget_email_change,
  countersign.agree_to_email_change, countersign.email_change_of_link, countersign.end_sessions_of_old_email,
  countersign.delete_account, countersign.claim_pending_deletions, countersign.finish_deletion,
  countersign.start_export, countersign.export_wallets, countersign.export_proofs, countersign.export_activity
to service_role;
