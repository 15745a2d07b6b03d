'use client';

import { useEffect, useRef } from 'react';
import { finishEnrollmentAction } from '@/app/(signed-in)/security/actions';
import { ActionForm } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { SubmitButton } from '@/components/ui/submit-button';

export function FirstCodeForm({ label }: { label: string }) {
  return (
    <ActionForm action={finishEnrollmentAction}>
      <p>Then enter the six digits it shows.</p>
      <CodeInput sendsItself />
      <SubmitButton label={label} pendingLabel="Checking…" />
    </ActionForm>
  );
}

/** Takes the focus: the picture appears without a page load, which screen readers wouldn't announce. */
export function SetUpHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="outline-none">
      Scan this QR code with your authenticator app
    </h2>
  );
}
