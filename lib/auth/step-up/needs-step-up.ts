/** Whether the same request is accepted once the person has confirmed who they are. Short, because every page with a form loads it. */
export function needsStepUp(code: string): boolean {
  return /^auth\.\w+_required$/.test(code);
}

/** Whether only an authenticator's code will do: Auth asks for it at this change, whatever opened the session. */
export function needsAuthenticator(code: string): boolean {
  return code === 'auth.authenticator_code_required';
}
