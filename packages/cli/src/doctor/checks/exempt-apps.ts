import { z } from 'zod';
import { sayCommand } from '../../project/say-command.ts';
import type { Check } from '../context.ts';
import { ok, warning } from '../finding.ts';

const Listed = z.array(z.object({ client_id: z.string(), name: z.string(), requires_pkce: z.boolean() }));

/** Which apps the team has exempted from PKCE. */
export const exemptApps: Check = {
  name: 'Apps without PKCE',
  async run(_project, context) {
    const answer = await context.callFunction('list_oauth_clients');
    const listed = Listed.safeParse(answer.body);
    // A database that doesn't answer, or has an older schema, is a finding of its own.
    if (answer.status !== 200 || !listed.success) return [];
    const exempt = listed.data.filter((app) => !app.requires_pkce);
    if (exempt.length === 0) return [ok('apps.pkce', 'Every app uses PKCE.')];
    const names = exempt.map(({ name, client_id: id }) => `${name} (${id})`).join(', ');
    return [
      warning('apps.pkce', `Exempt from PKCE: ${names}.`, {
        why: 'A code that somebody steals on its way, or slips to such an app, is stopped by its secret and its nonce alone.',
        fix: `Once its library can do PKCE: ${sayCommand('app', 'require-pkce <client id>')}.`,
      }),
    ];
  },
};
