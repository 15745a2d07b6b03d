import { checkRegistration, isLocalSite } from '../../../../../lib/apps/check-registration.ts';
import { ListedApp } from '../../../../../lib/apps/listed-app.ts';
import { sayCommand } from '../../project/say-command.ts';
import type { Check } from '../context.ts';
import { type Finding, ok, unknown, warning } from '../finding.ts';

/** Which apps were registered before a rule that would refuse them today. They go on working. */
export const apps: Check = {
  name: 'Apps',
  async run(_project, context) {
    const answer = await context.callFunction('list_oauth_clients');
    const listed = ListedApp.array().safeParse(answer.body);
    if (answer.status !== 200 || !listed.success)
      return [
        unknown('apps', "The project's apps can't be read.", {
          fix: 'The findings about keys and schema say why. Then run it again.',
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

/** @param listed of them those that people registered are held to more rules, as they were then */
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
  if (refused.length === 0) return [ok('apps', 'Every app is one that could be registered today.')];
  const named = refused.map(({ name, client_id: id, redirect_uris: [uri] }) => `“${name}” (${id}, ${uri})`);
  return [
    warning('apps', `Not to be registered today, by their name or an address: ${named.join('; ')}.`, {
      why: 'They were registered before a rule came, and work as before. People could take one for this site, or for another app.',
      fix: `${sayCommand('app', 'list')} shows who registered them, and ${sayCommand('app', 'disable <client id>')} keeps everybody from one.`,
    }),
  ];
}
