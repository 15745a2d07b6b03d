import type { ReactNode } from 'react';
import { ConfirmAccessLink } from './confirm-access-link';
import { forgetForm, keepForm } from './form-draft';
import { SignInLink } from './sign-in-link';

export { ConfirmAccessLink, SignInLink };

type Refused = {
  code: string;
  /** What sent the form, and the words on it before it was under way. */
  button: HTMLElement | null;
  pressed: string | undefined;
  place: string | undefined;
  attempt: number;
};

/** Keeps what was typed, and leads to sign-in or to confirming. Who confirms on the page itself has the form sent again. */
export function leadBackTo(
  form: HTMLFormElement,
  { code, button, pressed, place, attempt }: Refused,
): ReactNode {
  keepForm(form, true);
  if (code === 'auth.signed_out') return <SignInLink />;
  const pressAgain = () => {
    if (!form.isConnected) return;
    forgetForm(form);
    button?.focus();
    form.requestSubmit(button?.isConnected ? button : undefined);
  };
  return (
    <ConfirmAccessLink
      // A new key opens the dialog again for each attempt.
      key={attempt}
      code={code}
      place={place}
      pressed={pressed}
      onConfirmed={pressAgain}
    />
  );
}
