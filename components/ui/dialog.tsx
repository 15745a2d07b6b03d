'use client';

import { type MouseEvent, type ReactNode, useEffect, useId, useReducer, useRef } from 'react';
import { buttonClasses } from './button';

const alone =
  'max-h-[calc(100dvh-32px)] wide:w-(--form) wide:m-auto wide:rounded-dialog wide:duration-120 wide:starting:open:translate-y-0 wide:starting:open:opacity-0';
const inHalves =
  'max-h-[calc(100dvh-84px)] halves:w-(--page) halves:m-auto halves:rounded-dialog halves:duration-120 halves:starting:open:translate-y-0 halves:starting:open:opacity-0';

/**
 * A modal dialog, labeled by its heading. Escape, `Close` and a click on the overlay call `onClose`; the owner closes it. Focus begins on
 * the heading and returns to the previous element. Ignores the rest of the double click that opened it or changed its step. A bottom sheet
 * on phones, else 432 px wide. With `beside`, a sheet up to 720 px, else 688 px wide in two halves.
 */
export function Dialog(props: {
  isOpen: boolean;
  heading: string;
  onClose: () => void;
  beside?: ReactNode;
  children: ReactNode;
}) {
  const { isOpen, heading, onClose, beside, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const pressBegan = useRef<EventTarget | null>(null);
  const presses = useRef(0);
  const [forcedClosings, countForcedClosing] = useReducer((count: number) => count + 1, 0);
  const headingId = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the browser closed and its owner didn't is opened again.
  useEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return;
    presses.current = 0;
    const opener = document.activeElement;
    document.documentElement.dataset.dialog = '';
    element.showModal();
    title.current?.focus();
    return () => {
      element.close();
      // When two dialogs close together, the outer one closes first.
      if (!document.querySelector('dialog[open]')) delete document.documentElement.dataset.dialog;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [isOpen, forcedClosings]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new heading means that another step has taken over.
  useEffect(() => {
    const focused = document.activeElement;
    presses.current = 0;
    const isKept = focused !== dialog.current && dialog.current?.contains(focused);
    if (isOpen && !isKept) title.current?.focus();
  }, [isOpen, heading]);

  // Ignores a drag that begins inside and ends on the overlay, such as selecting text.
  const closeFromOverlay = (event: MouseEvent) => {
    if (event.target === dialog.current && pressBegan.current === dialog.current) onClose();
  };

  // The first press of the double click hit the element that was here before.
  const dropRestOfDoubleClick = (event: MouseEvent) => {
    if (event.detail <= 1 || event.detail <= presses.current) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which the browser reports as cancel.
    <dialog
      ref={dialog}
      aria-labelledby={headingId}
      className={`${beside ? inHalves : alone} m-0 mt-auto w-full max-w-none overflow-y-auto overscroll-contain rounded-t-dialog border border-transparent bg-surface text-ink shadow-lifted transition-[opacity,translate] duration-180 backdrop:bg-overlay backdrop:transition-opacity backdrop:duration-120 starting:open:translate-y-full starting:open:backdrop:opacity-0`}
      onPointerDown={(event) => {
        pressBegan.current = event.target;
        presses.current += 1;
      }}
      onMouseDownCapture={dropRestOfDoubleClick}
      onClickCapture={dropRestOfDoubleClick}
      onClick={closeFromOverlay}
      onCancel={(event) => {
        // React also bubbles the event of a nested dialog.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // Browsers may close a dialog without `cancel`, e.g. on a second Escape.
        if (!isOpen || dialog.current?.open) return;
        onClose();
        countForcedClosing();
      }}
    >
      <div
        className={
          beside ? 'in-halves' : 'tall-controls px-5 pt-3 pb-[max(20px,env(safe-area-inset-bottom))]'
        }
      >
        <div className="mb-3 flex items-start justify-between gap-3">
          <h2
            ref={title}
            id={headingId}
            tabIndex={-1}
            className="min-w-0 pt-1.5 text-large max-wide:pt-2.5 font-semibold outline-none [overflow-wrap:anywhere]"
          >
            {heading}
          </h2>
          <button
            type="button"
            aria-label="Close"
            className={buttonClasses('quiet', '-mr-2.5 size-9 shrink-0 px-0 max-wide:size-11')}
            onClick={onClose}
          >
            <svg
              aria-hidden="true"
              width="14"
              height="14"
              viewBox="0 0 14 14"
              stroke="currentColor"
              strokeWidth="1.5"
            >
              <path d="M1 1l12 12M13 1L1 13" />
            </svg>
          </button>
        </div>
        {beside ? <div>{beside}</div> : null}
        {beside ? <div>{children}</div> : children}
      </div>
    </dialog>
  );
}
