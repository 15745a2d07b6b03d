import { z } from 'zod';
import { optionalText, userData } from '../read-body.ts';

/** An account that a server makes or changes. Empty fields stay as they are. */
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
