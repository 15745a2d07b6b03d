import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { idTokenAlgorithms } from './check-registration.ts';
import { isSecretTimestamp } from './client-secret.ts';
import { splitLines } from './make-addresses.ts';
import { clientIdShape } from './read-client.ts';

const code = (value: ErrorCode) => ({ error: value });
const GrantId = z.uuid(code('app.unknown'));

/** `page`: the number in the list, to return to. */
export const GrantReference = z.object({
  grantId: GrantId,
  page: z.coerce.number().optional().catch(undefined),
});
/** Without a wallet, the link of the user's page. */
export const SharedReference = GrantReference.extend({ walletId: z.uuid(code('app.unknown')).optional() });

/** Ten addresses of 500 characters, and separators. */
const longestList = 6000;

const Lines = z.string().max(longestList, code('app.redirect_invalid')).transform(splitLines);

/** Without scripts, an empty file field is sent as an empty file. */
const Logo = z
  .instanceof(File)
  .optional()
  .transform((file) => (file && file.size > 0 ? file : undefined));

const Details = z.object({
  name: z.string(),
  redirectUris: Lines,
  signOutUris: Lines,
  // Missing from forms of older pages: unchanged, or the default.
  algorithm: z.enum(idTokenAlgorithms).optional(),
  logo: Logo,
});
const ClientId = z.string().regex(clientIdShape, code('app.unknown'));

export const RegisterClient = Details.extend({ library: z.string(), homes: Lines });
export const ChangeClient = Details.partial().extend({
  clientId: ClientId,
  withoutLogo: z.literal('on').optional(),
});
export const ClientReference = z.object({ clientId: ClientId });
export const RotateSecret = ClientReference.extend({
  ending: z.enum(['newest', 'both']).optional(),
  // Missing or malformed, it identifies no secret, so none ends.
  newestMadeAt: z.string().refine(isSecretTimestamp).optional().catch(undefined),
});
