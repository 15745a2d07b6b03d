/**
 * Copies a text if `isWell` resolves to true. Calls the clipboard immediately: some browsers allow it only during a press.
 * @returns false if nothing was copied. The caller handles a rejection of `isWell`.
 */
export async function copyOnce(isWell: Promise<boolean>, text: string): Promise<boolean> {
  const wanted = isWell.then((well) => {
    if (!well) throw new Error('There is nothing to copy');
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
