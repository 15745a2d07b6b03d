'use client';

import { useEffect } from 'react';
import { Toaster as HotToaster, toast, useToasterStore } from 'react-hot-toast';

const shownAtMost = 3;
const shownForMilliseconds = 4000;

/** Successes only; an error stays where it happened. At most 3 at a time, 4000 ms each, 356 px wide. */
export default function Toaster() {
  const { toasts } = useToasterStore();
  useEffect(() => {
    for (const tooMany of toasts.filter(({ visible }) => visible).slice(shownAtMost))
      toast.dismiss(tooMany.id);
  }, [toasts]);
  return (
    <HotToaster
      position="bottom-right"
      toastOptions={{
        duration: shownForMilliseconds,
        style: {
          width: 356,
          maxWidth: 'calc(100vw - 32px)',
          justifyContent: 'flex-start',
          padding: '12px 14px',
          background: 'var(--surface)',
          color: 'var(--ink)',
          border: '1px solid var(--hairline)',
          borderRadius: 10,
          boxShadow: 'var(--lifted)',
        },
        success: { iconTheme: { primary: 'var(--ink)', secondary: 'var(--surface)' } },
      }}
      containerStyle={{ bottom: 'calc(16px + env(safe-area-inset-bottom))' }}
      containerClassName="toasts"
    />
  );
}
