'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import { buttonClasses } from './button';
import { Icon } from './icon';

export type Copying = 'idle' | 'copied' | 'refused';

const saidForMilliseconds = 2000;

type CopyButtonProps = {
  label: string;
  /** Completes the label for screen readers where several buttons share it, like "of Savings". */
  what?: string;
  text?: string;
  /** The id of the element whose visible text to copy, so that the page doesn't contain the text twice. */
  textOf?: string;
  /** The field with the text, selected if copying fails. */
  field?: RefObject<HTMLInputElement | null>;
  /** The state of a copy that another control began. The button shows it and takes the focus. */
  copying?: Copying;
  isButton?: boolean;
  isTool?: boolean;
  hasIcon?: boolean;
  onCopied?: () => void;
};

/** Copies text that the page also shows in full, so that it can be copied by hand. Hidden without JavaScript. */
export function CopyButton(props: CopyButtonProps) {
  const { label, what, text, textOf = '', field, copying: begun = 'idle' } = props;
  const { isButton = field !== undefined, isTool = false, hasIcon = false, onCopied } = props;
  const [copying, setCopying] = useState<Copying>('idle');
  const button = useRef<HTMLButtonElement>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text ?? document.getElementById(textOf)?.innerText ?? '');
      setCopying('copied');
      onCopied?.();
    } catch {
      // No permission, or an insecure context.
      setCopying('refused');
      field?.current?.select();
    }
  };

  useEffect(() => {
    if (begun === 'idle') return;
    setCopying(begun);
    if (begun === 'copied') button.current?.focus();
    else field?.current?.select();
  }, [begun, field]);

  useEffect(() => {
    if (copying !== 'copied') return;
    const timer = setTimeout(() => setCopying('idle'), saidForMilliseconds);
    return () => clearTimeout(timer);
  }, [copying]);

  return (
    <span className={`print:hidden no-js:hidden ${field ? 'contents' : ''}`}>
      <button
        ref={button}
        type="button"
        onClick={copy}
        aria-label={isTool ? label : undefined}
        className={
          isTool ? 'tool' : buttonClasses(isButton ? 'secondary' : 'quiet', isButton ? 'bg-surface' : '')
        }
      >
        {hasIcon ? <Icon name="copy" /> : null}
        {isTool ? (
          <Icon name={copying === 'copied' ? 'tick' : 'copy'} />
        ) : (
          <CopiedLabel label={label} isCopied={copying === 'copied'} />
        )}
        {what ? <span className="sr-only"> {what}</span> : null}
      </button>
      <span role="status" className={`text-small text-muted ${field ? 'col-span-2' : ''}`}>
        {copying === 'copied' ? <span className="sr-only">Copied</span> : null}
        {copying === 'refused' ? (
          <span className={field ? '' : 'ml-3'}>
            {field ? 'Selected. Copy it from there.' : 'Select it above and copy it from there.'}
          </span>
        ) : null}
      </span>
    </span>
  );
}

/** Overlays the label, because a longer label would move the button and its neighbors. */
function CopiedLabel({ label, isCopied }: { label: string; isCopied: boolean }) {
  return (
    <span className="grid justify-items-center *:col-start-1 *:row-start-1">
      <span className={isCopied ? 'opacity-0' : undefined}>{label}</span>
      {isCopied ? (
        <span aria-hidden="true" className="inline-flex items-center gap-1.5">
          <Icon name="tick" size={14} />
          Copied
        </span>
      ) : null}
    </span>
  );
}
