import { Secret, TOTP } from 'otpauth';
import { toString as drawQrCode } from 'qrcode';

/** RFC 6238 as every authenticator app has it, and Supabase's own numbers. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Codes of the step before and the one after count too, for phones whose clock is off by half a minute. */
const stepsEitherWay = 1;

/** 20 random bytes in base32, the length RFC 4226 recommends. */
export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export async function describeTotp({
  secret,
  issuer,
  account,
}: {
  secret: string;
  issuer: string;
  account: string;
}) {
  // Auth leaves these as they are in the label.
  const uri = new TOTP({ ...form, secret, issuer, label: account })
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll('%40', '@');
  return { qr_code: await drawQrCode(uri, { type: 'svg', errorCorrectionLevel: 'H' }), secret, uri };
}

/** Whether the code is the one of this moment, or of a step either way. It is not remembered: it counts twice. */
export function isTotpCode(secret: string, code: string, nowMs: number): boolean {
  const totp = new TOTP({ ...form, secret });
  return totp.validate({ token: code.trim(), timestamp: nowMs, window: stepsEitherWay }) !== null;
}
