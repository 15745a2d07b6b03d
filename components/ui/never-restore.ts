/** Reloads this document instead of restoring it from the bfcache: it has sent or shown an account's data, even if the page is public. */
export function neverRestore(): void {
  window.onpagehide = ({ persisted }) => {
    document.documentElement.hidden = persisted;
    // Firefox restores form values even after a reload.
    for (const form of document.forms) form.reset();
  };
  window.onpageshow = ({ persisted }) => persisted && location.reload();
}
