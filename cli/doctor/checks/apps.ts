import { checkRegistration, isLocalSite } from '../../../lib/apps/check-registration.ts';
import { ListedApp } from '../../../lib/apps/listed-app.ts';
import { sayCommand } from '../../project/say-command.ts';
import type { Check } from '../context.ts';
import { type Finding, ok, unknown, warning } from '../finding.ts';

/** Apps that were registered before a rule they break. They keep working. */
export const apps: Check = {
  name: 'Apps',
  async run(_project, context) {
    const answer = await context.callFunction('list_oauth_clients');
    const listed = ListedApp.array().safeParse(answer.body);
    if (answer.status !== 200 || !listed.success)
      return [
        unknown('apps', "The project's apps could not be read.", {
          fix: 'Fix the findings about keys and schema first, then run the doctor again.',
        }),
      ];
    const { siteUrl, branding } = context.environment;
    return judgeApps(listed.data, {
      siteName: branding.siteName,
      siteUrl,
      isLocal: context.environment.embedded || isLocalSite(siteUrl),
    });
  },
};

/** @param listed apps that people registered have to meet more rules */
export function judgeApps(
  listed: ListedApp[],
  { siteUrl, ...site }: { siteName: string; siteUrl: string; isLocal: boolean },
): Finding[] {
  const refused = listed.filter((app) => {
    const given = {
      name: app.name,
      redirectUris: app.redirect_uris,
      signOutUris: app.post_logout_redirect_uris,
      isConfidential: app.is_confidential,
      isFirstParty: app.is_first_party,
    };
    return !checkRegistration(given, app.is_reviewed ? site : { ...site, siteUrl }).ok;
  });
  if (refused.length === 0) return [ok('apps', 'All apps meet the registration rules.')];
  const named = refused.map(({ name, client_id: id, redirect_uris: [uri] }) => `“${name}” (${id}, ${uri})`);
  return [
    warning('apps', `These apps break a registration rule for names or addresses: ${named.join('; ')}.`, {
      why: 'They were registered before the rule and still work. People could mistake one for this site or another app.',
      fix: `${sayCommand('app', 'list')} shows who registered them, and ${sayCommand('app', 'disable <client id>')} turns one off.`,
    }),
  ];
}
