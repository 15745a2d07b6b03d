import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkRegistration, isLocalSite } from '../../../../lib/apps/check-registration.ts';
import { cleanLogo } from '../../../../lib/apps/clean-logo.ts';
import { isWhenMade, makeClientSecret } from '../../../../lib/apps/client-secret.ts';
import { ListedApp } from '../../../../lib/apps/listed-app.ts';
import { readBranding } from '../../../../lib/branding.ts';
import { describeError } from '../../../../lib/result.ts';
import { type Answer, type Command, defineCommand } from '../command.ts';
import { PlainFailure } from '../plain-failure.ts';
import { callDatabase } from '../project/call-database.ts';
import { chooseProject, type Project } from '../project/choose-project.ts';
import { describeApp, describeMade } from './describe-app.ts';

const add = defineCommand({
  meta: { description: 'Registers an app.' },
  args: {
    name: { type: 'positional', description: 'as people see it' },
    'redirect-address': {
      type: 'positional',
      repeats: true,
      description: 'where people come back to; several may follow each other',
    },
    'sign-out': {
      type: 'string',
      repeats: true,
      valueHint: 'address',
      description: 'where people may be sent after they signed out; may be said again',
    },
    public: {
      type: 'boolean',
      description: 'it keeps no secret: an app on a phone, a desktop or in a page',
    },
    'first-party': {
      type: 'boolean',
      description: 'yours: people are asked for wallets alone, and see it in their list',
    },
    logo: {
      type: 'string',
      valueHint: 'file',
      description: 'a square PNG of 64 to 256 pixels and at most 16 kB',
    },
    sector: {
      type: 'string',
      valueHint: 'host',
      description: 'needed for redirect addresses of several hosts',
    },
    es256: {
      type: 'boolean',
      description: 'its ID tokens are signed by ES256, not by RS256 as OpenID Connect has it',
    },
    rs256: {
      type: 'boolean',
      description: 'what is so anyway, for scripts of before that was',
    },
  },
  needs: 'add needs a name and a redirect address.',
  async run(typed, { variables }) {
    if (typed.es256 && typed.rs256) throw new PlainFailure('Say --es256 or --rs256, not both.');
    const project = chooseProject(variables);
    const branding = readBranding(variables);
    if (!branding.ok) throw new PlainFailure(`${branding.malformed.join(' and ')} is malformed.`);
    const checked = checkRegistration(
      {
        name: typed.name,
        redirectUris: typed['redirect-address'],
        signOutUris: typed['sign-out'],
        isConfidential: !typed.public,
        isFirstParty: typed['first-party'],
        algorithm: typed.es256 ? 'ES256' : 'RS256',
      },
      { siteName: branding.branding.siteName, isLocal: project.isEmbedded || isLocalSite(project.siteUrl) },
    );
    if (!checked.ok) {
      const { title, hint } = describeError(checked.code, undefined, Object.values(checked.about ?? {})[0]);
      throw new PlainFailure(`${title} ${hint}`);
    }
    const made = typed.public ? null : makeClientSecret();
    const clientId = await callDatabase(project, 'add_oauth_client', {
      p_client: {
        ...checked.registration,
        is_first_party: typed['first-party'],
        ...(typed.sector && { sector: typed.sector }),
        ...(typed.logo && { logo: readLogo(typed.logo) }),
      },
      p_secret_hash: made?.hash ?? null,
    });
    return describeNew(
      project,
      String(clientId),
      made?.secret ?? null,
      `${checked.registration.name} is registered.`,
    );
  },
});

const list = defineCommand({
  meta: { description: 'Lists every app, also those that people registered.' },
  args: {},
  needs: 'list takes nothing more.',
  async run(_, { variables }) {
    const apps = ListedApp.array().parse(
      await callDatabase(chooseProject(variables), 'list_oauth_clients', {}),
    );
    return { text: apps.map(describeApp).join('\n\n') || 'No app is registered yet.', data: apps };
  },
});

const oneApp = { 'client-id': { type: 'positional', description: 'as list has it' } } as const;
const needsOneApp = (what: string) => `${what} needs the id of one app, like app_0123456789abcdefghijklmn.`;

