/**
 * The subject of a limit.
 * - `mail`: the account, by one email that this browser requested; without one, the next applies.
 * - `account at network`: the account, from one network. A browser that signed in to the account before counts as its own network; all
 * clients without a known address count as one.
 * - `network`: all accounts together, from one known network.
 * - `account`: the account, from all networks: an email, a user ID or a wallet, whether it exists or not.
 * - `everyone`: all attempts of this kind.
 */
export type LimitScope = 'mail' | 'account at network' | 'network' | 'account' | 'everyone';

/** The most attempts in a window, which begins with its first attempt. */
export type AttemptLimit = {
  per: LimitScope;
  attempts: number;
  windowSeconds: number;
  /** A separate limit that known browsers share. If unset, `network`, `account` and `everyone` don't count them. */
  known?: number;
  /** Checked before the attempt, and counted only after it has succeeded. */
  countedLater?: true;
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Supabase Auth's own default per address, enough for an office behind one address. */
const perNetwork: AttemptLimit = { per: 'network', attempts: 30, windowSeconds: 5 * minute };

/** A third of the password hashes that two cores computed in a measurement: an attack leaves room for other users. */
const forEveryone: AttemptLimit = { per: 'everyone', attempts: 600, windowSeconds: minute };

/** OWASP ASVS 2.2.1: at most 100 failed attempts an hour on one account. One network gets at most 40, so an account's 100 take three. */
const passwordsOfAccount: AttemptLimit = { per: 'account', attempts: 100, windowSeconds: hour };

/**
 * The server's limits on attempts. The database has more, which need no counters because it counts stored rows: 10 statements and 60 changes
 * a minute for each account (`issue_challenge`; `limit_changes`, where one consent is one change and 300 events are the most), 10 apps
 * (`register_own_oauth_client`), 200 grants and 20 wallets in a grant (`give_oauth_grant`).
 * The first exhausted limit refuses the attempt, which then counts nowhere: one network exhausts its own limit, never everyone's.
 */
export const attemptLimits = {
  /** More mistakes than a person makes. */
  sign_in: [
    { per: 'account at network', attempts: 10, windowSeconds: 15 * minute },
    perNetwork,
    passwordsOfAccount,
    forEveryone,
  ],

  /**
   * A code has six digits. The browser that requested it has five tries that no other client can use up; all others share 25 an hour, five
   * per network. With 15 emails an hour, all networks have 15 x 5 + 25 = 100 guesses (ASVS 2.2.1): one chance in 10,000; one has 30.
   */
  mailed_code: [
    { per: 'mail', attempts: 5, windowSeconds: hour },
    { per: 'account at network', attempts: 5, windowSeconds: hour },
    perNetwork,
    { per: 'account', attempts: 25, windowSeconds: hour },
    forEveryone,
  ],

  /** After the password. Three of a million codes are valid: 50 guesses from a network are 1 in 6,700 a day, 150 from all 1 in 2,200. */
  second_factor: [
    { per: 'account at network', attempts: 5, windowSeconds: 5 * minute },
    { per: 'account at network', attempts: 50, windowSeconds: day },
    perNetwork,
    { per: 'account', attempts: 150, windowSeconds: day },
    forEveryone,
  ],

  /** 80 random bits can't be guessed; this only limits the server's work. */
  recovery_code: [
    { per: 'account at network', attempts: 10, windowSeconds: hour },
    perNetwork,
    { per: 'account', attempts: 100, windowSeconds: hour },
    forEveryone,
  ],

  /** Signed-in users, by password, with the numbers of sign-in. */
  step_up: [
    { per: 'account at network', attempts: 10, windowSeconds: 15 * minute },
    perNetwork,
    passwordsOfAccount,
    forEveryone,
  ],

  /**
   * People who wait for an email request it two or three times more. All networks can have 15 an hour sent, so the last link, valid for an
   * hour, still signs in. Known browsers have as many again per account, and 100 per network, whatever their number. The total counts sent
   * emails (`sendOnce`), like the project's own limit (config.toml), of which it leaves a fifth to known browsers.
   */
  send_mail: [
    { per: 'account at network', attempts: 5, windowSeconds: hour },
    { per: 'network', attempts: 20, known: 100, windowSeconds: hour },
    { per: 'account', attempts: 15, known: 15, windowSeconds: hour },
    { per: 'everyone', attempts: 800, windowSeconds: hour, countedLater: true },
  ],

  /** Each costs a password hash. Its email counts as one of the account's too. */
  sign_up: [{ per: 'network', attempts: 20, windowSeconds: hour }, forEveryone],

  /** Each reads a whole account. A user needs one, and a few more if a download fails. */
  export: [{ per: 'account', attempts: 10, windowSeconds: hour }],

  /** Signed-in users, besides the database's 10 a minute per account: six accounts at their limit. */
  challenge: [{ per: 'network', attempts: 300, windowSeconds: 5 * minute }],

  /** Statements for signed-out visitors: per wallet as many as the database allows an account, 10 a minute. */
  wallet_sign_in: [
    { per: 'account at network', attempts: 10, windowSeconds: minute },
    perNetwork,
    { per: 'account', attempts: 100, windowSeconds: minute },
    forEveryone,
  ],

  /** Signed-out visitors. Not per account: signatures can't be guessed, and it could lock out an owner. Auth limits each address too. */
  passkey_options: [perNetwork, forEveryone],
  passkey: [perNetwork, forEveryone],

  /** Signed-in users who confirm with a passkey or add one: 30 requests for options and 30 responses. */
  own_passkey: [{ per: 'account at network', attempts: 60, windowSeconds: 5 * minute }],

  /** An app's server with a valid secret, except for people's wallets: 20 a second, against a runaway one. */
  app_request: [{ per: 'account', attempts: 1200, windowSeconds: minute }],

  /** One user's wallets, by token or by the app's secret: two a second each. */
  token_request: [{ per: 'account', attempts: 120, windowSeconds: minute }],

  /** Tokens and secrets can't be guessed. The limit stops apps that keep using an expired one. */
  app_refused: [perNetwork],

  /** Apps' sign-in requests. Each stores a row for ten minutes: at most 600 for a network, 12,000 for an app, whose ID is public. */
  oauth_authorize: [
    { per: 'network', attempts: 300, windowSeconds: 5 * minute },
    { per: 'account', attempts: 6000, windowSeconds: 5 * minute },
  ],

  /** New unregistered hosts that strangers record for an app's owner, of 20. Never refuses a sign-in. */
  oauth_attempt: [{ per: 'account at network', attempts: 5, windowSeconds: day }],

  /** Pushed by the app's server, one network for all its users. Counted before its secret is checked, so per network only. */
  oauth_par: [
    { per: 'account at network', attempts: 3000, windowSeconds: 5 * minute },
    { per: 'network', attempts: 6000, windowSeconds: 5 * minute },
  ],

  /** Codes, tokens and secrets have 256 random bits and can't be guessed. 100 a second only protect the server. */
  oauth_token: [
    { per: 'account at network', attempts: 30_000, windowSeconds: 5 * minute },
    { per: 'network', attempts: 60_000, windowSeconds: 5 * minute },
  ],
} as const satisfies Record<string, readonly AttemptLimit[]>;

export type AttemptKind = keyof typeof attemptLimits;
