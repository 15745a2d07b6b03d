import { z } from 'zod';
import { sayCommand } from '../../project/say-command.ts';
import type { Check } from '../context.ts';
import { ok, warning } from '../finding.ts';

const Listed = z.array(z.object({ client_id: z.string(), name: z.string(), requires_pkce: z.boolean() }));

export const exemptApps: Check = {
  name: 'Apps without PKCE',
  async run(_project, context) {
    const answer = await context.callFunction('list_oauth_clients');
    const listed = Listed.safeParse(answer.body);
    // Other checks report a failing database or an older schema.
    if (answer.status !== 200 || !listed.success) return [];
    const exempt = listed.data.filter((app) => !app.requires_pkce);
    if (exempt.length === 0) return [ok('apps.pkce', 'Every app uses PKCE.')];
    const names = exempt.map(({ name, client_id: id }) => `${name} (${id})`).join(', ');
    return [
      warning('apps.pkce', `Exempt from PKCE: ${names}.`, {
        why: 'Only the secret and the nonce protect such an app from stolen and injected codes.',
        fix: `Once its library supports PKCE, run ${sayCommand('app', 'require-pkce <client id>')}.`,
      }),
    ];
  },
};
