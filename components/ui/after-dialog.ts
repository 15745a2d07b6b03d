/** Runs once no dialog is open. A dialog that closes returns the focus before. @returns a function that cancels it. */
export function afterDialog(run: () => void): (() => void) | undefined {
  const dialog = document.querySelector('dialog[open]');
  if (!dialog) return void run();
  dialog.addEventListener('close', run, { once: true });
  return () => dialog.removeEventListener('close', run);
}
