'use client';

import { useState } from 'react';
import { buttonClasses } from './ui/button';
import { Icon } from './ui/icon';

type Copying = 'idle' | 'copied' | 'refused';

type CopyButtonProps = {
  label: string;
  /** What a screen reader says after the label, where it alone doesn't tell this button from others, like "of Savings". */
  what?: string;
  text?: string;
  /** The id of the element whose text it copies, where `text` would send it to browsers twice. */
  textOf?: string;
  /** Among other buttons with pictures. */
  hasIcon?: boolean;
  onCopied?: () => void;
};

/** Copies what stands in full beside it, so that without permission it can be selected there. Without JavaScript it is not shown. */
export function CopyButton({ label, what, text, textOf = '', hasIcon = false, onCopied }: CopyButtonProps) {
  const [copying, setCopying] = useState<Copying>('idle');

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text ?? document.getElementById(textOf)?.textContent ?? '');
      setCopying('copied');
      onCopied?.();
    } catch {
      // No permission, or no secure context.
      setCopying('refused');
    }
  };

  return (
    <span className="print:hidden [@media(scripting:none)]:hidden">
      <button type="button" onClick={copy} className={buttonClasses('quiet')}>
        {hasIcon ? <Icon name="copy" /> : null}
        <InItsPlace label={label} isCopied={copying === 'copied'} />
        {what ? <span className="sr-only"> {what}</span> : null}
      </button>
      <span role="status" className="text-small text-muted">
        {copying === 'copied' ? <span className="sr-only">Copied</span> : null}
        {copying === 'refused' ? <span className="ml-3">Select it above and copy it from there.</span> : null}
      </span>
    </span>
  );
}

/** Says so where the label stood: words beside it would push its neighbours away, and itself from under the pointer. */
function InItsPlace({ label, isCopied }: { label: string; isCopied: boolean }) {
  return (
    <span className="grid justify-items-center *:col-start-1 *:row-start-1">
      <span className={isCopied ? 'opacity-0' : undefined}>{label}</span>
      {isCopied ? <span aria-hidden="true">Copied</span> : null}
    </span>
  );
}
