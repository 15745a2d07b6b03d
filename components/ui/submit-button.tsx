'use client';

import { useEffect, useState } from 'react';
import { Button } from './button';

/** Under this, a change of text would only flicker. */
const quietForMilliseconds = 200;

type SubmitButtonProps = {
  label: string;
  /** What the button says while the form is under way, like "Signing in…". */
  pendingLabel: string;
  pending: boolean;
  variant?: 'primary' | 'secondary' | 'quiet';
  className?: string;
  /** The id of what tells this button from others of the same name. */
  describedBy?: string;
};

export function SubmitButton({
  label,
  pendingLabel,
  pending,
  variant = 'primary',
  className,
  describedBy,
}: SubmitButtonProps) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!pending) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), quietForMilliseconds);
    return () => clearTimeout(timer);
  }, [pending]);
  return (
    <Button
      type="submit"
      variant={variant}
      aria-disabled={pending}
      aria-describedby={describedBy}
      className={className}
    >
      {pending && slow ? pendingLabel : label}
    </Button>
  );
}
