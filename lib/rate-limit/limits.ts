/**
 * The subject of a limit.
 * - `mail`: the account, by one email that this browser requested; without one, the next applies.
 * - `account at network`: the account tried from one network. A browser that was in the account before is a network of
 * its own; without a known network, all others are one.
 * - `network`: the network for all accounts together, where it is known.
 * - `account`: the account tried from all networks: an email, a user id or a wallet, whether it exists here or not.
 * - `everyone`: all attempts of this kind together.
 */
export type LimitScope = 'mail' | 'account at network' | 'network' | 'account' | 'everyone';

/** At most so many attempts in a window that begins with the first of them. */
export type AttemptLimit = {
  per: LimitScope;
  attempts: number;
  windowSeconds: number;
  /** The limit that all known browsers of the account, or at the network, share. Unset, known browsers aren't counted. */
  known?: number;
  /** Asked with the attempt, and counted once it has come to something. */
  countedLater?: true;
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Supabase Auth's own default for one address. An office behind one address gets by with it. */
const perNetwork: AttemptLimit = { per: 'network', attempts: 30, windowSeconds: 5 * minute };

/** A third of the password hashes that two cores were measured to compute: attempts of strangers leave room for others. */
const forEveryone: AttemptLimit = { per: 'everyone', attempts: 600, windowSeconds: minute };

/**
 * OWASP ASVS 2.2.1: no more than 100 failed attempts an hour on one account. From one network come 40 at most, so that a
 * guesser needs three to reach it.
 */
const passwordsOfAccount: AttemptLimit = { per: 'account', attempts: 100, windowSeconds: hour };

/**
 * All limits on attempts, and where their numbers come from.
 * Order matters. The first exhausted limit refuses the attempt, and a refused attempt counts nowhere. So anyone who
 * keeps trying from one network exhausts their own limit, and never the account's or everyone's.
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
   * A code has six digits and lives an hour. A browser that requested the email has five tries that nobody else can
   * take; everyone else shares 25 an hour, five from one network. With 15 emails an hour (below), all networks have 15
   * x 5 + 25 = 100 guesses, as ASVS 2.2.1 allows: one chance in 10,000. One network has 5 x 5 + 5 = 30. Links can't be
   * guessed, so nothing counts them.
   */
  mailed_code: [
    { per: 'mail', attempts: 5, windowSeconds: hour },
    { per: 'account at network', attempts: 5, windowSeconds: hour },
    perNetwork,
    { per: 'account', attempts: 25, windowSeconds: hour },
    forEveryone,
  ],

  /**
   * Needs the password first. Three of a million codes are valid at a time: 50 guesses from one network are one chance
   * in 6,700 a day, 150 from all of them one in 2,200.
   */
  second_factor: [
    { per: 'account at network', attempts: 5, windowSeconds: 5 * minute },
    { per: 'account at network', attempts: 50, windowSeconds: day },
    perNetwork,
    { per: 'account', attempts: 150, windowSeconds: day },
    forEveryone,
  ],

  /** 80 random bits cannot be guessed; this only spares the server the work. */
  recovery_code: [
    { per: 'account at network', attempts: 10, windowSeconds: hour },
    perNetwork,
    { per: 'account', attempts: 100, windowSeconds: hour },
    forEveryone,
  ],

  /** Signed-in people, by password: as for sign-in. */
  step_up: [
    { per: 'account at network', attempts: 10, windowSeconds: 15 * minute },
    perNetwork,
    passwordsOfAccount,
    forEveryone,
  ],

  /**
   * People who wait for an email ask again twice or three times. All networks can have 15 an hour sent to an account,
   * whose last link lives an hour, so its reader gets in during that time. The account's email and its user id have counters
   * of their own. Known browsers have as many again at an account, however many sign in, and 100 at a network, however many
   * accounts: one network can't use up the total. The total counts sent emails (`askOnce`), as the project's own limit does
   * (config.toml), of which it leaves a fifth to known browsers.
   */
  send_mail: [
    { per: 'account at network', attempts: 5, windowSeconds: hour },
    { per: 'network', attempts: 20, known: 100, windowSeconds: hour },
    { per: 'account', attempts: 15, known: 15, windowSeconds: hour },
    { per: 'everyone', attempts: 800, windowSeconds: hour, countedLater: true },
  ],

  /** Each costs a password hash. Its email counts as one of the account's too. */
  sign_up: [{ per: 'network', attempts: 20, windowSeconds: hour }, forEveryone],

  /** Each reads everything of an account. People need one, and a few when a download breaks off. */
  export: [{ per: 'account', attempts: 10, windowSeconds: hour }],

  /** Signed-in people, besides the database's 10 a minute for each account: six accounts at their limit. */
  challenge: [{ per: 'network', attempts: 300, windowSeconds: 5 * minute }],

  /** Signed-out people's statements: as many as the database allows an account, 10 a minute, for one wallet. */
  wallet_sign_in: [
    { per: 'account at network', attempts: 10, windowSeconds: minute },
    perNetwork,
    { per: 'account', attempts: 100, windowSeconds: minute },
    forEveryone,
  ],

  /**
   * Signed-out people. No limit for an account, because signatures can't be guessed and it would keep an owner out.
   * Asking and answering are each as many as Auth allows one address.
   */
  passkey_options: [perNetwork, forEveryone],
  passkey: [perNetwork, forEveryone],

  /** Signed-in people who confirm or add one: asking and answering 30 times. */
  own_passkey: [{ per: 'account at network', attempts: 60, windowSeconds: 5 * minute }],

  /** An app's server that has shown its secret: twenty a second, which spares the database one that runs wild. */
  app_request: [{ per: 'account', attempts: 1200, windowSeconds: minute }],

  /** A token, counted for its grant: two a second, for one person. */
  token_request: [{ per: 'account', attempts: 120, windowSeconds: minute }],

  /** Tokens and secrets can't be guessed. An app that goes on with one that is over learns that it should stop. */
  app_refused: [perNetwork],

  /**
   * Requests of apps to sign someone in, with the app as the account. Each is a row for ten minutes, so that these are also the
   * most rows: 600 of one network, 12,000 of one app, whose id anyone may use.
   */
  oauth_authorize: [
    { per: 'network', attempts: 300, windowSeconds: 5 * minute },
    { per: 'account', attempts: 6000, windowSeconds: 5 * minute },
  ],

  /**
   * The same, pushed by the app's own server, which is one network for all its people. Counted before its secret is looked at: so
   * nobody else can use up an app's.
   */
  oauth_par: [
    { per: 'account at network', attempts: 3000, windowSeconds: 5 * minute },
    { per: 'network', attempts: 6000, windowSeconds: 5 * minute },
  ],

  /** Codes, tokens and secrets have 256 random bits, so nobody guesses one: this is a hundred a second, for a server's own good. */
  oauth_token: [
    { per: 'account at network', attempts: 30_000, windowSeconds: 5 * minute },
    { per: 'network', attempts: 60_000, windowSeconds: 5 * minute },
  ],
} as const satisfies Record<string, readonly AttemptLimit[]>;

export type AttemptKind = keyof typeof attemptLimits;
