/** Bytes of base64 text as the server writes it. Throws when it is none. */
export function readBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Writes at most a few thousand bytes, because each becomes an argument of one call. */
export function writeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
