import type { Project } from '../../project/choose-project.ts';
import type { Answer } from '../ask.ts';
import type { Check, Context } from '../context.ts';
import { type Finding, ok, problem, warning } from '../finding.ts';
import { isThisMachine } from '../is-this-machine.ts';
import { onSite, settings } from '../settings.ts';
import { readAuthSettings } from './read-auth-settings.ts';

/** An account that can't exist: reading it needs the secret key and reveals nothing. */
const nobody = '00000000-0000-0000-0000-000000000000';

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
  return problem('keys.auth', `SUPABASE_URL is not a Supabase project: no Auth answers (status ${status}).`, {
    why: 'Nobody can sign in.',
    fix: "Compare SUPABASE_URL with the project's URL. If it is right, check the logs of Auth and its gateway.",
    setting: onSite('SUPABASE_URL'),
  });
}

function checkAddress({ supabaseUrl }: Project): Finding[] {
  if (!supabaseUrl.startsWith('http:') || isThisMachine(supabaseUrl)) return [];
  return [
    warning('keys.encrypted', 'SUPABASE_URL uses http.', {
      why: 'The secret key and all tokens are sent unencrypted, which is only safe in a private network.',
      fix: "Give the project's gateway a certificate, and use https.",
      setting: onSite('SUPABASE_URL'),
    }),
  ];
}

async function checkPublicKey(context: Context): Promise<Finding> {
  const claims = readClaims(context.environment.supabasePublishableKey);
  if (claims?.role === 'service_role')
    return problem('keys.public', 'SUPABASE_PUBLISHABLE_KEY is the service role key.', {
      why: 'Requests that should have no rights have all of them.',
      fix: 'Use the anon or publishable key.',
      setting: { ...settings.apiKeys, site: 'SUPABASE_PUBLISHABLE_KEY' },
    });
  if (await readAuthSettings(context)) return ok('keys.public', 'The project accepts the publishable key.');
  return refusedKey('keys.public', 'SUPABASE_PUBLISHABLE_KEY', claims, context);
}

async function checkSecretKey(context: Context): Promise<Finding> {
  const claims = readClaims(context.environment.supabaseSecretKey);
  if (claims?.role === 'anon')
    return problem('keys.secret', 'SUPABASE_SECRET_KEY is the anon key.', {
      why: 'This server has no more rights than its visitors, so nobody can sign in.',
      fix: 'Use the service role or secret key.',
      setting: { ...settings.apiKeys, site: 'SUPABASE_SECRET_KEY' },
    });
  const answer = await context.once('admin', () => context.askAuthAsServer(`/admin/users/${nobody}`));
  if (isTaken(answer)) return ok('keys.secret', 'The project accepts the secret key.');
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
      ? `The project refuses ${variable}: it is a key of the project ${claims?.ref}, not of ${host}.`
      : `The project refuses ${variable}: the key was revoked or belongs to another project.`,
    {
      why: 'Nobody can sign in.',
      fix: "Copy this project's key.",
      setting: { ...settings.apiKeys, site: variable },
    },
  );
}

type Claims = { role?: string; ref?: string };

/** Claims of a legacy key, which is a token. Used only in messages. */
function readClaims(key: string): Claims | null {
  const [, payload] = key.split('.');
  if (!payload) return null;
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
  } catch {
    return null;
  }
}
