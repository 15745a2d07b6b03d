import type { ReactNode } from 'react';
import { ConfirmAccessLink, SignInLink } from './access-links';
import { forgetForm, keepForm } from './form-draft';

export { ConfirmAccessLink, SignInLink };

type Refused = {
  code: string;
  /** The button that sent the form, and its label before the form was pending. */
  button: HTMLElement | null;
  pressed: string | undefined;
  place: string | undefined;
  attempt: number;
};

/** Keeps typed values, and renders a link to sign in or to confirm access. After confirming in a dialog, submits the form again. */
export function renderRecoveryLink(
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
      // A new key opens the dialog again after each attempt.
      key={attempt}
      code={code}
      place={place}
      pressed={pressed}
      onConfirmed={pressAgain}
    />
  );
}
