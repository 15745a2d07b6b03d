import type { Alter, ReplacedAnswer } from './altering-gateway';

/** Responses of Auth, PostgREST and the hosted gateway under some settings, and the doctor's findings about them. */
export type Round = {
  alter: Alter[];
  lines: [id: string, level: string, words: string][];
};

const auth =
  (path: string, instead: ReplacedAnswer): Alter =>
  (request) =>
    request.path.startsWith(`/auth/v1${path}`) ? instead : undefined;

const rpc =
  (name: string, instead: ReplacedAnswer): Alter =>
  ({ path }) =>
    path === `/rest/v1/rpc/${name}` ? instead : undefined;

/** Changes the response of the server behind the gateway. */
const change =
  <Body>(path: string, how: (body: Body) => object): Alter =>
  async (request, answer) =>
    request.path === path ? { body: how((await answer()).body as Body) } : undefined;

const authSettings = (changed: object) =>
  change<object>('/auth/v1/settings', (body) => ({ ...body, ...changed }));
const described = (how: (body: { version: string; objects: Record<string, string> }) => object) =>
  change('/rest/v1/rpc/describe_schema', how);

const timeIs =
  (milliseconds: number): Alter =>
  async ({ path }, answer) => {
    if (path !== '/auth/v1/health') return undefined;
    await answer();
    return { headers: { date: new Date(Date.now() + milliseconds).toUTCString() } };
  };

/** In the format of `list_oauth_clients`. */
export const listedApp = {
  client_id: 'app_0123456789abcdefghijklmn',
  name: 'Gate',
  redirect_uris: ['com.example.gate:/cb'],
  post_logout_redirect_uris: [],
  is_confidential: false,
  is_first_party: false,
  is_reviewed: false,
  id_token_alg: 'RS256',
  requires_pkce: true,
  created_at: '2026-11-22T12:00:00Z',
  disabled_at: null,
  secret_made_at: null,
  owner_code: '7F3K-2Q9D',
};

const right = 'grant on function countersign.describe_schema() to service_role';

export const rounds = (publishableKey: string): Round[] => [
  {
    alter: [
      authSettings({
        external: { email: false, anonymous_users: true, phone: true },
        mailer_autoconfirm: true,
      }),
      auth('/admin/oauth/clients', { body: {} }),
      auth('/token?grant_type=none', { status: 400, body: { code: 'captcha_failed' } }),
      auth('/passkeys/', {
        status: 500,
        body: { message: 'Failed to initialize WebAuthn: the RPID is missing' },
      }),
      rpc('can_read_passkeys', { body: false }),
      auth('/.well-known/jwks.json', { body: { keys: [] } }),
      auth('/.well-known/openid', { body: { issuer: 'https://internal.example/auth/v1' } }),
      rpc('list_oauth_clients', {
        body: [
          { ...listedApp, client_id: 'app_old', name: 'Old Gate', requires_pkce: false },
          { ...listedApp, client_id: 'app_new', name: 'New Gate' },
        ],
      }),
      timeIs(300_000),
      rpc('describe_schema', { status: 404, body: { code: 'PGRST202' } }),
    ],
    lines: [
      ['sign-in-methods.email', 'warning', 'email is off'],
      ['sign-in-methods.anonymous', 'warning', 'are on'],
      ['sign-in-methods.phone', 'warning', 'phone is on'],
      ['sign-in-methods.confirm-email', 'problem', 'not confirmed'],
      ['sign-in-methods.oauth-server', 'warning', 'is on'],
      ['apps.pkce', 'warning', 'Exempt from PKCE: “Old Gate” (app_old, com.example.gate:/cb).'],
      ['captcha', 'problem', 'this site shows none'],
      ['passkeys.rp-id', 'problem', 'for no Relying Party ID'],
      ['passkeys.readable', 'problem', 'may not read'],
      ['tokens.keys', 'ok', 'HS256'],
      ['tokens.issuer', 'problem', 'issuer https://internal.example/auth/v1'],
      ['clock', 'problem', "s behind the project's"],
      ['schema.version', 'problem', 'an older schema than this version of Countersign.'],
    ],
  },
  {
    alter: [
      authSettings({ passkeys_enabled: false }),
      auth('/.well-known/jwks.json', { status: 401, body: {} }),
      auth('/.well-known/openid', { body: { issuer: '' } }),
      timeIs(-300_000),
      ({ path, headers }) =>
        path.endsWith('/find_account_of_mail_link') && headers.apikey === publishableKey
          ? { body: null }
          : undefined,
      described(({ version, objects: { [right]: _gone, ...objects } }) => ({
        version,
        objects: {
          ...objects,
          'table countersign.wallets': 'x',
          'grant on table countersign.wallets to public': 'x',
        },
      })),
    ],
    lines: [
      ['passkeys.on', 'warning', 'Passkeys are off'],
      ['tokens.keys', 'problem', "can't be read"],
      ['tokens.issuer', 'problem', 'have no issuer'],
      ['clock', 'problem', "s ahead of the project's"],
      ['schema.strangers', 'problem', 'Anyone may call'],
      ['schema.missing', 'problem', 'grant on function countersign.describe_schema() to service_role'],
      ['schema.changed', 'problem', '1 object is different from this version: table countersign.wallets'],
      ['schema.rights', 'problem', 'grant on table countersign.wallets to public'],
    ],
  },
  {
    alter: [
      auth('/health', { status: 540 }),
      authSettings({ passkeys_enabled: undefined }),
      rpc('find_account_of_mail_link', { status: 406, body: { code: 'PGRST106' } }),
    ],
    lines: [
      ['keys.auth', 'problem', 'is paused'],
      ['passkeys.on', 'warning', 'has none'],
      ['schema.exposed', 'problem', 'does not expose the schema'],
    ],
  },
  {
    alter: [
      auth('/health', { status: 404, body: 'nginx' }),
      auth('/passkeys/', { status: 429, body: { code: 'over_request_rate_limit' } }),
      auth('/token?grant_type=none', { status: 429, body: { code: 'over_request_rate_limit' } }),
      described((body) => ({ ...body, version: '20261122090000', objects: {} })),
    ],
    lines: [
      ['keys.auth', 'problem', 'no Auth answers'],
      ['passkeys.rp-id', 'unknown', '(status 429)'],
      ['captcha', 'unknown', 'did not say'],
      ['schema.version', 'problem', 'an older schema than this version of Countersign: 20261122090000'],
    ],
  },
];

