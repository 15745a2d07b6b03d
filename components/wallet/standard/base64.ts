/** Decodes base64 from the server. Throws if invalid. */
export function readBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** For at most a few thousand bytes, because each is an argument of one call. */
export function writeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
