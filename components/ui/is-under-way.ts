/** Whether a form in an open dialog is pending. The dialog must then stay open. */
export function isUnderWay(): boolean {
  return document.querySelector('dialog[open] [aria-busy=true]') !== null;
}
