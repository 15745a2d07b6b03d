'use client';

import type { ReactNode } from 'react';
import { NextField } from '@/components/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import type { MailLink } from '@/lib/auth/flow/schemas';
import { confirmMailLinkAction } from './actions';

/** One press, because scanners open every link in a mail: opening it must use up nothing. */
type ConfirmFormProps = { link: MailLink; label: string; newLink: ReactNode };

export function ConfirmForm({ link, label, newLink }: ConfirmFormProps) {
  return (
    <ActionForm action={confirmMailLinkAction} whenFailed={newLink}>
      {(_state, pending) => (
        <>
          <input type="hidden" name="token_hash" value={link.token_hash} />
          <input type="hidden" name="type" value={link.type} />
          <NextField />
          <SubmitButton label={label} pendingLabel="One moment…" pending={pending} />
        </>
      )}
    </ActionForm>
  );
}
