'use client';

import { ServerInsertedHTMLContext } from 'next/navigation';
import { type ComponentProps, useContext } from 'react';
import { Button } from './button';
import { holdPressesScript } from './hold-presses-script';

// The document of a page that came by a link may lack the script. A component's file runs before the component does.
if (typeof document !== 'undefined') {
  const script = document.createElement('script');
  script.text = holdPressesScript;
  document.head.append(script);
}

type HeldButtonProps = Omit<ComponentProps<typeof Button>, 'aria-disabled'> & {
  /** Its form is under way. */
  isBusy?: boolean;
};

/** A button that takes no accidental press: its page must have been still and in front for a moment. */
export function HeldButton({ isBusy = false, ...rest }: HeldButtonProps) {
  useScriptAhead();
  // The script writes aria-disabled before React takes the page over.
  return <Button {...rest} data-held={isBusy ? 'busy' : ''} suppressHydrationWarning />;
}

/** The documents that have the script, each by what puts something into it. */
const documents = new WeakSet<object>();

/** Puts the script into the document that the server is writing, before this button. It is no part of what React sends to hydrate. */
function useScriptAhead(): void {
  const insert = useContext(ServerInsertedHTMLContext);
  if (!insert || documents.has(insert)) return;
  documents.add(insert);
  let isWritten = false;
  // Asked before each part of the document.
  insert(() => {
    if (isWritten) return null;
    isWritten = true;
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
    return <script dangerouslySetInnerHTML={{ __html: holdPressesScript }} />;
  });
}
