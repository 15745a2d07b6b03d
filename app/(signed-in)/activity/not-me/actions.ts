'use server';

import { z } from 'zod';
import { endOtherSessionsOfViewer } from '@/lib/auth/account/end-sessions';
import { action } from '@/lib/forms/action';

export const endOtherSessionsAction = action(z.object({}), async () => {
  const ended = await endOtherSessionsOfViewer();
  return ended.ok ? { ok: true, redirectTo: '/activity/not-me?done=1' } : ended;
});
