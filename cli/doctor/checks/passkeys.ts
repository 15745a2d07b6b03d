import { z } from 'zod';
import { fitsSite, isUnset } from '../../../lib/session/passkey-settings.ts';
import { textOf } from '../ask.ts';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, unknown, warning } from '../finding.ts';
import { settings } from '../settings.ts';
import { readAuthSettings } from './read-auth-settings.ts';
import { fixSiteUrlFirst } from './site-url.ts';

const Options = z.object({ options: z.object({ rpId: z.string() }) });

/** Whether passkeys are on and for this site. Uses one of the 30 challenges that Auth allows an IP in five minutes. */
export const passkeys: Check = {
  name: 'Passkeys',
  async run(_project, context) {
    const told = await readAuthSettings(context);
    if (!told) return [];
    if (told.passkeys_enabled !== true)
      return [
        warning(
          'passkeys.on',
          told.passkeys_enabled === undefined ? 'This version of Auth has no passkeys.' : 'Passkeys are off.',
          {
            why: "They are not offered, and existing ones don't work.",
            ...(told.passkeys_enabled === undefined
              ? { fix: 'Upgrade Auth.' }
              : { setting: settings.passkeys }),
          },
        ),
      ];
    return [await checkRelyingParty(context), ...(await checkDatabase(context)), originsUnseen(context)];
  },
};

async function checkRelyingParty(context: Context): Promise<Finding> {
  const { siteUrl } = context.environment;
  const why = 'Passkeys are not offered: no browser would accept one here.';
  // With the secret key, for which Auth requires no captcha.
  const answer = await context.askAuthAsServer('/passkeys/authentication/options', { body: {} });
  const told = Options.safeParse(answer.body);
  if (answer.status === 429)
    return unknown('passkeys.rp-id', "Auth's limit for passkey challenges is reached.", {
      fix: 'Run the doctor again in five minutes.',
    });
  if (isUnset(textOf(answer, 'message') || textOf(answer, 'msg')))
    return problem('passkeys.rp-id', 'Passkeys are on without a Relying Party ID or origins.', {
      why,
      setting: settings.relyingParty,
    });
  if (!told.success)
    return unknown('passkeys.rp-id', `Auth refused to start a passkey sign-in (status ${answer.status}).`, {
      fix: "Check Auth's log.",
    });
  const { rpId } = told.data.options;
  if (fitsSite(rpId, siteUrl)) return ok('passkeys.rp-id', `Passkeys are on, for ${rpId}.`);
  return problem('passkeys.rp-id', `Passkeys are for ${rpId}, but SITE_URL is ${siteUrl}.`, {
    why,
    fix: 'Fix it before anyone has a passkey: passkeys for another ID stop working.',
    setting: settings.relyingParty,
    ...(await fixSiteUrlFirst(context)),
  });
}

async function checkDatabase(context: Context): Promise<Finding[]> {
  const answer = await context.callFunction('can_read_passkeys');
  if (answer.status !== 200 || answer.body !== false) return [];
  return [
    problem('passkeys.readable', 'The database may not read auth.webauthn_credentials.', {
      why: "Passkeys can't be distinguished, so none are offered.",
      fix: "Grant postgres select on it, as the table's owner: --fix-sql prints the statement and the role.",
    }),
  ];
}

function originsUnseen({ environment }: Context): Finding {
  return unknown('passkeys.origins', 'The origins from which Auth accepts passkeys.', {
    fix: `Compare them with ${environment.siteUrl}, or add a passkey on /security: Auth refuses it if they differ.`,
    setting: settings.relyingParty,
  });
}
