const unfinished = 'dialog[open], [aria-busy=true], [data-busy]';

/** Reloads the page so that the server redirects it, unless the user has typed or a dialog or form is active. */
export function reloadAfterSignIn(): void {
  const typed = [...document.querySelectorAll('input')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
  if (!typed && !document.querySelector(unfinished)) location.replace(location.pathname + location.search);
}
