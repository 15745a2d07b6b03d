/**
 * Removes the signature that the mobile adapter appends to the signed bytes, which are used and stored without it. All values are base64.
 * @returns the input if no signature is appended
 */
export function dropAppendedSignature(signedBytes: string, signature: string): string {
  const bytes = Buffer.from(signedBytes, 'base64');
  const appended = Buffer.from(signature, 'base64');
  const isAppended = bytes.length > 64 && bytes.subarray(-64).equals(appended);
  return isAppended ? bytes.subarray(0, -64).toString('base64') : signedBytes;
}
