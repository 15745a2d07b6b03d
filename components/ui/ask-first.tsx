'use client';

import { type ReactNode, useState } from 'react';
import { Button, type buttonClasses } from './button';
import { isUnderWay } from './is-under-way';
import { PartUnloaded } from './part-unloaded';
import { usePart } from './use-part';

type AskFirstProps = {
  /** What the button says. */
  label: string;
  /** What a screen reader says, where the label alone doesn't tell this button from its neighbors. Begins with it. */
  name: string;
  variant: Parameters<typeof buttonClasses>[0];
  className?: string;
  /** The question. */
  heading: string;
  /** What the press means, and the form that does it. */
  children: ReactNode;
};

/** The button of what can't be taken back: it opens a dialog that asks. Without scripts the question stands on the page. */
export function AskFirst({ label, name, variant, className, heading, children }: AskFirstProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { Part: Dialog, isLost, load } = usePart(async () => (await import('./dialog')).Dialog);
  return (
    <>
      <Button
        variant={variant}
        className={`[@media(scripting:none)]:hidden ${className ?? ''}`}
        aria-haspopup="dialog"
        aria-label={name}
        onPointerEnter={() => isOpen || load()}
        onFocus={() => isOpen || load()}
        onClick={() => {
          load();
          setIsOpen(true);
        }}
      >
        {label}
      </Button>
      {isOpen && isLost ? <PartUnloaded /> : null}
      {Dialog ? (
        <Dialog isOpen={isOpen} heading={heading} onClose={() => setIsOpen(isUnderWay())}>
          {isOpen ? children : null}
        </Dialog>
      ) : null}
      <noscript>{children}</noscript>
    </>
  );
}
