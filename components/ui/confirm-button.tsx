'use client';

import { type ReactNode, useState } from 'react';
import type { FormAction } from './action-form';
import { Button, type buttonClasses } from './button';
import { ButtonForm } from './button-form';
import { isDialogPending } from './dialog-state';
import { HeldSubmitButton } from './held-submit-button';
import { PartUnloaded } from './part-unloaded';
import { useLazyPart } from './use-lazy-part';

type ConfirmButtonProps = {
  /** The label of both the opening and the confirming button. */
  label: string;
  /** Replaces the label for screen readers where several buttons share it. Must begin with the label. */
  name?: string;
  variant?: Parameters<typeof buttonClasses>[0];
  className?: string;
  heading: string;
  children: ReactNode;
  action: FormAction;
  values: Record<string, string>;
  pendingLabel: string;
};

/** A button for irreversible actions, which opens a confirmation dialog. Without scripts, the confirmation is on the page. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, name, variant = 'danger', className = '', heading, children, ...form } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { Part: Dialog, loading, load } = useLazyPart(async () => (await import('./dialog')).Dialog);
  const question = (
    <div className="grid gap-4">
      <p className="[overflow-wrap:anywhere]">{children}</p>
      <ButtonForm
        {...form}
        name={name}
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
        className={`no-js:hidden [overflow-wrap:anywhere] ${className}`}
        aria-haspopup="dialog"
        aria-label={name}
        onClick={() => {
          load();
          setIsOpen(true);
        }}
      >
        {label}
      </Button>
      {isOpen && loading === 'failed' ? <PartUnloaded /> : null}
      {Dialog ? (
        <Dialog isOpen={isOpen} heading={heading} onClose={() => setIsOpen(isDialogPending())}>
          {isOpen ? question : null}
        </Dialog>
      ) : null}
      <noscript>{question}</noscript>
    </>
  );
}
