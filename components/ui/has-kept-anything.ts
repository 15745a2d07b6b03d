/** Whether this tab may hold what was typed into a form (`form-draft.ts`), without loading what knows more. */
export function hasKeptAnything(): boolean {
  try {
    return sessionStorage.length > 0;
  } catch {
    // Storage is blocked: then nothing was kept either.
    return false;
  }
}
