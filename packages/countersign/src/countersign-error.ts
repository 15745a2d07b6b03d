export type CountersignErrorCode =
  /** A setting is missing or invalid. The message names it. */
  | 'settings'
  /** The site didn't respond, or not as a Countersign site. The person's state is unknown: deny access and show the error. */
  | 'unreachable'
  /** The site refused the client ID and secret. */
  | 'invalid_client'
  /** The app's scope lacks what the call needs. */
  | 'insufficient_scope'
  /** The token isn't a security event of this site for this app, or it is older than allowed. */
  | 'invalid_event';

/** An error for developers and operators. The message says in one sentence what to set, and contains no token or secret. */
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
    `CLIENT_ID ${clientId} or its CLIENT_SECRET is wrong for ${issuerName}, or the app was disabled there.`,
  );
}
