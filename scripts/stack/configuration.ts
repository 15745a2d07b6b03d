import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Variables } from '../process/start-process.ts';

export {
  chooseBackend,
  loadEnvironmentFiles,
  supabaseVariableNames,
} from '../../cli/project/environment.ts';

import { environmentFiles, supabaseVariableNames } from '../../cli/project/environment.ts';

/**
 * The machine's environment without the app's settings, for tests and builds. Sets variables of `.env` files to empty
 * instead of removing them, so that Next.js doesn't read them from the files.
 */
export function withoutConfiguration(variables: Variables): Variables {
  const named = environmentFiles('production').flatMap((file) =>
    Object.keys(parseEnv(readFileSync(file, 'utf8'))),
  );
  const settings = new Set([...supabaseVariableNames, ...otherSettings]);
  const kept = Object.entries(variables).filter(([name]) => !settings.has(name) && !name.startsWith('SITE_'));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(named.map((name) => [name, ''])) };
}

const otherSettings = [
  ...['PORT', 'LISTEN_HOST', 'COUNTERSIGN_EMBEDDED', 'MAILBOX_URL', 'SMTP_URL', 'MAIL_FROM'],
  ...['SOLANA_RPC_URL', 'SOLANA_CLUSTER', 'LOCAL_SOLANA_URL', 'LOG_REQUESTS'],
  ...['LOCAL_MINIMUM_TIMES', 'LOCAL_BACKEND_TIMEOUT'],
  ...['TERMS_URL', 'PRIVACY_URL', 'SUPPORT_URL', 'DOCS_URL'],
  ...[
    'TRUSTED_PROXY_HEADER',
    'TRUSTED_PROXY_HOPS',
    'LOCATION_HEADER',
    'MWA_REFLECTOR',
    'SUPABASE_SECRET_KEY_PREVIOUS',
    'SUPABASE_JWT_ISSUER',
  ],
  ...['SHUTDOWN_DELAY', 'METRICS_TOKEN', 'METRICS_PORT', 'LOG_FORMAT'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
  ...['DEVELOPER_APPS', 'CLEAN_UP'],
  ...['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'LOCAL_CAPTCHA_URL'],
];
