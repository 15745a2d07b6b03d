import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the first field of a page once its scripts run, where nothing comes before it. Not on a phone, where a
 * keyboard would cover what else the page offers; nor from someone who has begun elsewhere.
 * @returns goes on the field
 */
export function useFirstFocus(takesFocus = true): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus && mayTakeFocus()) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return field;
}

function mayTakeFocus(): boolean {
  const isUntouched = !document.activeElement || document.activeElement === document.body;
  return isUntouched && location.hash === '' && matchMedia('(hover: hover) and (pointer: fine)').matches;
}
