'use client';

import type { ReactNode } from 'react';
import { NextField } from '@/components/sign-in/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { SubmitButton } from '@/components/ui/submit-button';
import type { MailLink } from '@/lib/forms/auth-schemas';
import { confirmMailLinkAction, confirmWithCodeAction } from './actions';

/** Requires a press, because scanners open emailed links. The button is held, because a page can open a link that its author was sent. */
export function ConfirmForm({ link, label, newLink }: { link: MailLink; label: string; newLink: ReactNode }) {
  return (
    <ActionForm action={confirmMailLinkAction} whenFailed={newLink}>
      <input type="hidden" name="token_hash" value={link.token_hash} />
      <input type="hidden" name="type" value={link.type} />
      <NextField />
      <HeldSubmitButton label={label} pendingLabel="One moment…" />
    </ActionForm>
  );
}

/** For browsers inside email apps: some never report focus, so a held button stays held. Without scripts, none is held. */
export function CodeInstead({ email, type }: { email: string; type: 'email' | 'recovery' }) {
  return (
    <details className="no-js:hidden">
      <summary className="tappable w-fit cursor-pointer text-small text-muted">
        Button not working? Enter the code instead
      </summary>
      <ActionForm action={confirmWithCodeAction} className="mt-3 grid gap-4">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="type" value={type} />
        <NextField />
        <CodeInput />
        <SubmitButton variant="secondary" label="Use the code" pendingLabel="Checking…" />
      </ActionForm>
    </details>
  );
}
