import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses a page's first field once its scripts run, if it is the first option. Not on a phone, where a keyboard would cover the other
 * options, and not if the user has already started elsewhere.
 * @returns a ref for the field.
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
