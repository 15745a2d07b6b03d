import { z } from 'zod';

/**
 * The providers that someone can sign in with, as Supabase calls them. Each has a section in `supabase/config.toml`, and
 * for the local backend its answers in `packages/local-supabase/src/auth/oauth`.
 */
export const Provider = z.enum(['github', 'google']);
export type Provider = z.infer<typeof Provider>;

/** The providers' own spelling. */
export const providerNames: Record<Provider, string> = { github: 'GitHub', google: 'Google' };

/** Each provider's sign-in page, to which a form's redirects may lead. */
export const providerOrigins: Record<Provider, string> = {
  github: 'https://github.com',
  google: 'https://accounts.google.com',
};
