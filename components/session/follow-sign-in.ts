/** What someone may be in the middle of. */
const unfinished = 'dialog[open], [aria-busy=true], [data-busy]';

/** Loads this page again, so that the server leads on from it, unless someone is doing something here. */
export function followSignIn(): void {
  const typed = [...document.querySelectorAll('input')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
  if (!typed && !document.querySelector(unfinished)) location.replace(location.pathname + location.search);
}
