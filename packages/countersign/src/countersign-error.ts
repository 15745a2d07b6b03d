export type CountersignErrorCode =
  /** A setting is missing or can't be right. The message names it. */
  | 'settings'
  /** The site doesn't answer, or not as itself. That says nothing about the person: deny access, and show that. */
  | 'site_unreachable'
  /** The site knows no app with this id and secret. */
  | 'invalid_client'
  /** The scope of the sign-in lacks what was asked for. */
  | 'insufficient_scope'
  /** This is no security event of the site for this app, or an older one than was allowed. */
  | 'invalid_event';

/**
 * An error for a developer or operator. Its message is one sentence that says what to set, and never holds a token or a
 * secret.
 */
export class CountersignError extends Error {
  override readonly name = 'CountersignError';
  readonly code: CountersignErrorCode;

  constructor(code: CountersignErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function wrongClient({
  issuerName,
  clientId,
}: {
  issuerName: string;
  clientId: string;
}): CountersignError {
  return new CountersignError(
    'invalid_client',
    `CLIENT_ID ${clientId} or its CLIENT_SECRET is wrong for ${issuerName}, or the app was switched off there.`,
  );
}
