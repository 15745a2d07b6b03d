/** Whether a refusal goes away by confirming on `/confirm-access`. */
export function needsStepUp(code: string): boolean {
  return code === 'auth.recent_auth_required' || code === 'auth.second_factor_required';
}
