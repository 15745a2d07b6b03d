import type { ProvidedProfile } from '../oauth/provider.ts';

/** The kept part of a profile: `identity_data`, and for the newest sign-in `user_metadata`. Unknown values are left out. */
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
