const signatureLengthInBytes = 64;

/**
 * Takes apart what a wallet app gives for a signed message: the message with its signature behind it, or, from some apps,
 * the signature alone. The message is handed on as the app gave it: what it is worth is for the server to say.
 */
export function splitSignedPayload(
  payload: Uint8Array,
  asked: Uint8Array,
): { signedMessage: Uint8Array; signature: Uint8Array } {
  const isSignatureAlone = payload.length === signatureLengthInBytes;
  return {
    signedMessage: isSignatureAlone ? asked : payload.slice(0, -signatureLengthInBytes),
    signature: payload.slice(-signatureLengthInBytes),
  };
}
