'use server';

import { z } from 'zod';
import { endOtherSessionsOfViewer } from '@/lib/auth/account/end-other-sessions';
import { action } from '@/lib/forms/action';
import type { FormState } from '@/lib/forms/form-state';

const endOthers = action(z.object({}), async () => {
  const ended = await endOtherSessionsOfViewer();
  return ended.ok ? { ok: true, redirectTo: '/activity/not-me?done=1' } : ended;
});

export async function endOtherSessionsAction(previous: FormState, form: FormData): Promise<FormState> {
  return endOthers(previous, form);
}
