'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import { isAuthenticatorError } from '@/lib/auth/step-up/step-up-errors';
import { resumeParameter, withNext } from '@/lib/http/with-next';
import { buttonClasses } from './button';
import { openConfirmDialog } from './confirm-request';
import { focusOutcome } from './focus-outcome';

type ConfirmAccessLinkProps = {
  /** The refusal's code, which says whether an authenticator's code is required. */
  code?: string;
  place?: string | undefined;
  pressed?: string | undefined;
  /** Repeats the press. If set, the dialog opens on mount, because the user has just pressed. */
  onConfirmed?: () => void;
  /** Stores what to resume, for users who confirm on another page. */
  keep?: () => void;
};

/** Confirms access in a dialog and then repeats the press; without scripts or a dialog, links to `/confirm-access`. */
export function ConfirmAccessLink({
  code = '',
  place = '',
  pressed,
  onConfirmed,
  keep,
}: ConfirmAccessLinkProps) {
  const search = new URLSearchParams(useSearchParams());
  if (keep) search.set(resumeParameter, '1');
  const query = search.toString();
  const byAuthenticator = isAuthenticatorError(code);
  const way = byAuthenticator ? '?way=authenticator&only=1' : '';
  const path = withNext(`/confirm-access${way}`, usePathname() + (query && `?${query}`) + place);
  const goesOn = useRef(false);
  // The pressed button may be removed with this link, so focus moves to the outcome.
  useEffect(() => () => void (goesOn.current && setTimeout(focusOutcome)), []);
  const goOn = () => {
    goesOn.current = true;
    onConfirmed?.();
  };
  const confirmHere = () => {
    if (!onConfirmed) return false;
    return openConfirmDialog({ path, pressed, byAuthenticator, onConfirmed: goOn, keep });
  };
  const openAtOnce = useEffectEvent(confirmHere);
  useEffect(() => void openAtOnce(), []);
  const open = (event: MouseEvent) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (isPlain && confirmHere()) event.preventDefault();
    else keep?.();
  };
  return (
    <a href={path} onClick={open} className={buttonClasses('primary', 'asks-to-confirm justify-self-start')}>
      {byAuthenticator ? 'Enter the code' : "Confirm it's you"}
    </a>
  );
}

/** Signs in after the session has ended, and returns to this page. A full page load. */
export function SignInLink() {
  const query = useSearchParams().toString();
  const next = usePathname() + (query && `?${query}`);
  return (
    <a
      href={withNext('/sign-in?notice=session-ended', next)}
      className={buttonClasses('primary', 'justify-self-start')}
    >
      Sign in
    </a>
  );
}
