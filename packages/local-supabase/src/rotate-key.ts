import type { SigningKeys } from './auth/signing-keys.ts';

/**
 * `POST /local/rotate-key`: rotates keys like the hosted dashboard. `?remove=old` removes the keys that no longer sign.
 * Returns the IDs of the valid keys.
 */
export async function rotateKey(signingKeys: SigningKeys, request: Request): Promise<Response> {
  if (request.method !== 'POST') return Response.json({ message: 'Send a POST request.' }, { status: 405 });
  const remove = new URL(request.url).searchParams.get('remove');
  if (remove === null) await signingKeys.rotate();
  else if (remove === 'old') await signingKeys.removeOld();
  else return Response.json({ message: 'Use `remove=old`. Nothing else is supported.' }, { status: 400 });
  return Response.json({ keys: signingKeys.keySet().keys.map(({ kid }) => kid) });
}
