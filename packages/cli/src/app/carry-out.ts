import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkRegistration, isLocalSite } from '../../../../lib/apps/check-registration.ts';
import { cleanLogo } from '../../../../lib/apps/clean-logo.ts';
import { makeClientSecret } from '../../../../lib/apps/client-secret.ts';
import { ListedApp } from '../../../../lib/apps/listed-app.ts';
import { readHouse } from '../../../../lib/house.ts';
import { describeError } from '../../../../lib/result.ts';
import type { Variables } from '../../../../scripts/process/start-process.ts';
import { PlainFailure } from '../plain-failure.ts';
import { callDatabase } from '../project/call-database.ts';
import { chooseProject, type Project } from '../project/choose-project.ts';
import { describeApp, describeMade } from './describe-app.ts';
import { type Command, readArguments, usage } from './read-arguments.ts';

/**
 * Does one thing about the apps that people can sign in to with this site, and prints what came of it.
 * @returns the exit code: 1 where nothing was typed
 * @throws PlainFailure for what was typed wrong, and for what the project refuses
 */
export async function carryOut(args: string[], variables: Variables): Promise<number> {
  if (args.length === 0 || args.includes('--help')) {
    console.log(usage);
    return args.length === 0 ? 1 : 0;
  }
  const { command, asJson } = readArguments(args);
  const answer = await answerCommand(command, chooseProject(variables), variables);
  console.log(asJson ? JSON.stringify(answer.data) : answer.text);
  return 0;
}

type Answer = { text: string; data: unknown };

async function answerCommand(command: Command, project: Project, variables: Variables): Promise<Answer> {
  if (command.what === 'add') return await add(command, project, variables);
  if (command.what === 'list') return await list(project);
  if (command.what === 'rotate-secret') return await rotateSecret(command, project);
  const { clientId, what } = command;
  if (what === 'remove') {
    await callDatabase(project, 'remove_oauth_client', { p_client_id: clientId });
    return { text: 'It is removed, and what people agreed to has ended.', data: { client_id: clientId } };
  }
  if (what === 'exempt-from-pkce' || what === 'require-pkce') {
    const isExempt = what === 'exempt-from-pkce';
    await callDatabase(project, 'exempt_oauth_client_from_pkce', {
      p_client_id: clientId,
      p_is_exempt: isExempt,
    });
    return {
      text: isExempt
        ? 'It may do without PKCE. A code that somebody steals on its way, or slips to it, is stopped by the secret and the nonce alone.'
        : 'It has to use PKCE again. Codes without it are void.',
      data: { client_id: clientId, requires_pkce: !isExempt },
    };
  }
  const isDisabled = what === 'disable';
  await callDatabase(project, 'disable_oauth_client', { p_client_id: clientId, p_is_disabled: isDisabled });
  return {
    text: isDisabled ? 'It is off: nobody gets in to it, until it is enabled.' : 'It is on again.',
    data: { client_id: clientId, is_disabled: isDisabled },
  };
}

async function add(
  command: Extract<Command, { what: 'add' }>,
  project: Project,
  variables: Variables,
): Promise<Answer> {
  const house = readHouse(variables);
  if (!house.ok) throw new PlainFailure(`${house.malformed.join(' and ')} is malformed.`);
  const isLocal = project.isEmbedded || isLocalSite(project.siteUrl);
  const checked = checkRegistration(command, { siteName: house.house.siteName, isLocal });
  if (!checked.ok) {
    const { title, hint } = describeError(checked.code, undefined, Object.values(checked.about ?? {})[0]);
    throw new PlainFailure(`${title} ${hint}`);
  }
  const made = command.isConfidential ? makeClientSecret() : null;
  const clientId = await callDatabase(project, 'add_oauth_client', {
    p_client: {
      ...checked.registration,
      is_first_party: command.isFirstParty,
      ...(command.sector && { sector: command.sector }),
      ...(command.logoFile && { logo: readLogo(command.logoFile) }),
    },
    p_secret_hash: made?.hash ?? null,
  });
  const data = {
    client_id: String(clientId),
    client_secret: made?.secret ?? null,
    issuer: project.siteUrl,
  };
  return { text: `${checked.registration.name} is registered.\n${describeMade(data)}`, data };
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

async function list(project: Project): Promise<Answer> {
  const apps = ListedApp.array().parse(await callDatabase(project, 'list_oauth_clients', {}));
  return { text: apps.map(describeApp).join('\n\n') || 'No app is registered yet.', data: apps };
}

async function rotateSecret(
  command: Extract<Command, { what: 'rotate-secret' }>,
  project: Project,
): Promise<Answer> {
  const { secret, hash } = makeClientSecret();
  const { clientId } = command;
  const isReplaced = 'replacedMadeAt' in command;
  await callDatabase(project, 'rotate_oauth_client_secret', {
    p_client_id: clientId,
    p_secret_hash: hash,
    p_keep_seconds: isReplaced ? null : command.keepHours * 3600,
    p_newest_made_at: isReplaced ? command.replacedMadeAt : null,
  });
  const data = { client_id: clientId, client_secret: secret, issuer: project.siteUrl };
  const kept = isReplaced
    ? 'The newest has ended for it. The one before works as long as it would have.'
    : command.keepHours === 0
      ? 'The old one has ended.'
      : `The old one works for ${command.keepHours} more hours.`;
  return { text: `It has a new secret. ${kept}\n${describeMade(data)}`, data };
}
