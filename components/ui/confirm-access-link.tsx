'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { needsAuthenticator } from '@/lib/auth/step-up/needs-step-up';
import { resumeParameter } from '@/lib/flow/resume';
import { withNext } from '@/lib/flow/with-next';
import { askToConfirm } from './confirm-request';
import { focusOutcome } from './focus-outcome';

type ConfirmAccessLinkProps = {
  /** The refusal, which says whether only an authenticator's code will do. */
  code?: string;
  place?: string | undefined;
  pressed?: string | undefined;
  /** Presses it again. With it the dialog opens by itself: the person has just pressed. */
  onConfirmed?: () => void;
  /** Keeps what the page goes on with once someone has confirmed on the page for it. */
  keep?: () => void;
};

/** Opens a dialog to confirm in place where scripts run, and goes on with what was pressed; else leads to the page for it. */
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
  const byAuthenticator = needsAuthenticator(code);
  const way = byAuthenticator ? '?way=authenticator&only=1' : '';
  const path = withNext(`/confirm-access${way}`, usePathname() + (query && `?${query}`) + place);
  const goesOn = useRef(false);
  // The pressed button may be gone with this link, so the focus goes to the outcome.
  useEffect(() => () => void (goesOn.current && setTimeout(focusOutcome)), []);
  const goOn = () => {
    goesOn.current = true;
    onConfirmed?.();
  };
  const confirmHere = () => {
    if (!onConfirmed) return false;
    return askToConfirm({ path, pressed, byAuthenticator, onConfirmed: goOn, keep });
  };
  const openAtOnce = useEffectEvent(confirmHere);
  useEffect(() => void openAtOnce(), []);
  const open = (event: MouseEvent) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (isPlain && confirmHere()) event.preventDefault();
    else keep?.();
  };
  return (
    <a href={path} onClick={open} className={buttonClasses('primary', 'justify-self-start')}>
      {byAuthenticator ? 'Enter the code' : "Confirm it's you"}
    </a>
  );
}
