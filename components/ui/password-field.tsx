'use client';

import { useState } from 'react';
import { Field } from './field';
import { useWrongSecret } from './use-wrong-secret';

type PasswordFieldProps = {
  autoComplete: 'current-password' | 'new-password';
  /** The account's email for password managers, on pages without an email field. */
  username?: string;
  hint?: string;
  takesFocus?: boolean;
};

export function PasswordField({ autoComplete, username, hint, takesFocus = false }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const wrong = useWrongSecret();
  return (
    <>
      {username === undefined ? null : (
        <input type="text" name="username" autoComplete="username" defaultValue={username} hidden readOnly />
      )}
      <Field
        label="Password"
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus={takesFocus}
        hint={hint}
        {...wrong}
        trailing={
          <button
            type="button"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="no-js:hidden absolute inset-y-0 right-0 w-16 rounded-control text-small font-medium text-muted"
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        }
      />
    </>
  );
}
