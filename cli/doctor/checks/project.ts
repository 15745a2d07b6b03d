import { z } from 'zod';
import { type Answer, readClaims } from '../ask.ts';
import { check, type Group } from '../check.ts';
import type { Context, Question } from '../context.ts';

export const health: Question<Answer> = ({ fetchAuth }) => fetchAuth('/health');

const AuthSettings = z.object({
  external: z.record(z.string(), z.unknown()),
  disable_signup: z.boolean().default(false),
  mailer_autoconfirm: z.boolean().default(false),
  passkeys_enabled: z.boolean().optional(),
});

/** Null if the project refuses the publishable key or isn't Supabase, which other checks report. */
export const authSettings: Question<z.infer<typeof AuthSettings>> = async ({ fetchAuth }) => {
  const { body, status } = await fetchAuth('/settings');
  return status === 200 ? (AuthSettings.safeParse(body).data ?? null) : null;
};

/** Whether a URL is on this machine, where http is safe. */
export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Why a key is wrong, or null. Legacy keys are tokens: they name their role and their project. */
type KeyTrouble = { trouble: string | null };

function judgeKey(site: Context['environment'], key: string, foreignRole: string, isTaken: boolean) {
  const { role, ref } = readClaims(key);
  if (role === foreignRole) return { trouble: `is the key of the role ${role}` };
  const isOther = ref && ref !== new URL(site.supabaseUrl).hostname.split('.')[0];
  const whose = isOther ? `a key of the project ${ref}` : 'revoked, disabled, or of another project';
  return { trouble: isTaken ? null : `is refused by the project: it is ${whose}` };
}

const publicKey: Question<KeyTrouble> = async ({ know, environment: site }) =>
  judgeKey(site, site.supabasePublishableKey, 'service_role', (await know(authSettings)) !== null);

const secretKey: Question<KeyTrouble> = async ({ fetchAuthAsServer, environment: site }) => {
  // An account that can't exist: reading it needs the secret key and reveals nothing.
  const { status } = await fetchAuthAsServer('/admin/users/00000000-0000-0000-0000-000000000000');
  return judgeKey(site, site.supabaseSecretKey, 'anon', status === 200 || status === 404);
};

const keyCheck = (id: string, variable: string, ask: Question<KeyTrouble>) =>
  check({
    id,
    ask,
    right: `The project accepts ${variable}.`,
    when: ({ trouble }) => trouble !== null,
    problem: ({ trouble }) => `${variable} ${trouble}.`,
    why: 'Nobody can sign in, or requests that should have no rights have all of them.',
    fix: "Copy this project's key.",
    dashboard: 'Project Settings > API Keys',
    selfHosted: 'the keys of your gateway: ANON_KEY and SERVICE_ROLE_KEY',
    site: variable,
  });

export const keys: Group = {
  name: 'Project and keys',
  checks: [
    check({
      id: 'keys.auth',
      ask: health,
      right: ({ body }) => {
        const { version } = body as { version?: unknown };
        return `Supabase Auth ${typeof version === 'string' && version ? `${version} ` : ''}answers.`;
      },
      when: ({ status, body }) => status !== 200 || (body as { name?: unknown } | null)?.name !== 'GoTrue',
      problem: ({ status }) =>
        status === 540
          ? 'The project is paused.'
          : `SUPABASE_URL is not a Supabase project: no Auth answers (status ${status}).`,
      why: 'Nobody can sign in.',
      fix: "Restore a paused project in the Dashboard. Otherwise compare SUPABASE_URL with the project's URL, and check the logs of Auth and its gateway.",
      site: 'SUPABASE_URL',
    }),
    check({
      id: 'keys.encrypted',
      when: (_, { environment: { supabaseUrl } }) =>
        supabaseUrl.startsWith('http:') && !isThisMachine(supabaseUrl),
      warning: 'SUPABASE_URL uses http.',
      why: 'The secret key and all tokens are sent unencrypted, which is only safe in a private network.',
      fix: "Give the project's gateway a certificate, and use https.",
      site: 'SUPABASE_URL',
    }),
    keyCheck('keys.public', 'SUPABASE_PUBLISHABLE_KEY', publicKey),
    keyCheck('keys.secret', 'SUPABASE_SECRET_KEY', secretKey),
  ],
};