const rotateSecret = defineCommand({
  meta: { description: 'Gives an app a new secret.' },
  args: {
    ...oneApp,
    keep: {
      type: 'string',
      valueHint: 'hours',
      description: 'how long the old one still works: 24 if not said, at most 720',
    },
    replace: {
      type: 'string',
      valueHint: 'when it was made',
      description: 'nobody kept the newest, made when list says: it ends, and the one before works on',
      check: requireTime,
    },
  },
  needs: needsOneApp('rotate-secret'),
  async run({ 'client-id': typed, keep, replace }, { variables }) {
    const clientId = readClientId('rotate-secret', typed);
    if (replace !== undefined && keep !== undefined)
      throw new PlainFailure(
        'Say --keep or --replace, not both: --replace leaves the end of the one before as it is.',
      );
    const keepHours = readHours(keep ?? '24');
    const project = chooseProject(variables);
    const { secret, hash } = makeClientSecret();
    await callDatabase(project, 'rotate_oauth_client_secret', {
      p_client_id: clientId,
      p_secret_hash: hash,
      p_keep_seconds: replace === undefined ? keepHours * 3600 : null,
      p_newest_made_at: replace ?? null,
    });
    const kept =
      replace !== undefined
        ? 'The newest has ended for it. The one before works as long as it would have.'
        : keepHours === 0
          ? 'The old one has ended.'
          : `The old one works for ${keepHours} more hours.`;
    return describeNew(project, clientId, secret, `It has a new secret. ${kept}`);
  },
});

/** A command that changes one app by one function of the database. */
const changing = (
  what: string,
  description: string,
  [name, parameters]: [name: string, parameters: object],
  { text, data }: Answer & { data: object },
) =>
  defineCommand({
    meta: { description },
    args: oneApp,
    needs: needsOneApp(what),
    async run({ 'client-id': typed }, { variables }) {
      const clientId = readClientId(what, typed);
      await callDatabase(chooseProject(variables), name, { p_client_id: clientId, ...parameters });
      return { text, data: { client_id: clientId, ...data } };
    },
  });

const remove = defineCommand({
  meta: { description: 'Removes an app for good: what people agreed to ends.' },
  args: { ...oneApp, yes: { type: 'boolean', description: 'needed, because nothing brings it back' } },
  needs: needsOneApp('remove'),
  async run({ 'client-id': typed, yes }, { variables }) {
    const clientId = readClientId('remove', typed);
    if (!yes)
      throw new PlainFailure(
        'remove ends what people agreed to, for good; disable can be taken back. To remove it, say --yes too.',
      );
    await callDatabase(chooseProject(variables), 'remove_oauth_client', { p_client_id: clientId });
    return { text: 'It is removed, and what people agreed to has ended.', data: { client_id: clientId } };
  },
});

export const app: Command = {
  meta: { description: 'The apps that people can sign in to with this site.' },
  subCommands: {
    add,
    list,
    'rotate-secret': rotateSecret,
    disable: changing(
      'disable',
      'Nobody gets in to an app, until it is enabled.',
      ['disable_oauth_client', { p_is_disabled: true }],
      { text: 'It is off: nobody gets in to it, until it is enabled.', data: { is_disabled: true } },
    ),
    enable: changing('enable', 'Ends that.', ['disable_oauth_client', { p_is_disabled: false }], {
      text: 'It is on again.',
      data: { is_disabled: false },
    }),
    'exempt-from-pkce': changing(
      'exempt-from-pkce',
      'For a library that lacks PKCE: docs/apps.md says what is lost.',
      ['exempt_oauth_client_from_pkce', { p_is_exempt: true }],
      {
        text: 'It may do without PKCE. A code that somebody steals on its way, or slips to it, is stopped by the secret and the nonce alone.',
        data: { requires_pkce: false },
      },
    ),
    'require-pkce': changing(
      'require-pkce',
      'Ends that exemption.',
      ['exempt_oauth_client_from_pkce', { p_is_exempt: false }],
      { text: 'It has to use PKCE again. Codes without it are void.', data: { requires_pkce: true } },
    ),
    remove,
  },
};

function describeNew(project: Project, clientId: string, secret: string | null, before: string): Answer {
  const data = { client_id: clientId, client_secret: secret, issuer: project.siteUrl };
  return { text: `${before}\n${describeMade(data)}`, data };
}

function readClientId(what: string, typed: string): string {
  // As the database has it.
  if (/^app_[a-z0-9]{24}$/.test(typed)) return typed;
  throw new PlainFailure(needsOneApp(what));
}

/** @returns base64 of it, cleaned. The file is named from where the command was typed. */
function readLogo(file: string): string {
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch {
    throw new PlainFailure(`${path} can't be read.`);
  }
  const logo = cleanLogo(content);
  if (!logo) throw new PlainFailure(`${path} is no square PNG of 64 to 256 pixels and at most 16 kB.`);
  return Buffer.from(logo).toString('base64');
}

function readHours(text: string): number {
  const hours = Number(text);
  if (/^\d+$/.test(text) && hours <= 720) return hours;
  throw new PlainFailure('--keep must be a whole number of hours from 0 to 720.');
}

/** A secret is named by the very microsecond, which only `list` tells. */
function requireTime(text: string): void {
  if (!isWhenMade(text))
    throw new PlainFailure(
      '--replace takes when the newest secret was made, as list has it, after the id of the app.',
    );
}
