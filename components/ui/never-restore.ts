/**
 * Reloads this document instead of restoring it from the bfcache, because it has sent or shown an account's data. Needed also for public
 * pages that the browser may store, because a client-side navigation keeps the document.
 */
export function neverRestore(): void {
  window.onpagehide = ({ persisted }) => {
    document.documentElement.hidden = persisted;
    // Firefox restores form values even after a reload.
    for (const form of document.forms) form.reset();
  };
  window.onpageshow = ({ persisted }) => persisted && location.reload();
}
