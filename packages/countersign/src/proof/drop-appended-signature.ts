/**
 * The mobile adapter appends the signature to what it signed; it is used up and stored without it. All are base64.
 * @returns the signed bytes as they came when nothing was appended.
 */
export function dropAppendedSignature(signedBytes: string, signature: string): string {
  const bytes = Buffer.from(signedBytes, 'base64');
  const appended = Buffer.from(signature, 'base64');
  const isAppended = bytes.length > 64 && bytes.subarray(-64).equals(appended);
  return isAppended ? bytes.subarray(0, -64).toString('base64') : signedBytes;
}
