/**
 * Moves the focus on a page that may still be loading, unless something has it by then. If the address names a place,
 * Chromium takes the focus away again at the load or the first frame after it.
 */
export function focusOnceLoaded(find: () => HTMLElement | null): void {
  const focus = () => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) find()?.focus();
  };
  const atNextFrame = () => requestAnimationFrame(focus);
  if (location.hash === '') focus();
  else if (document.readyState === 'complete') atNextFrame();
  else addEventListener('load', atNextFrame, { once: true });
}
