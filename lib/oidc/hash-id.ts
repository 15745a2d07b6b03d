import { hash } from 'node:crypto';

/** What is stored in the place of a code, a token, or the id of a request: nobody who reads it can use it. */
export function hashId(id: string): string {
  return hash('sha256', id, 'base64url');
}
