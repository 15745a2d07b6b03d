import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Variables } from '../process/start-process.ts';
import { inProject } from '../project-folder.ts';

/** Every name under which a Supabase project can be configured. A test keeps it equal to the list of lib/env.ts. */
export const supabaseVariableNames = [
  'SUPABASE_URL',
  'NEXT_PUBLIC_SUPABASE_URL',
  'SUPABASE_PUBLISHABLE_KEY',
  'NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY',
  'SUPABASE_ANON_KEY',
  'NEXT_PUBLIC_SUPABASE_ANON_KEY',
  'SUPABASE_SECRET_KEY',
  'SUPABASE_SERVICE_ROLE_KEY',
];

/** `configured` as soon as one Supabase variable is set, so that a half configuration is refused, not replaced. */
export function chooseBackend(variables: Variables): 'embedded' | 'configured' {
  return supabaseVariableNames.some((name) => variables[name]?.trim()) ? 'configured' : 'embedded';
}

type Mode = 'production' | 'development';

/** The files that Next.js would read by itself, in its order: the first one that names a variable wins. */
function environmentFiles(mode: Mode): string[] {
  return [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']
    .map((name) => inProject(name))
    .filter(existsSync);
}

/** Reads those files into this process. What the environment already says wins. */
export function loadEnvironmentFiles(mode: Mode): void {
  for (const file of environmentFiles(mode)) process.loadEnvFile(file);
}

/**
 * The variables of this machine without any setting of ours. Tests and builds start from this. What a file names
 * is blank instead of absent: that keeps Next.js from reading it out of the file.
 */
export function withoutConfiguration(variables: Variables): Variables {
  const named = environmentFiles('production').flatMap((file) =>
    Object.keys(parseEnv(readFileSync(file, 'utf8'))),
  );
  const settings = new Set([...supabaseVariableNames, ...otherSettings]);
  const kept = Object.entries(variables).filter(([name]) => !settings.has(name));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(named.map((name) => [name, ''])) };
}

const otherSettings = [
  ...['SITE_URL', 'PORT', 'LISTEN_HOST', 'COUNTERSIGN_EMBEDDED', 'MAILBOX_URL', 'SMTP_URL', 'MAIL_FROM'],
  ...['SOLANA_RPC_URL', 'SOLANA_CLUSTER', 'LOCAL_SOLANA_URL', 'LOG_REQUESTS'],
  ...['LOCAL_MINIMUM_TIMES', 'LOCAL_BACKEND_TIMEOUT'],
  ...['SITE_NAME', 'TERMS_URL', 'PRIVACY_URL', 'SUPPORT_URL'],
  ...[
    'TRUSTED_PROXY_HEADER',
    'TRUSTED_PROXY_HOPS',
    'MWA_REFLECTOR',
    'SUPABASE_SECRET_KEY_PREVIOUS',
    'SUPABASE_JWT_ISSUER',
  ],
  ...['SHUTDOWN_DELAY', 'METRICS_TOKEN', 'METRICS_PORT', 'LOG_FORMAT'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
  ...['DEVELOPER_APPS', 'CLEAN_UP'],
  ...['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'LOCAL_CAPTCHA_URL'],
];
