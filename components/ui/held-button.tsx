'use client';

import { ServerInsertedHTMLContext } from 'next/navigation';
import { type ComponentProps, useContext } from 'react';
import { Button } from './button';
import holdPressesScript from './hold-presses.inline';

// The script may be missing after a client-side navigation. This runs before the component does.
if (typeof document !== 'undefined') {
  const script = document.createElement('script');
  script.text = holdPressesScript;
  document.head.append(script);
}

type HeldButtonProps = Omit<ComponentProps<typeof Button>, 'aria-disabled'> & {
  isBusy?: boolean;
};

/** Ignores accidental presses: its page must have been still and in the foreground for a moment (`hold-presses.inline.ts`). */
export function HeldButton({ isBusy = false, ...rest }: HeldButtonProps) {
  useScriptAhead();
  // The script sets aria-disabled before hydration.
  return <Button {...rest} data-held={isBusy ? 'busy' : ''} suppressHydrationWarning />;
}

/** Documents that have the script, identified by their insert function. */
const documents = new WeakSet<object>();

/** Inserts the script into the server's HTML before this button, outside what React hydrates. */
function useScriptAhead(): void {
  const insert = useContext(ServerInsertedHTMLContext);
  if (!insert || documents.has(insert)) return;
  documents.add(insert);
  let isWritten = false;
  // React calls this before each part of the document.
  insert(() => {
    if (isWritten) return null;
    isWritten = true;
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
    return <script dangerouslySetInnerHTML={{ __html: holdPressesScript }} />;
  });
}