/** States of a database, which exclude each other: each needs a separate run. */
export const states = (publishableKey: string): Round[] => [
  {
    alter: [rpc('find_account_of_mail_link', { status: 404, body: { code: 'PGRST202' } })],
    lines: [['schema.missing', 'problem', 'no schema of Countersign']],
  },
  {
    alter: [rpc('find_account_of_mail_link', { status: 405, body: { code: '25006' } })],
    lines: [['schema.writable', 'problem', 'read-only']],
  },
  {
    alter: [rpc('find_account_of_mail_link', { status: 503, body: { code: 'PGRST002' } })],
    lines: [['schema.away', 'problem', "can't reach its database"]],
  },
  {
    alter: [
      ({ path, headers }) =>
        path.endsWith('/find_account_of_mail_link') && headers.apikey === publishableKey
          ? { status: 503, body: { code: 'PGRST002' } }
          : undefined,
      rpc('describe_schema', { status: 500, body: { code: '57014' } }),
    ],
    lines: [
      ['schema.strangers', 'unknown', '(PGRST002)'],
      ['schema.version', 'unknown', 'could not be listed (57014)'],
    ],
  },
  {
    alter: [described((body) => ({ ...body, version: '20991122090000' }))],
    lines: [['schema.version', 'warning', 'a newer schema than this version of Countersign: 20991122090000']],
  },
];

export const probeRounds: Round[] = [
  {
    alter: [
      change<{ access_token: string }>('/auth/v1/verify', (answer) => ({
        ...answer,
        access_token: changeClaims(answer.access_token, { role: 'plain' }),
      })),
      ({ method }) => (method === 'PUT' ? weak('length') : undefined),
    ],
    lines: [
      ['probe.token-role', 'problem', 'other than “authenticated”'],
      ['probe.password', 'warning', 'requires passwords of more than 8 characters.'],
    ],
  },
  {
    alter: [
      auth('/token?grant_type=refresh_token', { status: 500, body: {} }),
      ({ method, body }) =>
        method === 'PUT' ? weak(body.includes('Aa1!') ? 'length' : 'characters') : undefined,
    ],
    lines: [
      ['probe.refresh', 'problem', "can't be refreshed"],
      ['probe.password', 'warning', 'requires certain kinds of characters in passwords.'],
    ],
  },
  {
    alter: [({ method }) => (method === 'PUT' ? { status: 500, body: {} } : undefined)],
    lines: [['probe.password', 'unknown', 'did not say']],
  },
  {
    alter: [auth('/verify', { status: 500, body: { code: 'hook_timeout' } })],
    lines: [['probe.sign-in', 'problem', "doesn't sign in"]],
  },
  {
    alter: [auth('/admin/users', { status: 500, body: { code: 'unexpected_failure' } })],
    lines: [['probe.account', 'problem', 'could not create an account']],
  },
];

const weak = (reason: string) => ({
  status: 422,
  body: { code: 'weak_password', weak_password: { reasons: [reason] } },
});

function changeClaims(token: string, changes: object): string {
  const [head, payload = '', signature] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...changes };
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}
