import { type RefObject, useEffect, useRef } from 'react';

/** Focuses a page's first field, once scripts run. Not on a phone, whose keyboard would cover the rest, nor after a start elsewhere. */
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
