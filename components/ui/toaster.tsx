'use client';

import { useEffect } from 'react';
import { Toaster as HotToaster, toast, useToasterStore } from 'react-hot-toast';
import { successEvent } from './show-success';

const shownAtMost = 3;
const shownForMilliseconds = 4000;
const widthInPixels = 356;

export type ToasterProps = {
  /** The successes that this code was loaded for. Emptied once they are shown. */
  waiting: string[];
};

/** At most 3 toasts at a time, 4000 ms each, 356 px wide where the screen is. */
export function Toaster({ waiting }: ToasterProps) {
  const { toasts } = useToasterStore();

  useEffect(() => {
    for (const text of waiting.splice(0)) toast.success(text);
    const show = (event: Event) => toast.success((event as CustomEvent<string>).detail);
    addEventListener(successEvent, show);
    return () => removeEventListener(successEvent, show);
  }, [waiting]);

  useEffect(() => {
    for (const { id } of toasts.filter(({ visible }) => visible).slice(shownAtMost)) toast.dismiss(id);
  }, [toasts]);

  return (
    <HotToaster
      position="bottom-right"
      containerStyle={{ bottom: 'var(--toast-bottom)' }}
      toastOptions={{
        duration: shownForMilliseconds,
        style: {
          width: widthInPixels,
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
    />
  );
}
