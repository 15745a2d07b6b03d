import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkRegistration, isLocalSite } from '../../lib/apps/check-registration.ts';
import { cleanLogo } from '../../lib/apps/clean-logo.ts';
import { isSecretTimestamp, makeClientSecret } from '../../lib/apps/client-secret.ts';
import { readBranding } from '../../lib/branding.ts';
import { describeError } from '../../lib/result.ts';
import { type Answer, type Command, defineCommand } from '../command.ts';
import { PlainFailure } from '../plain-failure.ts';
import { callDatabase } from '../project/call-database.ts';
import { chooseProject, type Project } from '../project/choose-project.ts';
import { describeApp, describeMade, ListedApp } from './describe-app.ts';

const add = defineCommand({
  meta: { description: 'Registers an app.' },
  args: {
    name: { type: 'positional', description: 'the name people see' },
    'redirect-address': {
      type: 'positional',
      repeats: true,
      description: 'where people return after sign-in; one or several',
    },
    'sign-out': {
      type: 'string',
      repeats: true,
      valueHint: 'address',
      description: 'where people may return after sign-out; repeatable',
    },
    public: {
      type: 'boolean',
      description: 'an app without a secret: mobile, desktop or single-page',
    },
    'first-party': {
      type: 'boolean',
      description: 'your own app: consent is needed only for wallets',
    },
    logo: {
      type: 'string',
      valueHint: 'file',
      description: 'a square PNG of 64 to 256 pixels and at most 16 kB',
    },
    sector: {
      type: 'string',
      valueHint: 'host',
      description: 'required for redirect URIs on several hosts',
    },
    es256: {
      type: 'boolean',
      description: 'signs ID tokens with ES256 instead of RS256',
    },
  },
  needs: 'add needs a name and a redirect URI.',
  async run(typed, { variables }) {
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
      `${checked.registration.name} is registered. Its settings:`,
      checked.registration.redirect_uris.find((uri) => /^https?:/.test(uri)),
      checked.registration.post_logout_redirect_uris[0],
    );
  },
});

const list = defineCommand({
  meta: { description: 'Lists all apps, including those people registered.' },
  args: {},
  needs: 'list takes no arguments.',
  async run(_, { variables }) {
    const apps = ListedApp.array().parse(
      await callDatabase(chooseProject(variables), 'list_oauth_clients', {}),
    );
    return { text: apps.map(describeApp).join('\n\n') || 'No app is registered yet.', data: apps };
  },
});

const oneApp = { 'client-id': { type: 'positional', description: 'from list' } } as const;
const needsOneApp = (what: string) => `${what} needs one client ID, like app_0123456789abcdefghijklmn.`;

const rotateSecret = defineCommand({
  meta: { description: 'Creates a new secret for an app.' },
  args: {
    ...oneApp,
    keep: {
      type: 'string',
      valueHint: 'hours',
      description: 'how long the old one still works: 24 by default, at most 720',
    },
    replace: {
      type: 'string',
      valueHint: 'when it was made',
      description: 'replaces a lost newest secret, by its time from list. The previous one keeps working',
      check: requireTime,
    },
  },
  needs: needsOneApp('rotate-secret'),
  async run({ 'client-id': typed, keep, replace }, { variables }) {
    const clientId = readClientId('rotate-secret', typed);
    if (replace !== undefined && keep !== undefined)
      throw new PlainFailure(
        'Use --keep or --replace, not both: --replace does not change how long the previous secret works.',
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
        ? 'It replaces the newest one. The previous one works as long as planned.'
        : keepHours === 0
          ? 'The old one no longer works.'
          : `The old one works for ${keepHours} more hours.`;
    return describeNew(project, clientId, secret, `The app has a new secret. ${kept}`);
  },
});

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
  meta: { description: 'Removes an app permanently, with all consents.' },
  args: { ...oneApp, yes: { type: 'boolean', description: 'required: this cannot be undone' } },
  needs: needsOneApp('remove'),
  async run({ 'client-id': typed, yes }, { variables }) {
    const clientId = readClientId('remove', typed);
    if (!yes)
      throw new PlainFailure(
        'remove permanently ends all consents; disable can be undone. To remove the app, add --yes.',
      );
    await callDatabase(chooseProject(variables), 'remove_oauth_client', { p_client_id: clientId });
    return { text: 'The app is removed, and all consents ended.', data: { client_id: clientId } };
  },
});

export const app: Command = {
  meta: { description: 'Apps that people can sign in to with this site.' },
  subCommands: {
    add,
    list,
    'rotate-secret': rotateSecret,
    disable: changing(
      'disable',
      'Turns an app off: nobody can sign in to it.',
      ['disable_oauth_client', { p_is_disabled: true }],
      { text: 'The app is off: nobody can sign in to it until you enable it.', data: { is_disabled: true } },
    ),
    enable: changing('enable', 'Turns an app on again.', ['disable_oauth_client', { p_is_disabled: false }], {
      text: 'The app is on again.',
      data: { is_disabled: false },
    }),
    'exempt-from-pkce': changing(
      'exempt-from-pkce',
      'Exempts an app whose library lacks PKCE. See docs/apps.md for the risk.',
      ['exempt_oauth_client_from_pkce', { p_is_exempt: true }],
      {
        text: 'PKCE is now optional for the app. Only its secret and nonce protect it from stolen and injected codes.',
        data: { requires_pkce: false },
      },
    ),
    'require-pkce': changing(
      'require-pkce',
      'Requires PKCE again.',
      ['exempt_oauth_client_from_pkce', { p_is_exempt: false }],
      { text: 'The app must use PKCE again. Codes without it are invalid.', data: { requires_pkce: true } },
    ),
    remove,
  },
};

function describeNew(
  project: Project,
  clientId: string,
  secret: string | null,
  before: string,
  ...addresses: [redirectUri?: string, signOutUri?: string]
): Answer {
  const data = { client_id: clientId, client_secret: secret, issuer: project.siteUrl };
  return { text: `${before}\n${describeMade(data, ...addresses)}`, data };
}

function readClientId(what: string, typed: string): string {
  if (/^app_[a-z0-9]{24}$/.test(typed)) return typed;
  throw new PlainFailure(needsOneApp(what));
}

/** @param file relative to the folder where the command was typed. @returns the cleaned image in base64 */
function readLogo(file: string): string {
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch {
    throw new PlainFailure(`${path} can't be read.`);
  }
  const logo = cleanLogo(content);
  if (!logo) throw new PlainFailure(`${path} is not a square PNG of 64 to 256 pixels and at most 16 kB.`);
  return Buffer.from(logo).toString('base64');
}

function readHours(text: string): number {
  const hours = Number(text);
  if (/^\d+$/.test(text) && hours <= 720) return hours;
  throw new PlainFailure('--keep must be a whole number of hours from 0 to 720.');
}

/** A secret is identified by its creation time in microseconds, which `list` shows. */
function requireTime(text: string): void {
  if (!isSecretTimestamp(text))
    throw new PlainFailure(
      '--replace needs the time from list at which the newest secret was created, and comes after the client ID.',
    );
}
