'use client';

import { type ReactNode, useEffect, useState } from 'react';
import type { FormAction } from './action-form';
import { successEvent, type Toast } from './show-success';

declare global {
  // The toasts' style library reads the nonce of its style element here.
  var __nonce__: string | undefined;
}

type LazyToasterProps = {
  /** The actions that an `Undo` calls, from any page it is on by then: Next.js lets a page call only those it names. */
  undoes?: FormAction[];
};

/** Stands where toasts appear. Their code is loaded when there is one to show; those that come meanwhile wait. */
export function LazyToaster(_props: LazyToasterProps) {
  const [toaster, setToaster] = useState<ReactNode>(null);

  useEffect(() => {
    // The toaster takes these over, and receives later ones itself.
    const waiting: Toast[] = [];
    const load = async (event: Event) => {
      waiting.push((event as CustomEvent<Toast>).detail);
      // The nonce of the document, which lives on through navigations, each of which answers with a nonce of its own.
      globalThis.__nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
      const { Toaster } = await import('./toaster');
      setToaster(<Toaster waiting={waiting} />);
    };
    addEventListener(successEvent, load);
    return () => removeEventListener(successEvent, load);
  }, []);

  return toaster;
}
