'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button';

/** A faster answer doesn't change the label, which would flicker. */
const quietForMilliseconds = 200;

export type SubmitButtonProps = {
  label: ReactNode;
  pendingLabel: string;
  pending: boolean;
  variant?: 'primary' | 'secondary' | 'danger' | 'quiet';
  className?: string;
  /** Replaces the label for screen readers where several buttons share it. Must begin with the label. */
  name?: string;
  describedBy?: string;
  /** The name and value to send if this button submits the form. */
  sends?: { name: string; value: string };
};

export function SubmitButton(props: SubmitButtonProps) {
  return <Button {...useSubmit(props)} aria-disabled={props.pending} />;
}

export function useSubmit({
  label,
  pendingLabel,
  pending,
  variant = 'primary',
  className,
  name,
  describedBy,
  sends,
}: SubmitButtonProps) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!pending) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), quietForMilliseconds);
    return () => clearTimeout(timer);
  }, [pending]);
  return {
    type: 'submit',
    ...sends,
    variant,
    className,
    'aria-describedby': describedBy,
    'aria-label': pending && slow ? undefined : name,
    children: pending && slow ? pendingLabel : label,
  } as const;
}
