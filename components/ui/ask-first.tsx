'use client';

import { type ReactNode, useState } from 'react';
import type { FormAction } from './action-form';
import { Button, type buttonClasses } from './button';
import { ButtonForm } from './button-form';
import { HeldSubmitButton } from './held-submit-button';
import { isUnderWay } from './is-under-way';
import { PartUnloaded } from './part-unloaded';
import { usePart } from './use-part';

type AskFirstProps = {
  /** The label of both buttons: the one that asks, and the one that does it. */
  label: string;
  /** Replaces the label for screen readers where it alone doesn't tell this button from its neighbors. Begins with it. */
  name?: string;
  variant?: Parameters<typeof buttonClasses>[0];
  className?: string;
  heading: string;
  children: ReactNode;
  action: FormAction;
  values: Record<string, string>;
  pendingLabel: string;
};

/** A button for what can't be taken back: it opens a dialog that asks. Without scripts, the question is on the page. */
export function AskFirst(props: AskFirstProps) {
  const { label, name, variant = 'danger', className = '', heading, children, ...form } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { Part: Dialog, isLost, load } = usePart(async () => (await import('./dialog')).Dialog);
  const question = (
    <div className="grid gap-4">
      <p className="[overflow-wrap:anywhere]">{children}</p>
      <ButtonForm
        {...form}
        {...(name && { name })}
        label={label}
        variant="danger"
        className="[overflow-wrap:anywhere]"
        Submit={HeldSubmitButton}
      />
    </div>
  );
  return (
    <>
      <Button
        variant={variant}
        className={`[@media(scripting:none)]:hidden [overflow-wrap:anywhere] ${className}`}
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
          {isOpen ? question : null}
        </Dialog>
      ) : null}
      <noscript>{question}</noscript>
    </>
  );
}
