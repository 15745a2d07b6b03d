import type { Session, SupabaseClient } from '@supabase/supabase-js';
import { TOTP } from 'otpauth';

export interface Enrolled {
  factorId: string;
  secret: string;
}

export function currentCode(secret: string): string {
  return new TOTP({ secret }).generate();
}

/** A code that isn't valid within three steps of now. */
export function wrongCode(secret: string): string {
  const totp = new TOTP({ secret });
  const near = [-3, -2, -1, 0, 1, 2, 3].map((steps) =>
    totp.generate({ timestamp: Date.now() + steps * 30_000 }),
  );
  const wrong = ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'];
  return wrong.find((code) => !near.includes(code)) ?? '';
}

/** Enrolls an authenticator app, still unverified. */
export async function enrol(client: Pick<SupabaseClient, 'auth'>, friendlyName = 'Phone'): Promise<Enrolled> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret };
}

/** Verifies the current code, which raises the client's session to aal2. */
export async function prove(
  client: Pick<SupabaseClient, 'auth'>,
  { factorId, secret }: Enrolled,
): Promise<Session> {
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: currentCode(secret) });
  if (error) throw error;
  return sessionOf(client);
}

export async function enrollAndProve(
  client: Pick<SupabaseClient, 'auth'>,
  friendlyName?: string,
): Promise<Enrolled> {
  const enrolled = await enrol(client, friendlyName);
  await prove(client, enrolled);
  return enrolled;
}

export async function sessionOf(client: Pick<SupabaseClient, 'auth'>): Promise<Session> {
  const { session } = (await client.auth.getSession()).data;
  if (!session) throw new Error('The client is signed out.');
  return session;
}
