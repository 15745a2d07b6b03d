import { z } from 'zod';
import { readSitePicture } from './site-picture.ts';
import { clusters, noEndpoint } from './solana-endpoint.ts';

/** A setting. `npm run generate` writes it to `docs/configuration.md` and `.env.local.example`. */
export type Setting = {
  /** `npm start` sets `local` ones for the local backend and tests. Neither file lists them. */
  group: 'required' | 'recommended' | 'advanced' | 'local';
  /** Its allowed values. Absent if only a command, the build or a library reads it. */
  schema?: z.ZodType;
  /** Aliases that hosting integrations set. */
  also?: readonly string[];
  /** Markdown. */
  description: string;
  /** Shown in `.env.local.example`, which omits settings without one. */
  example?: string;
};

const jwt = String.raw`eyJ[\w-]+\.[\w-]+\.[\w-]+`;
const secretKey = z.string().regex(new RegExp(`^(sb_secret_[\\w-]+|${jwt})$`));
const origin = z.url({ protocol: /^https?$/ }).transform((value, context) => {
  const url = new URL(value);
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    context.addIssue({ code: 'custom', message: 'malformed' });
  }
  return url.origin;
});

/** A host with an optional port. The mobile wallet protocol adds `wss://` and `/reflect`. */
const host = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i)
  .refine((value) => URL.canParse(`wss://${value}`))
  .transform((value) => new URL(`wss://${value}`).host);

const longestName = 40;

