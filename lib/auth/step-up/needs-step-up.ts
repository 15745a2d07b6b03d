/** Whether someone who confirms who they are is let through then. By pattern, since every form carries this. */
export function needsStepUp(code: string): boolean {
  return /^auth\.\w+_required$/.test(code);
}

/** Whether only an authenticator's code will do: Auth asks for it at this change, whatever opened the session. */
export function needsAuthenticator(code: string): boolean {
  return code === 'auth.authenticator_code_required';
}
