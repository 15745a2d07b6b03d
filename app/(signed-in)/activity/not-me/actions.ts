'use server';

import { z } from 'zod';
import { action } from '@/lib/action';
import { endOtherSessionsOfViewer } from '@/lib/auth/session/end-other-sessions';
import type { FormState } from '@/lib/form-state';

const endOthers = action(z.object({}), async () => {
  const ended = await endOtherSessionsOfViewer();
  return ended.ok ? { ok: true, redirectTo: '/activity/not-me?done=1' } : ended;
});

export async function endOtherSessionsAction(previous: FormState, form: FormData): Promise<FormState> {
  return endOthers(previous, form);
}
