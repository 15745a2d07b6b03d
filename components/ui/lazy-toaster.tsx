'use client';

import dynamic from 'next/dynamic';

declare global {
  // Where the toasts' style library looks for the nonce of its style element.
  var __nonce__: string | undefined;
}

/** Nothing shows a toast before the page is usable, so its code comes after. */
export const LazyToaster = dynamic(
  () => {
    // The nonce of the document, which lives on through navigations, each of which answers with a nonce of its own.
    globalThis.__nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
    return import('./toaster');
  },
  { ssr: false },
);
