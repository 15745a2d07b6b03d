/**
 * Every event of the log, with its meaning. Monitoring relies on these names, so they don't change. `npm run configuration` writes
 * `docs/metrics-and-log-events.md` from them.
 */
export const logEvents = {
  request: 'A request was answered.',
  other: 'Written by Next.js or another package.',
  'request.failed': 'An unexpected error. The page showed its request ID as the reference.',
  'backend.database_away': 'REST reports the database as down, overloaded or too slow, with its code.',
  'backend.database_not_ready': 'The database is down, hides our schema, or has an older one.',
  'backend.issuer_misfit': 'Tokens name a different issuer. Nobody can sign in.',
  'backend.settings_unreadable':
    'Auth’s settings could not be read. The last known sign-in methods are offered.',
  'backend.shared_secret':
    'Tokens are signed with a shared secret, so each session is checked with Auth once a minute.',
  'backend.unknown_code': 'Auth refused a call with a code that this version doesn’t know.',
  'setup.unknown_networks': '`TRUSTED_PROXY_HEADER` is not set: all visitors share one rate limit.',
  'setup.captcha_missing':
    'The project requires a captcha that this site lacks. Nobody can sign up or sign in by email.',
  'setup.metrics_open': '`METRICS_PORT` is open on all addresses without `METRICS_TOKEN`.',
  'session.check_failed': 'Auth did not answer about a token. The session is kept.',
  'session.large': 'A session’s cookies are close to their size limit because of a claim of the project.',
  'session.not_ended': 'A session could not be ended right away. It ends at its next refresh.',
  'session.not_noted': 'The refresh of a session was not recorded.',
  'session.not_recorded': 'A new session could not be recorded, so the sign-in was refused.',
  'session.refresh_failed': 'Auth did not refresh a session. It is kept and tried again.',
  'sign_in_method.not_settled': 'A change of sign-in methods stays pending for some minutes.',
  'sign_in_method.still_expected': 'A change of passkeys stays pending for some minutes.',
  'signature.refused':
    'A wallet’s signature was invalid. Expect a few, from wallets, networks and attackers.',
  'signature.refused_by_auth': 'Auth refused a signature that this site found valid.',
  'passkey.not_named': 'A new passkey may share its name with another. Its owner can rename it.',
  'passkey.not_offered': 'Passkeys are on but configured for another site.',
  'passkey.offer_unreadable': 'Whether to suggest a passkey could not be read, so none was suggested.',
  'passkey.session_not_noted': 'The passkey of a session was not recorded.',
  'email.change_not_begun': 'An email change failed to start after its response.',
  'email.change_not_ended': 'A finished email change stays listed until it expires.',
  'mail.auth_failed': 'Auth could not send an email, or reached its limit.',
  'mail.not_counted': 'A sent email was not counted for the limits.',
  'mail.not_sent': 'The mail server refused a notice or did not answer. It is tried again.',
  'mail.left_for_later': 'A notice stays in the outbox and is tried again.',
  'mail.outbox_unreadable': 'The outbox could not be read. It is read again in a minute.',
  'mail.unknown_kind': 'A newer version queued this notice and will send it.',
  'activity.not_recorded': 'An event is missing from an account’s activity.',
  'account.deletion_left': 'An account is deleted here but not yet at Auth. It is tried again.',
  'account.deletions_unreadable': 'The accounts still to delete at Auth could not be read.',
  'wallet.look_not_kept': 'A wallet’s name and icon were not saved. Its proof was.',
  'wallet.moved_unreadable': 'Moved wallets could not be read, so the page doesn’t mention them.',
  'database.not_cleaned': 'Old rows were not deleted. It is tried again in an hour.',
  'proof.unreadable': 'A public proof could not be read.',
  'app.events_refused': 'An app rejected events it fetched. They are not sent again.',
  'app.keys_replaced': 'The secret keys open none of the provider’s signing keys, so it made a new one.',
  'app.provider_failed': 'An unexpected error in the OpenID provider.',
  'app.request_failed': 'An app’s request could not be answered.',
  'app.token_reuse_not_told': 'A token was reused, and its owner could not be notified.',
  'metrics.port_taken': '`METRICS_PORT` is in use. The process exits.',
  'traces.packages_missing': 'Traces are on, but their packages are not installed.',
  'traces.malformed': 'An OpenTelemetry variable is malformed.',
} as const satisfies Record<string, string>;

export type LogEvent = keyof typeof logEvents;
