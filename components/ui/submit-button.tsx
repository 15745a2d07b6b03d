'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button';

/** Under this, a change of text would only flicker. */
const quietForMilliseconds = 200;

export type SubmitButtonProps = {
  label: ReactNode;
  /** The label while the form is under way, like "Signing in…". */
  pendingLabel: string;
  pending: boolean;
  variant?: 'primary' | 'secondary' | 'danger' | 'quiet';
  className?: string;
  /** Replaces the label for screen readers where it alone doesn't tell this button from its neighbors. Begins with it. */
  name?: string;
  /** The id of what tells this button from others of the same name, or says more about it. */
  describedBy?: string;
  /** Sent with the form if this of its buttons is pressed. */
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
