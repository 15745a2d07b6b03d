import { z } from 'zod';

/** By Supabase's names. Each is in `supabase/config.toml`, and locally in `packages/local-supabase/src/auth/oauth`. */
export const Provider = z.enum(['github', 'google']);
export type Provider = z.infer<typeof Provider>;

export const providerNames: Record<Provider, string> = { github: 'GitHub', google: 'Google' };

/** Each provider's sign-in origin, to which a form's redirects may lead. */
export const providerOrigins: Record<Provider, string> = {
  github: 'https://github.com',
  google: 'https://accounts.google.com',
};
