/** Values of `acr`: one factor, or two. A passkey counts as two. */
export const oneFactor = 'urn:countersign:1fa';
export const twoFactors = 'urn:countersign:2fa';

export function needsTwoFactors(acrValues: string | undefined): boolean {
  const wanted = acrValues?.split(' ') ?? [];
  return wanted.includes(twoFactors) && !wanted.includes(oneFactor);
}
