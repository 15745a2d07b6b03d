/**
 * Copies a text if `succeeded` resolves to true. Calls the clipboard immediately: some browsers allow it only during a press.
 * @returns false if nothing was copied. The caller handles a rejection of `succeeded`.
 */
export async function copyAfter(succeeded: Promise<boolean>, text: string): Promise<boolean> {
  const wanted = succeeded.then((isSuccess) => {
    if (!isSuccess) throw new Error('There is nothing to copy');
    return new Blob([text], { type: 'text/plain' });
  });
  // Prevents an unhandled rejection if the browser refuses before it awaits this.
  wanted.catch(() => undefined);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': wanted })]);
    return true;
  } catch {
    // No permission, an insecure context, or nothing to copy.
    return false;
  }
}
