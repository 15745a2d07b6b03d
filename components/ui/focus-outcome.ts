'use client';

import { useEffect } from 'react';

/** Moves the focus from a removed element to the outcome, unless another element has it. */
export function focusOutcome(): void {
  if (document.activeElement !== document.body) return;
  const outcome = document.querySelector<HTMLElement>('main [role=status]:not(:empty)');
  if (!outcome) return;
  outcome.tabIndex = -1;
  outcome.focus();
}

/** Moves the focus on mount, for pages that report the result of a press. */
export function FocusOutcome() {
  useEffect(focusOutcome, []);
  return null;
}
