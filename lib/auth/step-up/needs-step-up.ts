export function needsStepUp(code: string): boolean {
  return (
    code === 'auth.recent_auth_required' || code === 'auth.second_factor_required' || needsAuthenticator(code)
  );
}

/** Whether only an authenticator's code will do: Auth asks for it at this change, whatever opened the session. */
export function needsAuthenticator(code: string): boolean {
  return code === 'auth.authenticator_code_required';
}