/** Control characters, and characters that are invisible or change the text direction. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

const siteName = z
  .string()
  .transform((given) => given.normalize('NFC').replace(unseen, ' ').replace(/\s+/gu, ' ').trim())
  .refine((name) => name !== '' && [...name].length <= longestName && !/[<>{}"\\]/.test(name));

/** No braces, which Auth's templates would interpret. */
const place = z
  .url({ protocol: /^(https|mailto)$/ })
  .refine((value) => !/[\s<>{}"\\]/.test(value) && URL.parse(value)?.password === '')
  .transform((value) => new URL(value).href);

const picture = (shape: 'logo' | 'icon') =>
  z
    .string()
    .transform((file, context) => {
      const read = readSitePicture(file, shape);
      if (typeof read !== 'string') return read;
      context.addIssue({ code: 'custom', message: read });
      return z.NEVER;
    })
    .optional();

const color = z
  .string()
  .regex(/^#[\da-f]{6}$/i, 'not a color such as #7A3E1D')
  .transform((given) => given.toLowerCase())
  .optional();

const [mostLines, longestLine] = [4, 120];

/** `on`, `off`, or the lines of a text. */
const intro = z
  .string()
  .transform((given) =>
    given
      .split(/\\n|\n/)
      .map((line) => line.replace(unseen, ' ').trim())
      .filter(Boolean),
  )
  .refine(
    (lines) => lines.length <= mostLines && lines.every((line) => [...line].length <= longestLine),
    `longer than a heading and three lines of ${longestLine} characters each`,
  )
  .refine(
    (lines) => lines.length > 1 || !/^(no|false|0|none|yes|true|1)$/i.test(lines[0] ?? ''),
    'neither on, off nor a text to show (off shows none)',
  )
  .optional();

const headerName = z.string().regex(/^[A-Za-z0-9-]+$/);

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

export const settings = {
  SUPABASE_URL: {
    group: 'required',
    schema: origin,
    also: ['NEXT_PUBLIC_SUPABASE_URL'],
    description: "Your Supabase project's URL.",
    example: '',
  },
  SUPABASE_PUBLISHABLE_KEY: {
    group: 'required',
    schema: z.string().regex(new RegExp(`^(sb_publishable_[\\w-]+|${jwt})$`)),
    also: ['NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_ANON_KEY', 'NEXT_PUBLIC_SUPABASE_ANON_KEY'],
    description: "The project's publishable key, or its legacy anon key.",
    example: '',
  },
  SUPABASE_SECRET_KEY: {
    group: 'required',
    schema: secretKey,
    also: ['SUPABASE_SERVICE_ROLE_KEY'],
    description:
      "The project's secret key, or its legacy service role key. It also seals session cookies: see `SUPABASE_SECRET_KEY_PREVIOUS` before you change it.",
    example: '',
  },
  SITE_URL: {
    group: 'required',
    schema: origin,
    description:
      'The URL people open, without a path. Used in links, for `Secure` cookies, as the domain that wallets sign for, and as the OpenID issuer. Forms are refused at any other URL. Default: `http://localhost` with `PORT`.',
    example: 'https://countersign.example',
  },
  SMTP_URL: {
    group: 'recommended',
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
    description:
      'The mail server for this site\'s own notices, such as "a wallet was moved". If unset, no notices are sent and Auth sends the emails about email changes itself, which [reveals whether an address has an account](decisions/036-asking-for-a-taken-email.md). Use a server that delivers as well as Auth\'s.',
    example: 'smtps://user:password@mail.example:465',
  },
  MAIL_FROM: {
    group: 'recommended',
    schema: z.string().optional(),
    description:
      'The sender of those emails. Set it with `SMTP_URL`: mail servers reject the default, `countersign@localhost`.',
    example: 'Countersign <no-reply@countersign.example>',
  },
  TRUSTED_PROXY_HEADER: {
    group: 'recommended',
    schema: headerName.optional(),
    description:
      "The header your proxy sets to the visitor's IP address, such as `X-Forwarded-For`. Use `none` if clients connect directly. Rate limits apply per address, and the address is forwarded to Auth as `Sb-Forwarded-For`. If unset, all visitors share one limit: a single attacker can lock people out for up to an hour, and a warning is logged at startup. Set it only if the server can't be reached without going through the proxy. See [Auth's own limits](self-hosting.md#auth-rate-limits).",
    example: 'X-Forwarded-For',
  },
  TRUSTED_PROXY_HOPS: {
    group: 'recommended',
    schema: wholeNumber(1, 10),
    description: 'How many of your proxies append to that header. Default: 1.',
    example: '1',
  },
  LOCATION_HEADER: {
    group: 'advanced',
    schema: headerName.optional(),
    description:
      "The header your proxy sets to the visitor's approximate location, such as `Lisbon, Portugal` or a country code. People see it with their sessions and what these did. It's stored with a session and deleted with it, 90 days after its last use at the earliest. It's read only from requests with an address in `TRUSTED_PROXY_HEADER`, and never logged. Your proxy must replace what the client sent.",
    example: 'CF-IPCountry',
  },
  SITE_NAME: {
    group: 'recommended',
    schema: siteName.optional(),
    description:
      'Your site\'s name on pages and in emails: up to 40 characters, without `<>{}"\\`. The statements that wallets sign always say Countersign. Run `npm run generate -- emails` after a change to update the emails Auth sends. Default: `Countersign`.',
    example: 'Countersign',
  },
  SITE_LOGO: {
    group: 'advanced',
    schema: picture('logo'),
    description:
      'The path of a PNG file that replaces the name at the top of pages: at most 100 kB, 28 to 400 pixels high, and at most 8 times as wide as high. Shown 28 high. Read when the server starts, as the two below.',
    example: '/srv/countersign/logo.png',
  },
  SITE_LOGO_DARK: {
    group: 'advanced',
    schema: picture('logo'),
    description: 'The logo for the dark theme. Default: `SITE_LOGO` on a light plate.',
    example: '/srv/countersign/logo-dark.png',
  },
  SITE_ICON: {
    group: 'advanced',
    schema: picture('icon'),
    description:
      'The path of a square PNG file of 64 to 512 pixels and at most 100 kB, for browser tabs and home screens.',
    example: '/srv/countersign/icon.png',
  },
  SITE_COLOR: {
    group: 'advanced',
    schema: color,
    description:
      'The color of filled buttons, links and focus, as `#rrggbb`. Where it has too little contrast, it is darkened, and the log says so. Run `npm run generate -- emails` after a change.',
    example: '#7A3E1D',
  },
  SITE_COLOR_DARK: {
    group: 'advanced',
    schema: color,
    description: 'The color for the dark theme, lightened likewise. Default: derived from `SITE_COLOR`.',
    example: '#E0A37F',
  },
  SITE_INTRO: {
    group: 'advanced',
    schema: intro,
    description:
      'The text beside the form of `/sign-in`: `on`, `off`, or your own text, with a heading and up to three lines of at most 120 characters each, separated by `\\n`. Default: `on`.',
    example: 'off',
  },
  TERMS_URL: {
    group: 'recommended',
    schema: place.optional(),
    description: 'Your terms of service, linked in the footer of every page. An `https:` or `mailto:` URL.',
    example: 'https://countersign.example/terms',
  },
  PRIVACY_URL: {
    group: 'recommended',
    schema: place.optional(),
    description: 'Your privacy notice, in the same way.',
    example: 'https://countersign.example/privacy',
  },
  DOCS_URL: {
    group: 'advanced',
    schema: z.url({ protocol: /^https?$/ }).optional(),
    description:
      'Your documentation for developers of apps. Default: `/developers/docs`, where the site serves [Apps](apps.md), the [API](api.md) and the [package](../packages/countersign).',
    example: 'https://docs.countersign.example',
  },
  SUPPORT_URL: {
    group: 'recommended',
    schema: place.optional(),
    description:
      'Your support, in the footer, on `/accessibility` and in emails. Run `npm run generate -- emails` after a change, as with `SITE_NAME`.',
    example: 'mailto:help@countersign.example',
  },
  SOLANA_RPC_URL: {
    group: 'recommended',
    schema: z.union([z.literal(noEndpoint), z.url({ protocol: /^https?$/ })]).optional(),
    description:
      "The Solana RPC URL that browsers read balances from. Visitors can see it, so use a key restricted to your domain. `off` hides balances. Default: the cluster's public, rate-limited endpoint; with the local backend, the local chain.",
    example: 'https://rpc.example/?api-key=key',
  },
  CAPTCHA_PROVIDER: {
    group: 'recommended',
    schema: z.enum(['turnstile', 'hcaptcha']).optional(),
    description:
      '`turnstile` or `hcaptcha`, if [captcha protection](self-hosting.md#captcha) is on in your project. Without it, nobody can sign up or sign in by email on such a project, and the log, `/api/ready` and the forms say so.',
    example: 'turnstile',
  },
  CAPTCHA_SITE_KEY: {
    group: 'recommended',
    schema: z
      .string()
      .regex(/^[\w-]{1,100}$/)
      .optional(),
    description: "The captcha widget's public site key. Required with `CAPTCHA_PROVIDER`.",
    example: 'key',
  },
  PORT: {
    group: 'advanced',
    description: 'The port the server listens on. Default: 3000.',
    example: '3000',
  },
  LISTEN_HOST: {
    group: 'advanced',
    description:
      'The address the server binds to. Default: all addresses; with the local backend, this machine only.',
    example: '127.0.0.1',
  },
  SOLANA_CLUSTER: {
    group: 'advanced',
    schema: z.enum(clusters).optional(),
    description:
      'The cluster wallets are proven for: `mainnet`, `devnet`, `testnet` or `localnet`. Default: `mainnet`.',
    example: 'mainnet',
  },
  MWA_REFLECTOR: {
    group: 'advanced',
    schema: host.optional(),
    description:
      'The host of your [reflector](decisions/026-remote-phones.md), through which a desktop uses a wallet on a phone. Few wallet apps support this yet. If unset, it is not offered.',
    example: 'reflector.example',
  },
  DEVELOPER_APPS: {
    group: 'advanced',
    schema: z.enum(['on', 'off']).optional(),
    description:
      '`on` lets people register up to ten apps each at `/developers`. Consent marks these apps as not reviewed. If you turn it off again, existing apps stay until the [`app` command](operations.md#commands) disables or removes them. Default: `off`, where only that command registers apps; `npm start` with the local backend sets `on` while no other machine reaches the site.',
    example: 'on',
  },
  CLEAN_UP: {
    group: 'advanced',
    schema: z.enum(['on', 'off']).optional(),
    description:
      '`off` if you schedule `countersign.clean_up()` [yourself](performance.md#what-is-deleted-when-and-by-whom). Default: `on`, once an hour across all servers. Unconfirmed accounts are deleted either way.',
    example: 'off',
  },
  SHUTDOWN_DELAY: {
    group: 'advanced',
    schema: wholeNumber(0, 300).optional(),
    description:
      'How many seconds a process keeps serving after SIGTERM, while `/api/health` answers 503. Set it to the time your load balancer takes to notice. Default: 0; at most 300.',
    example: '10',
  },
  LOG_REQUESTS: {
    group: 'advanced',
    schema: z.enum(['0', '1']),
    description:
      '`1` logs each request as a line of JSON: ID, route, status, duration and the outcome of the session check, without personal data. Default: `1` in production, `0` in development and with the local backend.',
    example: '1',
  },
  LOG_FORMAT: {
    group: 'advanced',
    schema: z.enum(['json', 'text']).optional(),
    description:
      'The format of all other log lines: `json` ([fields](operations.md#logs)) or `text`. Default: `json` in production, `text` in development and with the local backend.',
    example: 'text',
  },
  METRICS_TOKEN: {
    group: 'advanced',
    schema: z
      .string()
      .regex(/^[\w.~+/=-]{20,200}$/)
      .optional(),
    description:
      "Serves [metrics](operations.md#metrics) at the site's `/api/metrics`, to requests with `Authorization: Bearer <token>`. 20 to 200 letters, digits and `-._~+/=`. Without it and `METRICS_PORT`, there are no metrics.",
    example: 'a-token-of-20-characters-or-more',
  },
  METRICS_PORT: {
    group: 'advanced',
    schema: wholeNumber(1, 65_535).optional(),
    description:
      "Serves metrics on a separate port instead, bound to `LISTEN_HOST`. Don't expose this port publicly. Requires `METRICS_TOKEN` if one is set; otherwise no authentication.",
    example: '9464',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    group: 'advanced',
    description:
      'Where [traces](operations.md#traces) are sent. Install their packages first: `npm ci --prefix deploy/opentelemetry`.',
    example: 'http://localhost:4318',
  },
  SUPABASE_SECRET_KEY_PREVIOUS: {
    group: 'advanced',
    schema: secretKey.optional(),
    description:
      'The previous secret key, after you change it. Existing session cookies stay valid, and are sealed with the new key on the next visit. It is never sent anywhere, so you can revoke it in Supabase. With several processes, rotate [in two steps](operations.md#secret-key). Removing it signs out everyone who has not been back.',
    example: '',
  },
  SUPABASE_JWT_ISSUER: {
    group: 'advanced',
    schema: z.url().optional(),
    description:
      "The issuer in your project's tokens, if it isn't `SUPABASE_URL` with `/auth/v1`. On a self-hosted project, the value of `GOTRUE_JWT_ISSUER`.",
    example: 'https://auth.example/auth/v1',
  },
  SUPABASE_DB_URL: {
    group: 'advanced',
    description:
      "The database's connection string, for the [`schema` command](operations.md#commands) only. Leave it out of the site's environment.",
  },
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: {
    group: 'advanced',
    description:
      'Read at build time. 32 bytes in base64 (`openssl rand -base64 32`), the same on every machine that builds. Forms from one build then work on another; without it they come back with what was typed and a note.',
  },
  DEPLOYMENT_ID: {
    group: 'advanced',
    also: ['NEXT_DEPLOYMENT_ID'],
    description:
      'Read at build time. A name for this version, the same on every machine that builds: letters, digits, `-` and `_`. Browsers send it along, so a load balancer can tell versions apart, and reload a page whose version is gone.',
  },
  COUNTERSIGN_EMBEDDED: {
    group: 'local',
    schema: z.literal('1').optional(),
    description: 'Runs against the local backend: offers the demo wallet and a link to the mailbox.',
  },
  MAILBOX_URL: { group: 'local', schema: z.url().optional(), description: 'The page of the local mailbox.' },
  LOCAL_SOLANA_URL: {
    group: 'local',
    schema: z.url({ protocol: /^http$/ }).optional(),
    description: 'The local chain.',
  },
  LOCAL_CAPTCHA_URL: {
    group: 'local',
    schema: z.url({ protocol: /^http$/ }).optional(),
    description: "Where the local backend serves its captcha's stand-in.",
  },
  LOCAL_MINIMUM_TIMES: {
    group: 'local',
    schema: z.literal('off').optional(),
    description: 'Answers without their minimum time, for tests that wait for hundreds of them.',
  },
  LOCAL_BACKEND_TIMEOUT: {
    group: 'local',
    schema: wholeNumber(1, 600).optional(),
    description: 'Seconds to wait for the backend, for tests on a busy machine.',
  },
} as const satisfies Record<string, Setting>;

type Settings = typeof settings;
type Shape = {
  [Name in keyof Settings as Settings[Name] extends { schema: z.ZodType }
    ? Name
    : never]: Settings[Name] extends {
    schema: infer Schema extends z.ZodType;
  }
    ? Schema
    : never;
};

export const settingSchemas = Object.fromEntries(
  Object.entries<Setting>(settings).flatMap(([name, { schema }]) => (schema ? [[name, schema]] : [])),
) as Shape;

/** Reads a setting by its first name or an alias. Blank counts as unset. */
export function firstSet(variables: Record<string, string | undefined>, name: string): string | undefined {
  const { also = [] } = (settings as Record<string, Setting>)[name] ?? {};
  return [name, ...also].map((one) => variables[one]?.trim()).find(Boolean);
}
