/** Moves the focus unless an element has it. With a fragment, waits until after load, because Chromium moves the focus then. */
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
