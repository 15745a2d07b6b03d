import { z } from 'zod';
import { fitsSite, isUnset } from '../../../../../lib/auth/passkey/passkey-settings.ts';
import { textOf } from '../ask.ts';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, unknown, warning } from '../finding.ts';
import { settings } from '../settings.ts';
import { readAuthSettings } from './read-auth-settings.ts';
import { fixSiteUrlFirst } from './site-url.ts';

const Options = z.object({ options: z.object({ rpId: z.string() }) });

/** Whether passkeys are on, and for this site. Asking costs one of the 30 challenges that Auth gives one address in five minutes. */
export const passkeys: Check = {
  name: 'Passkeys',
  async run(_project, context) {
    const told = await readAuthSettings(context);
    if (!told) return [];
    if (told.passkeys_enabled !== true)
      return [
        warning(
          'passkeys.on',
          told.passkeys_enabled === undefined ? 'This Auth knows no passkeys.' : 'Passkeys are off.',
          {
            why: "They are not offered, and who has one here can't sign in with it.",
            ...(told.passkeys_enabled === undefined
              ? { fix: 'A newer Auth has them.' }
              : { setting: settings.passkeys }),
          },
        ),
      ];
    return [await checkRelyingParty(context), ...(await checkDatabase(context)), originsUnseen(context)];
  },
};

async function checkRelyingParty(context: Context): Promise<Finding> {
  const { siteUrl } = context.environment;
  const why = 'Passkeys are switched on but not offered: no browser would use one here.';
  // As this server, which Auth asks for no captcha.
  const answer = await context.askAuthAsServer('/passkeys/authentication/options', { body: {} });
  const told = Options.safeParse(answer.body);
  if (answer.status === 429)
    return unknown('passkeys.rp-id', 'Auth gives no more challenges for now.', {
      fix: 'Ask again in five minutes.',
    });
  if (isUnset(textOf(answer, 'message') || textOf(answer, 'msg')))
    return problem('passkeys.rp-id', 'Passkeys are on without a Relying Party ID or its origins.', {
      why,
      setting: settings.relyingParty,
    });
  if (!told.success)
    return unknown('passkeys.rp-id', `Auth did not begin with a passkey (status ${answer.status}).`, {
      fix: 'Look at the log of Auth.',
    });
  const { rpId } = told.data.options;
  if (fitsSite(rpId, siteUrl)) return ok('passkeys.rp-id', `Passkeys are on, for ${rpId}.`);
  return problem('passkeys.rp-id', `Passkeys are for ${rpId}, and SITE_URL is ${siteUrl}.`, {
    why,
    fix: 'Mend it before anybody has a passkey: one that was made for another ID never works again.',
    setting: settings.relyingParty,
    ...(await fixSiteUrlFirst(context)),
  });
}

async function checkDatabase(context: Context): Promise<Finding[]> {
  const answer = await context.callFunction('can_read_passkeys');
  if (answer.status !== 200 || answer.body !== false) return [];
  return [
    problem('passkeys.readable', 'The database may not read auth.webauthn_credentials.', {
      why: 'No passkey could be told from another, so that none are offered.',
      fix: 'Let postgres read it. Only the owner of the table can say so: --fix-sql prints what to run, and as whom.',
    }),
  ];
}

function originsUnseen({ environment }: Context): Finding {
  return unknown('passkeys.origins', 'Auth does not say from which origins it takes passkeys.', {
    fix: `Compare them with ${environment.siteUrl}, or make a passkey on /security: it is refused where they differ.`,
    setting: settings.relyingParty,
  });
}
