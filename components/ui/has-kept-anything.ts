/** Whether this tab may hold kept form values, without loading `form-draft.ts`. */
export function hasKeptAnything(): boolean {
  try {
    return sessionStorage.length > 0;
  } catch {
    // With storage blocked, nothing was kept.
    return false;
  }
}
