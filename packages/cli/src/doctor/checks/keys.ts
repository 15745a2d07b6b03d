import type { Project } from '../../project/choose-project.ts';
import type { Answer } from '../ask.ts';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, warning } from '../finding.ts';
import { onSite, settings } from '../settings.ts';
import { isThisMachine } from '../this-machine.ts';
import { readAuthSettings } from './read-auth-settings.ts';

/** An account that can't exist: asking for it needs the secret key, and tells of nobody. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Whether this is a Supabase project, and takes both keys. */
export const keys: Check = {
  name: 'Project and keys',
  async run(project, context) {
    return [
      await checkAuth(context),
      ...checkAddress(project),
      await checkPublicKey(context),
      await checkSecretKey(context),
    ];
  },
};

async function checkAuth(context: Context): Promise<Finding> {
  const { status, body } = await context.once('health', () => context.askAuth('/health'));
  const { version, name } = (body ?? {}) as { version?: unknown; name?: unknown };
  if (status === 200 && name === 'GoTrue')
    return ok(
      'keys.auth',
      typeof version === 'string' && version ? `Supabase Auth ${version} answers.` : 'Supabase Auth answers.',
    );
  if (status === 540)
    return problem('keys.auth', 'The project is paused.', { fix: 'Restore it in the Dashboard.' });
  return problem('keys.auth', `What answers at SUPABASE_URL is no Supabase Auth (status ${status}).`, {
    why: 'Nobody can sign in.',
    fix: "Compare SUPABASE_URL with the project's address. If it is right, look at the log of Auth and of the gateway in front of it.",
    setting: onSite('SUPABASE_URL'),
  });
}

function checkAddress({ supabaseUrl }: Project): Finding[] {
  if (!supabaseUrl.startsWith('http:') || isThisMachine(supabaseUrl)) return [];
  return [
    warning('keys.encrypted', 'SUPABASE_URL is an http address.', {
      why: "The secret key and everybody's tokens travel unencrypted. That is for a network that is yours alone.",
      fix: "Give the project's gateway a certificate, and write https.",
      setting: onSite('SUPABASE_URL'),
    }),
  ];
}

async function checkPublicKey(context: Context): Promise<Finding> {
  const claims = readClaims(context.environment.supabasePublishableKey);
  if (claims?.role === 'service_role')
    return problem('keys.public', 'SUPABASE_PUBLISHABLE_KEY is the service role key.', {
      why: 'What this site asks as nobody in particular is asked with all rights.',
      fix: 'Put the anon or publishable key there.',
      setting: { ...settings.apiKeys, site: 'SUPABASE_PUBLISHABLE_KEY' },
    });
  if (await readAuthSettings(context)) return ok('keys.public', 'The project takes the public key.');
  return refusedKey('keys.public', 'SUPABASE_PUBLISHABLE_KEY', claims, context);
}

async function checkSecretKey(context: Context): Promise<Finding> {
  const claims = readClaims(context.environment.supabaseSecretKey);
  if (claims?.role === 'anon')
    return problem('keys.secret', 'SUPABASE_SECRET_KEY is the anon key.', {
      why: 'This server may do nothing that people may not do by themselves, so that nobody can sign in.',
      fix: 'Put the service role or secret key there.',
      setting: { ...settings.apiKeys, site: 'SUPABASE_SECRET_KEY' },
    });
  const answer = await context.once('admin', () => context.askAuthAsServer(`/admin/users/${nobody}`));
  if (isTaken(answer)) return ok('keys.secret', 'The project takes the secret key.');
  return refusedKey('keys.secret', 'SUPABASE_SECRET_KEY', claims, context);
}

function isTaken({ status }: Answer): boolean {
  return status === 200 || status === 404;
}

function refusedKey(id: string, variable: string, claims: Claims | null, { environment }: Context): Finding {
  const host = new URL(environment.supabaseUrl).hostname.split('.')[0];
  const isOthers = claims?.ref !== undefined && claims.ref !== host;
  return problem(
    id,
    isOthers
      ? `The project refuses ${variable}: it is a key of the project ${claims?.ref}, and this is ${host}.`
      : `The project refuses ${variable}. It has the shape of a key, but is of another project, or was revoked.`,
    {
      why: 'Nobody can sign in.',
      fix: 'Copy the key of this project.',
      setting: { ...settings.apiKeys, site: variable },
    },
  );
}

type Claims = { role?: string; ref?: string };

/** Of an older key, which is a token. Nothing relies on them: they make a sentence better. */
function readClaims(key: string): Claims | null {
  const [, payload] = key.split('.');
  if (!payload) return null;
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
  } catch {
    return null;
  }
}
