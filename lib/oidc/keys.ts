import 'server-only';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import { type IdTokenAlgorithm, idTokenAlgorithms } from '../apps/check-registration.ts';
import { errorOf } from '../backend-unavailable.ts';
import { environment } from '../env.ts';
import { seal, unseal } from '../http/seal.ts';
import { logError } from '../log/log.ts';
import { callFunction } from '../supabase/call-function.ts';

const Kept = z.object({
  keys: z.array(z.object({ kid: z.string(), alg: z.enum(idTokenAlgorithms), sealedKey: z.string() })),
  due: z.array(z.enum(idTokenAlgorithms)),
});
type Kept = z.infer<typeof Kept>;

const sealedAs = 'oauth key';

/**
 * The keys that sign ID tokens, for each algorithm the current key first. Makes keys that are due; the database decides which process's
 * key is kept, and when it signs: a day after publication, except for the first. Throws during an outage.
 * @param isFirst if false, throws rather than make new keys if none opens: during a rotation of the secret key, this process can't open
 * keys sealed with the newer one.
 */
export async function readKeys({ isFirst = true } = {}): Promise<JWK[]> {
  let kept = await call('list_oauth_keys', {});
  for (const alg of kept.due) kept = await addKey(alg, false);
  let open = await openKeys(kept);
  for (const alg of idTokenAlgorithms) {
    if (open.some((key) => key.alg === alg)) continue;
    if (!isFirst) throw new Error(`None of the provider's ${alg} keys can be decrypted`);
    logError(
      'app.keys_replaced',
      `This server's secret key decrypts none of the provider's ${alg} keys, so the provider gets a new one.`,
    );
    open = await openKeys(await addKey(alg, true));
  }
  return open;
}

async function addKey(alg: IdTokenAlgorithm, noneOpens: boolean): Promise<Kept> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const sealed = sealKey({ ...jwk, kid, alg, use: 'sig' });
  return call('add_oauth_key', {
    p_kid: kid,
    p_alg: alg,
    p_sealed_key: sealed,
    p_none_opens: noneOpens,
  });
}

async function call(name: 'list_oauth_keys' | 'add_oauth_key', parameters: object): Promise<Kept> {
  const answer = await callFunction(name, parameters as never);
  if (!answer.ok) throw errorOf('The keys of the provider could not be read', answer);
  return Kept.parse(answer.rows);
}

const sealKey = (jwk: JWK) =>
  seal(JSON.stringify(jwk), { name: sealedAs, secretKey: environment().supabaseSecretKey });

async function openKeys({ keys }: Kept): Promise<JWK[]> {
  const { secretKeys } = environment();
  const opened: JWK[] = [];
  for (const { kid, sealedKey: sealed } of keys) {
    const text = unseal(sealed, { name: sealedAs, secretKeys });
    if (text === null) continue;
    const jwk = JSON.parse(text) as JWK;
    opened.push(jwk);
    // Reseals a key that only the previous secret key opens, before that one is dropped.
    if (unseal(sealed, { name: sealedAs, secretKeys: secretKeys.slice(0, 1) }) === null)
      await callFunction('reseal_oauth_key', { p_kid: kid, p_was: sealed, p_sealed_key: sealKey(jwk) });
  }
  return opened;
}
