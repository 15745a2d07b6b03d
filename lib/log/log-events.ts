/**
 * Every kind of line in the log, with what it means. Machines go by these names, so they don't change. `docs/operations.md` lists
 * them, and a test compares.
 */
export const logEvents = {
  request: 'A request was answered.',
  other: 'What Next.js or another package wrote.',
  'request.failed': 'A fault of ours: somebody was told that it is ours, with a reference.',
  'backend.database_away':
    'REST answered that the database is away, full or too slow. The line has its code.',
  'backend.database_not_ready':
    'The database did not answer, hides our schema, or has an older one. The line says which.',
  'backend.issuer_misfit':
    'The project’s tokens name another issuer than this server expects. Nobody can sign in.',
  'backend.settings_unreadable':
    'Auth did not say which ways to sign in it has. The last known ones are offered.',
  'backend.shared_secret':
    'The project signs with a shared secret, so Auth is asked about each session once a minute.',
  'backend.unknown_code': 'Auth refused something with a code that this version does not know.',
  'setup.unknown_networks': '`TRUSTED_PROXY_HEADER` is not set: everybody counts as one network.',
  'setup.captcha_missing':
    'The project asks for a captcha and this site has none. Nobody can sign up or in by email.',
  'setup.metrics_open':
    '`METRICS_PORT` listens on every address without `METRICS_TOKEN`: whoever reaches it reads the numbers.',
  'session.check_failed': 'Auth did not answer about a token. Nobody is signed out by that.',
  'session.large': 'The cookies of a session are about to be too large: a claim of the project is.',
  'session.not_ended':
    'A session, or all other ones of an account, could not be ended at once. It ends when it is refreshed.',
  'session.not_noted': 'The refresh of a session was not written down.',
  'session.not_recorded':
    'A session that Auth opened could not be written down, so nobody was signed in by it.',
  'session.refresh_failed': 'Auth did not refresh a session. It is kept, and tried again.',
  'sign_in.solana_misfit': 'Auth and this site do not agree about a wallet’s account.',
  'sign_in_method.not_settled': 'A change of sign-in methods stays announced for some minutes.',
  'sign_in_method.still_expected': 'A change of passkeys stays announced for some minutes.',
  'signature.refused':
    'A wallet’s signature was not right. Some are always: wallets, networks, and people who try things.',
  'signature.refused_by_auth': 'Auth refused a signature that we had found right.',
  'passkey.not_named':
    'A new passkey may be called like another one of the account. Its owner can rename it.',
  'passkey.not_offered': 'Passkeys are on and set up for another site.',
  'passkey.offer_unreadable': 'Whether to offer a passkey could not be read, so none was offered.',
  'passkey.session_not_noted':
    'Which passkey began a session was not written down, so that session waits for nothing else.',
  'email.change_not_begun': 'A change of e-mail could not be begun after its answer.',
  'email.change_not_ended': 'A change of e-mail that is over stays listed until it expires.',
  'mail.auth_failed': 'Auth could not send a mail, or had sent as many as it may.',
  'mail.not_counted': 'A mail was sent and not counted for the limits.',
  'mail.not_sent': 'Our mail server refused a notice or did not answer. It is tried again.',
  'mail.left_for_later': 'A notice stays in the outbox, and is tried again.',
  'mail.outbox_unreadable': 'The outbox could not be read. It is read again in a minute.',
  'mail.unknown_kind': 'A newer version queued a notice that this one can’t write. The newer one sends it.',
  'activity.not_recorded': 'Something happened on an account, and its activity does not show it.',
  'account.deletion_left': 'An account is gone here and not yet at Auth. It is tried again.',
  'account.deletions_unreadable': 'Which accounts still have to go at Auth could not be read.',
  'wallet.look_not_kept': 'The name and icon of a wallet were not kept. The proof was.',
  'wallet.moved_unreadable':
    'Whether wallets were moved away could not be read, so the page does not say so.',
  'database.not_cleaned': 'What is old was not deleted. It is tried again in an hour.',
  'proof.unreadable': 'A public proof could not be read.',
  'app.events_refused': 'An app could not use events that it fetched. They are not sent again.',
  'app.keys_replaced':
    'No signing key of the provider opens with this server’s secret keys, so there is a new one.',
  'app.provider_failed': 'A fault of ours in the provider.',
  'app.request_failed': 'A request of an app could not be answered.',
  'app.token_reuse_not_told': 'A token was used twice, and its person could not be told.',
  'metrics.port_taken': '`METRICS_PORT` can’t be listened on. The process ends.',
  'traces.packages_missing': 'Traces are asked for, and the packages that send them are not installed.',
  'traces.malformed': 'The variables of OpenTelemetry can’t be used as they are.',
} as const satisfies Record<string, string>;

export type LogEvent = keyof typeof logEvents;
