import { textOf } from '../ask.ts';
import type { Context } from '../context.ts';
import { type Finding, ok, problem } from '../finding.ts';
import { settings } from '../settings.ts';

/** Whether a session can be refreshed, and a refresh token reused within seconds. */
export async function checkRefreshes(context: Context, refreshToken: string): Promise<Finding[]> {
  const refresh = (token: string) =>
    context.askAuth('/token?grant_type=refresh_token', { body: { refresh_token: token } });
  const first = await refresh(refreshToken);
  const next = textOf(first, 'refresh_token');
  if (first.status !== 200)
    return [
      problem('probe.refresh', `A session can't be refreshed (status ${first.status}).`, {
        why: 'People are signed out when their first token expires.',
        fix: "Check Auth's log.",
      }),
    ];
  // Auth always accepts the token just before the newest, so refresh again first.
  await refresh(next);
  const again = await refresh(refreshToken);
  return [
    again.status === 200
      ? ok('probe.reuse', 'A refresh token can be reused within seconds.')
      : problem('probe.reuse', 'Reusing a refresh token within seconds ends the session.', {
          why: 'People with several tabs or a slow network are signed out at random.',
          setting: settings.tokenReuse,
        }),
  ];
}
