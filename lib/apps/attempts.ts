import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import { logError } from '../log/log.ts';
import { countersOf } from '../rate-limit/consume.ts';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import { callFunction } from '../supabase/call-function.ts';
import { clientIdShape } from './read-client.ts';

const Attempt = z.object({
  at: z.string(),
  step: z.enum(['authorize', 'par', 'token', 'logout']),
  /** An error code of OAuth, or a code of `noteOutcomes` or `explainByScope`. */
  code: z.string(),
  redirectHost: z.string().nullable(),
  /** Whether the request had the app's secret. A stranger can send others, because client IDs are public. */
  hasSecret: z.boolean(),
});
export type Attempt = z.infer<typeof Attempt>;

const Listed = z.object({ attempts: z.array(Attempt), signedIn: z.number() });

/** @returns at most 50, and how many people have a valid token, up to 1,000; `app.unknown` for another user's app. */
export async function listAttempts(
  acting: Acting,
  clientId: string,
): Promise<Result<z.infer<typeof Listed>>> {
  const listed = await callAsViewer(acting, 'list_own_oauth_attempts', { p_client_id: clientId });
  return listed.ok ? { ok: true, ...Listed.parse(listed.rows) } : listed;
}

type NewAttempt = Pick<Attempt, 'step' | 'code' | 'hasSecret'> & {
  clientId: string;
  redirectUri: string | null;
  /** From `readClientAddress`. */
  address: string | null;
};

/** Records it after the response. Without the secret, it counts against its network, and isn't recorded beyond the limit. */
export function recordAttempt({ clientId, redirectUri, address, ...attempt }: NewAttempt): void {
  if (!clientIdShape.test(clientId)) return;
  after(async () => {
    const recorded = await callFunction('record_oauth_attempt', {
      p_client_id: clientId,
      p_step: attempt.step,
      p_code: attempt.code,
      p_redirect_host: redirectUri === null ? null : redirectHostOf(redirectUri),
      p_has_secret: attempt.hasSecret,
      p_counters: countersOf('oauth_attempt', { account: clientId, address }),
    });
    if (!recorded.ok && recorded.code !== 'auth.too_many_attempts')
      logError('app.attempt_not_recorded', `An attempt to sign in was not recorded: ${recorded.code}`);
  });
}

const host = /^(([a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}|\[[0-9a-f:.]+\])$/;

/** The host and port, or an installed app's scheme; `malformed` for any other text. */
export function redirectHostOf(uri: string): string {
  const { protocol, hostname, port } = URL.canParse(uri)
    ? new URL(uri)
    : { protocol: '', hostname: '', port: '' };
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const named = isWeb ? hostname : protocol.slice(0, -1);
  const isHost = host.test(named) && named.length <= 253 && (isWeb || named.includes('.'));
  return isHost ? named + (port && `:${port}`) : 'malformed';
}
