/** Assurance for `acr`: one factor, or two. A passkey counts as two. */
export const oneFactor = 'urn:countersign:1fa';
export const twoFactors = 'urn:countersign:2fa';

/** Whether an app takes nothing less than two factors: it names that and not the other. */
export function needsTwoFactors(acrValues: string | undefined): boolean {
  const wanted = acrValues?.split(' ') ?? [];
  return wanted.includes(twoFactors) && !wanted.includes(oneFactor);
}
