'use client';

import { type ReactNode, useContext, useEffect, useState } from 'react';
import { Button } from './button';
import { FormContext } from './form-context';

/** A faster answer doesn't change the label, which would flicker. */
const quietForMilliseconds = 200;

export type SubmitButtonProps = {
  label: ReactNode;
  pendingLabel: string;
  variant?: 'primary' | 'secondary' | 'danger' | 'quiet';
  className?: string;
  /** Replaces the label for screen readers where several buttons share it. Must begin with the label. */
  name?: string;
  describedBy?: string;
  /** The name and value to send if this button submits the form. */
  sends?: { name: string; value: string };
};

export function SubmitButton(props: SubmitButtonProps) {
  const { pending, ...button } = useSubmit(props);
  return <Button {...button} aria-disabled={pending} />;
}

export function useSubmit({
  label,
  pendingLabel,
  variant = 'primary',
  className,
  name,
  describedBy,
  sends,
}: SubmitButtonProps) {
  const { pending } = useContext(FormContext);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!pending) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), quietForMilliseconds);
    return () => clearTimeout(timer);
  }, [pending]);
  return {
    pending,
    type: 'submit',
    ...sends,
    variant,
    className,
    'aria-describedby': describedBy,
    'aria-label': pending && slow ? undefined : name,
    children: pending && slow ? pendingLabel : label,
  } as const;
}
