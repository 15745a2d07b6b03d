import { textOf } from '../ask.ts';
import type { Context } from '../context.ts';
import { type Finding, ok, problem } from '../finding.ts';
import { settings } from '../settings.ts';

/** Whether a session can be refreshed, and a refresh token is forgiven for being traded in once more a moment later. */
export async function checkRefreshes(context: Context, refreshToken: string): Promise<Finding[]> {
  const refresh = (token: string) =>
    context.askAuth('/token?grant_type=refresh_token', { body: { refresh_token: token } });
  const first = await refresh(refreshToken);
  const next = textOf(first, 'refresh_token');
  if (first.status !== 200)
    return [
      problem('probe.refresh', `A session can't be refreshed (status ${first.status}).`, {
        why: 'Everybody is signed out when their first token runs out.',
        fix: 'Look at the log of Auth.',
      }),
    ];
  // The one just before the newest is forgiven whatever the setting: this makes it the one before that.
  await refresh(next);
  const again = await refresh(refreshToken);
  return [
    again.status === 200
      ? ok('probe.reuse', 'A refresh token that is used again a moment later is forgiven.')
      : problem('probe.reuse', 'A refresh token that is used again a moment later ends the session.', {
          why: 'People with several tabs open, or on a slow network, are signed out at random.',
          setting: settings.tokenReuse,
        }),
  ];
}
