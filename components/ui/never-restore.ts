/**
 * Keeps the browser from showing this document again out of its back-forward cache, because it has sent or shown what is an
 * account's. It may have begun as a public page, which the browser may keep, and gone on without a new document.
 */
export function neverRestore(): void {
  window.onpagehide = ({ persisted }) => {
    document.documentElement.hidden = persisted;
    // Firefox fills forms in again even after a reload.
    for (const form of document.forms) form.reset();
  };
  window.onpageshow = ({ persisted }) => persisted && location.reload();
}
