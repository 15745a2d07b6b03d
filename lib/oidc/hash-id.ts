import { hash } from 'node:crypto';

/** Stored in place of a code, a token, or a request's id, so that a reader can't use it. */
export function hashId(id: string): string {
  return hash('sha256', id, 'base64url');
}
