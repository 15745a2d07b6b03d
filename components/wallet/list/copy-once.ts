/**
 * Copies a text if something turns out well that was begun by the same press. The copying begins at once, because some browsers
 * allow it only during the press.
 * @returns false if it turned out otherwise, or the browser lets nothing be copied.
 */
export async function copyOnce(isWell: Promise<boolean>, text: string): Promise<boolean> {
  const wanted = isWell.then((well) => {
    if (!well) throw new NotWanted();
    return new Blob([text], { type: 'text/plain' });
  });
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': wanted })]);
    return true;
  } catch {
    // No permission, no secure context, or nothing to copy.
    return false;
  } finally {
    await wanted.catch((error) => {
      if (!(error instanceof NotWanted)) throw error;
    });
  }
}

class NotWanted extends Error {}
