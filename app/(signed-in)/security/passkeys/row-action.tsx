'use client';

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { buttonClasses } from '@/components/ui/button';
import { hasKeptAnything } from '@/components/ui/has-kept-anything';

type RowActionProps = {
  /** What the link says, like `Rename`. */
  action: string;
  /** Which passkey, for those who don't see it beside its name. */
  object: string;
  /** The form. `close` hides it again and gives the focus back. */
  children: (close: () => void) => ReactNode;
};

/** One action of a row, whose form it opens beneath. With scripts a closed form is not on the page. */
export function RowAction({ action, object, children }: RowActionProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [hasForm, setHasForm] = useState(true);

  useLayoutEffect(() => {
    const element = details.current;
    if (element?.querySelector('[aria-invalid=true], [role=alert]')) element.open = true;
    // What was kept for the form opens it.
    setHasForm(element?.open || hasKeptAnything());
  }, []);

  const close = () => {
    const element = details.current;
    if (!element?.open) return;
    element.open = false;
    element.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={details}
      className="open:basis-full"
      onToggle={({ currentTarget: element }) => {
        // One that is under way still says how it ended.
        if (!element.open && element.querySelector('[aria-busy=true]')) return;
        flushSync(() => setHasForm(element.open));
        if (element.open && document.activeElement === element.querySelector('summary'))
          element.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
      }}
    >
      <summary className={buttonClasses('quiet', '-ml-2.5 list-none [&::-webkit-details-marker]:hidden')}>
        <span>
          {action}
          <span className="sr-only"> {object}</span>…
        </span>
      </summary>
      <div className="mt-1 mb-2 tall-controls grid max-w-form gap-3 rounded-control border border-hairline bg-sunken px-3.5 py-3">
        {hasForm ? children(close) : null}
      </div>
    </details>
  );
}
