import { z } from 'zod';
import { optionalText, userData } from '../read-body.ts';

/** The body of an admin request that creates or updates an account. Empty fields keep their values. */
export const AdminUser = z.object({
  id: optionalText,
  role: optionalText,
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  email_confirm: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  user_metadata: userData,
  app_metadata: userData,
  ban_duration: optionalText,
});
