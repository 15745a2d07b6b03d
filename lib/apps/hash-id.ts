import { hash } from 'node:crypto';

/** Hashes a code, a token or a request's id (SHA-256, base64url): the database stores only the hash, which can't be used in its place. */
export function hashId(id: string): string {
  return hash('sha256', id, 'base64url');
}
