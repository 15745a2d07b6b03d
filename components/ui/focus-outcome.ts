'use client';

import { useEffect } from 'react';

/** Moves the focus to what the page says of how something went, from what is gone. Nobody who has it elsewhere loses it. */
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
