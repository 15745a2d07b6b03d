import 'server-only';
import { after } from 'next/server';
import { drainNotices } from '../mail/drain-notices.ts';
import { callFunction } from '../supabase/call-function.ts';

export type AccountChange =
  | { kind: 'factor_added' | 'factor_removed'; details: { name: string } }
  | { kind: 'recovery_codes_made' | 'recovery_code_used'; details?: undefined };

/**
 * Tells the owner of an account about a change that Auth has made to it. Call it when it has happened: a failure is
 * logged and changes nothing about that. Never throws.
 */
export async function noteAccountChange(userId: string, { kind, details }: AccountChange): Promise<void> {
  const noted = await callFunction('note_factor_change', {
    p_user_id: userId,
    p_kind: kind,
    p_details: details ?? {},
  }).catch((error: unknown) => ({ ok: false as const, code: error instanceof Error ? error.message : '' }));
  if (!noted.ok) console.error(`Telling of a change failed: ${noted.code}`);
  after(drainNotices);
}
