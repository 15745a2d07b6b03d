import { createContext } from 'react';

export const CloseDialogContext = createContext<() => void>(() => undefined);

/** Whether a form in an open dialog is pending. The dialog must then stay open. */
export function isDialogPending(): boolean {
  return document.querySelector('dialog[open] [aria-busy=true]') !== null;
}
