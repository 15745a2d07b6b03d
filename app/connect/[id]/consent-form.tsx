'use client';

import { type ReactNode, useEffect, useRef } from 'react';

/** A form that the browser itself sends, once: a second press would take the answer to the first one away. */
export function ConsentForm({ id, action, children }: { id: string; action: string; children: ReactNode }) {
  const isSent = useRef(false);
  useEffect(() => {
    // Out of the browser's memory, after the way back.
    const begin = () => {
      isSent.current = false;
    };
    addEventListener('pageshow', begin);
    return () => removeEventListener('pageshow', begin);
  }, []);
  return (
    <form
      id={id}
      method="post"
      action={action}
      onSubmit={(event) => {
        if (isSent.current) event.preventDefault();
        isSent.current = true;
      }}
    >
      {children}
    </form>
  );
}