/** How far this machine is ahead of the project, in seconds. Null if a gateway removes its time. */
const clockDifference: Question<number> = async ({ know }) => {
  const answer = await know(health);
  const told = Date.parse(answer?.headers.get('date') ?? '');
  // `Date` is rounded down: half a second on average.
  return answer && !Number.isNaN(told) ? Math.round((answer.at - told - 500) / 1000) : null;
};

export const clock: Group = {
  name: 'Clock',
  checks: [
    check({
      id: 'clock',
      ask: clockDifference,
      right: 'This machine and the project agree on the time.',
      when: (ahead) => Math.abs(ahead) >= 30,
      problem: (ahead) =>
        `This machine's clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the project's.`,
      why: 'Tokens expire too early or too late, and signed statements have the wrong time.',
      fix: 'Use NTP on both machines (timedatectl set-ntp true), and run the doctor on the one that serves the site.',
    }),
  ],
};

const KeySet = z.object({ keys: z.array(z.object({ kty: z.string(), alg: z.string().optional() })) });

const signingKeys: Question<{ status: number; algorithms: string[] | null }> = async ({ fetchAuth }) => {
  const { status, body } = await fetchAuth('/.well-known/jwks.json');
  const told = KeySet.safeParse(body).data;
  return { status, algorithms: (status === 200 && told?.keys.map(({ alg, kty }) => alg ?? kty)) || null };
};

/** Null for older versions of Auth, which don't publish the issuer. With --probe it is read from a token. */
const discoveredIssuer: Question<{ issuer: unknown }> = async ({ fetchAuth }) => {
  const { status, body } = await fetchAuth('/.well-known/openid-configuration');
  const told = body as { issuer?: unknown } | null;
  return status === 200 && typeof told?.issuer === 'string' ? { issuer: told.issuer } : null;
};

/** A foreign server may send an issuer of a megabyte. */
const cutIssuer = (issuer: unknown) => (typeof issuer === 'string' ? issuer.slice(0, 200) : '');
export const describeIssuer = (issuer: unknown) =>
  cutIssuer(issuer) ? `the issuer ${cutIssuer(issuer)}` : 'no issuer';

export const issuerCheck = (id: string, ask: Question<{ issuer: unknown }>) =>
  check({
    id,
    ask,
    right: (_, { environment: { jwtIssuer } }) => `Tokens have the expected issuer ${jwtIssuer}.`,
    when: ({ issuer }, { environment: { jwtIssuer } }) => issuer !== jwtIssuer,
    problem: ({ issuer }, { environment: { jwtIssuer } }) =>
      `Tokens have ${describeIssuer(issuer)}, but this site expects ${jwtIssuer}.`,
    why: 'Every sign-in is refused and returns to the sign-in page.',
    fix: 'If SUPABASE_URL is your project, set one of the two: what Auth writes, or what this site expects.',
    config: 'auth.jwt_issuer',
    selfHosted: (_, { environment: { jwtIssuer } }) => `GOTRUE_JWT_ISSUER=${jwtIssuer}`,
    site: ({ issuer }) => (issuer ? `SUPABASE_JWT_ISSUER=${cutIssuer(issuer)}` : null),
  });

export const tokens: Group = {
  name: 'Tokens',
  checks: [
    check({
      id: 'tokens.keys',
      ask: signingKeys,
      right: ({ algorithms }) =>
        algorithms?.length
          ? `Tokens are signed with an asymmetric key (${[...new Set(algorithms)].join(', ')}).`
          : 'Tokens are signed with a shared secret (HS256), so each session is verified with Auth once a minute.',
      when: ({ algorithms }) => algorithms === null,
      problem: ({ status }) => `The project's signing keys (JWKS) can't be read (status ${status}).`,
      why: "Sessions can't be verified, so nobody can sign in.",
      fix: 'Serve /auth/v1/.well-known/jwks.json at the gateway without a key.',
    }),
    issuerCheck('tokens.issuer', discoveredIssuer),
  ],
};
