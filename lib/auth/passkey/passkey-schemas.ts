import { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import { code, Next } from '../../forms/auth-schemas.ts';
import { isPlainLabel } from '../../wallets/wallet-schemas.ts';

/** Credentials are under 2 kB; a long attestation needs more. */
const largestCredentialInBytes = 16 * 1024;

const Base64Url = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** Keys that aren't listed are dropped. */
const Shared = {
  id: Base64Url.max(1400),
  rawId: Base64Url.max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish().catch(undefined),
};

const Assertion = z.object({
  ...Shared,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.max(100).nullish(),
  }),
});

const Registration = z.object({
  ...Shared,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    authenticatorData: Base64Url.optional().catch(undefined),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional()
      .catch(undefined),
  }),
});

/** One error for every malformed credential, since browsers send none. The size counts only the fields in use. */
function credential<Shape extends typeof Assertion | typeof Registration>(shape: Shape) {
  return z.unknown().transform((sent, context): z.infer<Shape> => {
    const read = shape.safeParse(sent);
    const isSmall = read.success && JSON.stringify(read.data).length <= largestCredentialInBytes;
    if (isSmall && read.data.id === read.data.rawId) return read.data as z.infer<Shape>;
    context.addIssue({ code: 'custom', message: 'passkey.refused' satisfies ErrorCode });
    return z.NEVER;
  });
}

/** WebAuthn's `AuthenticationResponseJSON`, limited to the fields in use. */
export const AssertionCredential = credential(Assertion);
export type AssertionCredential = z.infer<typeof AssertionCredential>;

export const RegistrationCredential = credential(Registration);
export type RegistrationCredential = z.infer<typeof RegistrationCredential>;

const Ticket = z.string(code('passkey.expired')).regex(/^[\w-]{40,800}$/, code('passkey.expired'));

export const SignInWithPasskey = z.object({ ticket: Ticket, credential: AssertionCredential, next: Next });
export type SignInWithPasskey = z.infer<typeof SignInWithPasskey>;
export const ConfirmByPasskey = SignInWithPasskey.extend({
  inPlace: z.literal('yes').optional().catch(undefined),
});
export type ConfirmByPasskey = z.infer<typeof ConfirmByPasskey>;
export const AddPasskey = z.object({ ticket: Ticket, credential: RegistrationCredential });
export type AddPasskey = z.infer<typeof AddPasskey>;

const PasskeyId = z.uuid(code('passkey.gone'));
export const PasskeyReference = z.object({ id: PasskeyId });

/** Scripts in which joiners between two letters or marks change what users see. */
const joiningScripts = ['Arabic', 'Syriac', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya']
  .concat(['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Myanmar', 'Khmer'])
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const scriptJoiner = new RegExp(`(?<=[${joiningScripts}])[\u200C\u200D](?=[${joiningScripts}])`, 'gu');
/** Same as a wallet's label. The database reports longer names as unnamed. */
const longestNameInCharacters = 40;
/** Auth's limit. It answers 500 to a NUL. */
const longestNameInBytes = 120;

/** @param name in NFC and trimmed. */
function isPlain(name: string): boolean {
  return (
    name !== '' &&
    new TextEncoder().encode(name).length <= longestNameInBytes &&
    isPlainLabel(name.replace(scriptJoiner, ''))
  );
}

const tidy = (name: string) => name.normalize('NFC').trim();

export const PasskeyName = z
  .string(code('passkey.name_invalid'))
  .transform(tidy)
  .refine(
    (value) => [...value].length <= longestNameInCharacters && isPlain(value),
    code('passkey.name_invalid'),
  );

/** Cleans a name from Auth, where any client can set any name. @returns `Passkey` for an empty or deceptive name. */
export function readPasskeyName(name: string | undefined): string {
  const read = tidy(name ?? '');
  return isPlain(read) ? read : 'Passkey';
}

export const RenamePasskey = z.object({ id: PasskeyId, name: PasskeyName });
