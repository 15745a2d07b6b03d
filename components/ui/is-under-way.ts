/** Whether a form in an open dialog waits for its answer: the dialog stays until that has come. */
export function isUnderWay(): boolean {
  return document.querySelector('dialog[open] [aria-busy=true]') !== null;
}
