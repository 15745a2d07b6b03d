/**
 * Whom a limit counts.
 * - `address`: the person's network address, where a trusted proxy tells it.
 * - `mail`: the account since the newest mail with a code was sent to it.
 * - `account`: an e-mail, a user id or a wallet, whether it exists here or not.
 * - `everyone`: all attempts of this kind together.
 */
export type LimitScope = 'address' | 'mail' | 'account' | 'everyone';

/** At most so many attempts in a window that begins with the first of them. */
export type AttemptLimit = { per: LimitScope; attempts: number; windowSeconds: number };

const minute = 60;
const hour = 60 * minute;

/** Supabase Auth's own default for one address. An office behind one address gets by with it. */
const perAddress: AttemptLimit = { per: 'address', attempts: 30, windowSeconds: 5 * minute };

/** A third of the password hashes that two cores were measured to compute: attempts of strangers leave room for others. */
const forEveryone: AttemptLimit = { per: 'everyone', attempts: 600, windowSeconds: minute };

/**
 * All limits on attempts, and where their numbers come from. Order matters: an address that is used up takes nothing from accounts.
 */
export const attemptLimits = {
  /** More mistakes than a person makes, and 40 an hour: OWASP ASVS 2.2.1 allows 100 an hour on one account. */
  sign_in: [perAddress, { per: 'account', attempts: 10, windowSeconds: 15 * minute }, forEveryone],

  /** A code has six digits and lives an hour: 10 guesses are one chance in 100,000 an hour. */
  mailed_code: [
    perAddress,
    { per: 'mail', attempts: 5, windowSeconds: hour },
    { per: 'account', attempts: 10, windowSeconds: hour },
    forEveryone,
  ],

  /** Three of a million codes count at a time: 50 guesses are one chance in 6,700 a day, for somebody who has the password. */
  second_factor: [
    perAddress,
    { per: 'account', attempts: 5, windowSeconds: 5 * minute },
    { per: 'account', attempts: 50, windowSeconds: 24 * hour },
    forEveryone,
  ],

  /** 80 random bits cannot be guessed; this only spares the server the work. */
  recovery_code: [perAddress, { per: 'account', attempts: 10, windowSeconds: hour }, forEveryone],

  /** Of a signed-in person, by password: as for sign-in. */
  confirm_presence: [perAddress, { per: 'account', attempts: 10, windowSeconds: 15 * minute }, forEveryone],

  /** Whoever waits for a mail asks again twice or three times. The project's own limit on mails is for everyone. */
  send_mail: [
    { per: 'address', attempts: 20, windowSeconds: hour },
    { per: 'account', attempts: 5, windowSeconds: hour },
    { per: 'everyone', attempts: 1000, windowSeconds: hour },
  ],

  /** Each costs a password hash. What is mailed for it counts as a mail too, for the account. */
  sign_up: [{ per: 'address', attempts: 20, windowSeconds: hour }, forEveryone],

  /** Each reads everything of an account. Nobody needs more than one, and a few when a download breaks off. */
  export: [{ per: 'account', attempts: 10, windowSeconds: hour }],

  /** Of signed-in people, besides the database's limit of 10 a minute for each account: six accounts at their limit. */
  challenge: [{ per: 'address', attempts: 300, windowSeconds: 5 * minute }],

  /** Signed-out people's statements: as many as the database allows an account, 10 a minute, for one wallet. */
  wallet_sign_in: [perAddress, { per: 'account', attempts: 10, windowSeconds: minute }, forEveryone],
} as const satisfies Record<string, readonly AttemptLimit[]>;

export type AttemptKind = keyof typeof attemptLimits;
