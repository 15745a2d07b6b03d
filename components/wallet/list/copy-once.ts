/**
 * Copies a text if `isWell` resolves to true. Begins at once, because some browsers allow copying only during a press.
 * @returns false if nothing was copied. The failure is the caller's to handle.
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
