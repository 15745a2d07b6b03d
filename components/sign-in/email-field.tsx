'use client';

import { type Ref, useEffect, useState } from 'react';
import { Field } from '@/components/ui/field';

/** The email address to sign in with. `known` is a previously entered value. */
export function EmailField({ known, autoComplete = 'username', ref }: EmailFieldProps) {
  const [isScripted, setIsScripted] = useState(false);
  useEffect(() => setIsScripted(true), []);
  return (
    <Field
      ref={ref}
      label="Email"
      name="email"
      type="email"
      // Without scripts, nothing hides the page when it is left, and Back after sign-out would show the address again.
      autoComplete={isScripted ? autoComplete : 'off'}
      required
      defaultValue={known}
    />
  );
}

type EmailFieldProps = {
  known?: string | undefined;
  autoComplete?: string;
  ref?: Ref<HTMLInputElement>;
};
