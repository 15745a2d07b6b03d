import { z } from 'zod';

export const ListedApp = z.object({
  client_id: z.string(),
  name: z.string(),
  redirect_uris: z.array(z.string()),
  post_logout_redirect_uris: z.array(z.string()),
  is_confidential: z.boolean(),
  is_first_party: z.boolean(),
  is_reviewed: z.boolean(),
  id_token_alg: z.string(),
  requires_pkce: z.boolean(),
  created_at: z.string(),
  disabled_at: z.string().nullable(),
  /** Microsecond timestamp of the newest secret, which identifies it; null without one. */
  secret_made_at: z.string().nullable(),
  owner_code: z.string().nullable(),
});
export type ListedApp = z.infer<typeof ListedApp>;
