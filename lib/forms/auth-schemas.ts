import { type NameRefusal, refuseDisplayName } from 'countersign/proof/display-name';
import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { longestNext } from '../http/with-next.ts';
import { Provider } from '../session/sign-in-method.ts';

/** The error of a schema's check. */
export const code = (value: ErrorCode) => ({ error: value });

export const Email = z
  .string(code('field.email_required'))
  .trim()
  .min(1, code('field.email_required'))
  .max(255, code('field.email_invalid'))
  .pipe(z.email(code('field.email_invalid')));

/** Accepts any password, because the rules are for new ones. One longer than bcrypt reads can't be right. */
export const Password = z
  .string(code('field.password_required'))
  .min(1, code('field.password_required'))
  .refine(fitsBcrypt, code('auth.invalid_credentials'));

/** 8 characters to 72 bytes (bcrypt's limit), no composition rules. */
export const NewPassword = z
  .string(code('field.new_password_required'))
  .min(1, code('field.new_password_required'))
  .refine((value) => [...value].length >= 8, code('field.password_short'))
  .refine(fitsBcrypt, code('field.password_long'));

/** Six digits; spaces and hyphens are ignored. */
const sixDigits = (invalid: ErrorCode) =>
  z
    .string(code('field.required'))
    .transform((value) => value.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, code(invalid)));

export const Code = sixDigits('field.code_invalid');

/** 16 characters of base32; spaces, hyphens and case are ignored. */
export const RecoveryCode = z
  .string(code('field.required'))
  .transform((value) => value.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[A-Z2-7]{16}$/, code('factor.recovery_code_invalid')));

/** Unchecked; `safeRedirect` checks it at the redirect. */
export const Next = z.string().max(longestNext).optional().catch(undefined);

/** The captcha widget's token. `secretFields` matches its name, so it never returns to a page. */
export const Captcha = { captcha_token: z.string().max(8192).optional().catch(undefined) };

export const MailRequest = z.object({ email: Email, next: Next, ...Captcha });
export type MailRequest = z.infer<typeof MailRequest>;
/** A form with a password, or the same form sent by the button that requests an emailed code. */
const passwordOrCode = <Schema extends z.ZodType>(password: Schema) =>
  z.discriminatedUnion('way', [
    MailRequest.extend({ way: z.literal('password').optional(), password }),
    MailRequest.extend({ way: z.literal('code') }),
  ]);
export const SignIn = passwordOrCode(Password);
export const SignUp = passwordOrCode(NewPassword);
export type SignUp = z.infer<typeof SignUp>;
/** The first form of `/sign-in`, whose button `Use a password` needs no email yet and ignores an invalid email. */
export const BeginSignIn = z.discriminatedUnion('way', [
  MailRequest.extend({ way: z.literal('code').optional() }),
  MailRequest.extend({ way: z.literal('password'), email: Email.optional().catch(undefined) }),
]);
export type BeginSignIn = z.infer<typeof BeginSignIn>;
export const EnterCode = z.object({ email: Email, code: Code, next: Next });
/** `type` is Auth's, of the email with the code. */
export const ConfirmWithCode = EnterCode.extend({ type: z.enum(['email', 'recovery']).catch('email') });
/** Set by "Confirm it's you" as a dialog, which stays on the page. */
const InPlace = z.literal('yes').optional().catch(undefined);
export const ConfirmByPassword = z.object({ password: Password, next: Next, inPlace: InPlace });
export const ConfirmByCode = z.object({ code: Code, next: Next, inPlace: InPlace });
export const MailStepUpCode = z.object({ next: Next, inPlace: InPlace });
export type MailStepUpCode = z.infer<typeof MailStepUpCode>;
export const ChangePassword = z.object({ password: NewPassword });
export const EnterFactorCode = z.object({ code: sixDigits('factor.code_invalid') });
export const EnterRecoveryCode = z.object({ recoveryCode: RecoveryCode });
/** The account has a password, an email for codes, or both. */
export const RemoveExternalAuthenticators = z.object({
  password: Password.optional(),
  code: Code.optional(),
});
export const SignInMethodReference = z.object({ id: z.uuid(code('sign_in_method.unknown')) });
export const AuthenticatorReference = z.object({ factorId: z.uuid(code('factor.gone')) });
export const SessionReference = z.object({ sessionId: z.uuid(code('session.unknown')) });
export const Nothing = z.object({});
export const GoNext = z.object({ next: Next });
export const KeepRecoveryCodes = z.object({ madeAt: z.iso.datetime({ offset: true }), next: Next });
export const ChangePasswordByCode = z.object({
  password: NewPassword,
  /** Missing until Auth requires it; empty to request a new one by email. */
  code: z.preprocess((typed) => (typed === '' ? undefined : typed), Code.optional()),
});
export const StartOAuth = z.object({ provider: Provider, next: Next });
export const ConfirmChange = z.object({ code: Code });
export const ChangeEmail = z.object({ email: Email });

/** The account's name, in letters of any script. Empty removes it. */
export const DisplayName = z
  .object({
    name: z
      .string(code('field.required'))
      .transform((value) => value.normalize('NFC').trim() || null)
      .superRefine((value, context) => {
        const refusal = value === null ? null : refuseDisplayName(value);
        if (refusal) context.addIssue({ code: 'custom', message: nameRefusals[refusal] });
      }),
    /** The account had no name when the form was rendered. */
    isFirst: z.literal('on').optional(),
  })
  .refine(({ name, isFirst }) => !isFirst || name !== null, {
    path: ['name'],
    message: 'account.name_required' satisfies ErrorCode,
  });

const nameRefusals = {
  too_long: 'account.name_too_long',
  like_code: 'account.name_like_code',
  invalid: 'account.name_invalid',
} as const satisfies Record<NameRefusal, ErrorCode>;

/** The maximum exceeds any email address, so a longer confirmation is wrong anyway. */
export const DeleteAccount = z.object({
  confirmation: z
    .string(code('field.required'))
    .trim()
    .min(1, code('field.required'))
    .max(300, code('account.confirmation_wrong')),
});

/** `type` selects Auth's kind of one-time token. */
export const MailLink = z.object({
  token_hash: z.string(code('auth.link_invalid')).regex(/^[\w-]{16,200}$/, code('auth.link_invalid')),
  type: z.enum(
    ['email', 'recovery', 'magiclink', 'signup', 'invite', 'email_change'],
    code('auth.link_invalid'),
  ),
  next: Next,
});
export type MailLink = z.infer<typeof MailLink>;

function fitsBcrypt(value: string): boolean {
  return new TextEncoder().encode(value).length <= 72;
}
