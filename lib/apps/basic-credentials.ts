/** An app's id and secret, as an HTTP request sends them. */
export type ClientCredentials = { clientId: string; secret: string };

/** Parses `Authorization: Basic` (RFC 6749 2.3.1). Ids and secrets read alike plain or form-encoded. @returns null for other headers. */
export function readBasicCredentials(authorization: string | null): ClientCredentials | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const [, id = '', secret] = /^([^:]*):([\s\S]*)$/.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  if (secret === undefined) return null;
  try {
    return { clientId: decodeFormPart(id), secret: decodeFormPart(secret) };
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function decodeFormPart(part: string): string {
  return decodeURIComponent(part.replaceAll('+', ' '));
}
