'use client';

import { type ComponentType, useEffect, useRef, useState } from 'react';
import { successEvent } from './show-success';
import type { ToasterProps } from './toaster';

declare global {
  // Where the toasts' style library looks for the nonce of its style element.
  var __nonce__: string | undefined;
}

/** Stands where toasts appear. Their code is loaded when there is one to show; those that come meanwhile wait. */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType<ToasterProps>>();
  const waiting = useRef<string[]>([]);

  useEffect(() => {
    if (Toaster) return;
    const load = async (event: Event) => {
      waiting.current.push((event as CustomEvent<string>).detail);
      // The nonce of the document, which lives on through navigations, each of which answers with a nonce of its own.
      globalThis.__nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
      const loaded = await import('./toaster');
      setToaster(() => loaded.Toaster);
    };
    addEventListener(successEvent, load);
    return () => removeEventListener(successEvent, load);
  }, [Toaster]);

  return Toaster ? <Toaster waiting={waiting.current} /> : null;
}
