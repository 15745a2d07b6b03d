/**
 * Copies a text if something turns out well that was begun by the same press. The copying begins at once, because some browsers
 * allow it only during the press.
 * @returns false if it turned out otherwise or failed, or the browser lets nothing be copied. The failure is the caller's to handle.
 */
export async function copyOnce(isWell: Promise<boolean>, text: string): Promise<boolean> {
  const wanted = isWell.then((well) => {
    if (!well) throw new Error('There is nothing to copy');
    return new Blob([text], { type: 'text/plain' });
  });
  // A browser that refuses before it waits leaves nobody else to hear of it.
  wanted.catch(() => undefined);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': wanted })]);
    return true;
  } catch {
    // No permission, no secure context, or nothing to copy.
    return false;
  }
}
