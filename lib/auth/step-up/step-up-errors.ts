/** Whether a retry succeeds once the user has confirmed that it's them. Kept short, because every page with a form loads it. */
export function isStepUpError(code: string): boolean {
  return /^auth\.\w+_required$/.test(code);
}

/** Whether only an authenticator's code suffices: Auth requires it for this change, however the session began. */
export function isAuthenticatorError(code: string): boolean {
  return code === 'auth.authenticator_code_required';
}
