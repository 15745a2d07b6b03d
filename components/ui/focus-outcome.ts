'use client';

import { useEffect } from 'react';

/** Moves the focus from a removed element to the outcome. Leaves it if someone has moved it elsewhere. */
export function focusOutcome(): void {
  if (document.activeElement !== document.body) return;
  const outcome = document.querySelector<HTMLElement>('main [role=status]:not(:empty)');
  if (!outcome) return;
  outcome.tabIndex = -1;
  outcome.focus();
}

/** Moves the focus when it is drawn, on a page that says what was just pressed on it. */
export function FocusOutcome() {
  useEffect(focusOutcome, []);
  return null;
}
