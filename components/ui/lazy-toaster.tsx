'use client';

import { type ReactNode, useEffect, useState } from 'react';
import type { FormAction } from './action-form';
import { successEvent, type Toast } from './show-success';
import { useIdleFetch } from './use-idle-fetch';

declare global {
  // The nonce that the toast library sets on its style element.
  var __nonce__: string | undefined;
}

type LazyToasterProps = {
  /** The actions of `Undo` buttons. Next.js lets a page call only actions it references, and the user may have navigated since. */
  undoes?: FormAction[];
};

function fetchToaster() {
  // The nonce of the initial document: client-side navigations receive new nonces, but its policy stays in force.
  globalThis.__nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  return import('./toaster');
}

/** Draws the toaster with the first toast, and queues toasts until then. */
export function LazyToaster(_props: LazyToasterProps) {
  const [toaster, setToaster] = useState<ReactNode>(null);

  useIdleFetch(fetchToaster);
  useEffect(() => {
    const waiting: Toast[] = [];
    const load = async (event: Event) => {
      waiting.push((event as CustomEvent<Toast>).detail);
      const { Toaster } = await fetchToaster();
      setToaster(<Toaster waiting={waiting} />);
    };
    addEventListener(successEvent, load);
    return () => removeEventListener(successEvent, load);
  }, []);

  return toaster;
}
