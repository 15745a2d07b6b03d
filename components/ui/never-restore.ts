/**
 * Keeps the browser from showing this document again out of its back-forward cache, because it has sent or shown what is an
 * account's. It may have begun as a public page, which the browser may keep, and gone on without a new document.
 */
export function neverRestore(): void {
  window.onpagehide = () => {
    document.documentElement.hidden = true;
  };
  window.onpageshow = ({ persisted }) => persisted && location.reload();
}
