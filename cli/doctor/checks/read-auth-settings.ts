import { z } from 'zod';
import type { Context } from '../context.ts';

const AuthSettings = z.object({
  external: z.record(z.string(), z.unknown()),
  disable_signup: z.boolean().default(false),
  mailer_autoconfirm: z.boolean().default(false),
  phone_autoconfirm: z.boolean().default(false),
  saml_enabled: z.boolean().default(false),
  passkeys_enabled: z.boolean().optional(),
});
export type AuthSettings = z.infer<typeof AuthSettings>;

/** Null if the project refuses the publishable key or isn't Supabase, which `keys` reports. */
export async function readAuthSettings(context: Context): Promise<AuthSettings | null> {
  const { body, status } = await context.once('settings', () => context.askAuth('/settings'));
  return status === 200 ? (AuthSettings.safeParse(body).data ?? null) : null;
}
