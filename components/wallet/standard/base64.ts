/** Bytes of base64 text as the server writes it. Throws when it is none. */
export function readBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** A few thousand bytes as base64 text. */
export function writeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
