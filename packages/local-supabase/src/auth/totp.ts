import { Secret, TOTP } from 'otpauth';
import { toString as drawQrCode } from 'qrcode';

/** RFC 6238 with Supabase's parameters, which every authenticator app supports. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Also accepts the previous and the next step's code, for clocks that are off by up to half a minute. */
const stepsEitherWay = 1;

/** 20 random bytes in base32, the length that RFC 4226 recommends. */
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
  // Auth doesn't escape these in the label.
  const uri = new TOTP({ ...form, secret, issuer, label: account })
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll('%40', '@');
  return { qr_code: await drawQrCode(uri, { type: 'svg', errorCorrectionLevel: 'H' }), secret, uri };
}

/** Accepts the code of the current step and of one step either way. Doesn't detect reuse. */
export function isTotpCode(secret: string, code: string, nowMs: number): boolean {
  const totp = new TOTP({ ...form, secret });
  return totp.validate({ token: code.trim(), timestamp: nowMs, window: stepsEitherWay }) !== null;
}
