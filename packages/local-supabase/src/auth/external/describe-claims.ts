import type { ProvidedProfile } from '../oauth/provider.ts';

/** The stored part of a profile: `identity_data`, and `user_metadata` at the latest sign-in. Omits unknown values. */
export function describeClaims({ claims, emails }: ProvidedProfile): Record<string, unknown> {
  const email = emails.find(({ isPrimary }) => isPrimary) ?? emails.at(-1);
  const known = Object.entries(claims).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(known),
    ...(email && { email: email.email.toLowerCase() }),
    email_verified: email?.isVerified ?? false,
    phone_verified: false,
  };
}
