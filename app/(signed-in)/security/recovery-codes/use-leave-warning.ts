import { useCallback, useEffect, useRef } from 'react';

/**
 * Has the browser ask before this page is left or loaded again, as long as what it shows only once is not saved. A press on
 * a link with `data-saves` saves it.
 * @returns to be called when it is saved another way.
 */
export function useLeaveWarning(): () => void {
  const isSaved = useRef(false);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!isSaved.current) event.preventDefault();
    };
    // The router leaves a page without asking. A link that is kept from it is followed by the browser, which asks.
    const keepFromRouter = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (link?.hasAttribute('data-saves')) isSaved.current = true;
      else if (link && !isSaved.current) event.stopPropagation();
    };
    addEventListener('beforeunload', warn);
    // Before the router, which listens at the document.
    addEventListener('click', keepFromRouter, { capture: true });
    return () => {
      removeEventListener('beforeunload', warn);
      removeEventListener('click', keepFromRouter, { capture: true });
    };
  }, []);
  return useCallback(() => {
    isSaved.current = true;
  }, []);
}
