import { parseArgs } from 'node:util';
import { readSettings } from './core/settings.ts';
import { StartFailure } from './core/start-failure.ts';
import { type Backend, type Prepare, startBackend } from './start-backend.ts';

/** Each option, the variable it overrides, and its help text. */
const options = {
  port: ['LOCAL_SUPABASE_PORT', 'the port of the API and the mailbox (54321; 0 uses any free one)'],
  'smtp-port': ['LOCAL_SMTP_PORT', 'the SMTP port (54325; 0 uses any free one)'],
  config: ['LOCAL_SUPABASE_CONFIG', 'the settings (supabase/config.toml)'],
  migrations: ['LOCAL_SUPABASE_MIGRATIONS', 'the folder of migrations (migrations, beside the settings)'],
  data: ['LOCAL_SUPABASE_DATA', 'the folder that keeps the database and the keys (.local/supabase)'],
  'site-url': ['SITE_URL', 'where links in emails point to (auth.site_url of the settings)'],
} as const;
type Option = keyof typeof options;
const names = Object.keys(options) as Option[];

const help = `Usage: local-supabase [options]

An imitation of a Supabase project for development: Auth, REST and a mailbox in one process on 127.0.0.1.
Not for production or data you can't lose.

${[...names.map((name) => [`--${name}`, options[name][1]] as const), ['--help', 'this text'] as const]
  .map(([name, words]) => `  ${name.padEnd(14)}${words}`)
  .join('\n')}

Environment variables set the same and more: see the README.`;

/**
 * Starts a backend, prints its address and keys, and stops it on Ctrl-C, on SIGTERM, or when the parent process ends.
 * @param prepare runs before the project's migrations
 */
export async function runCommand(prepare?: Prepare): Promise<void> {
  try {
    const given = readOptions(process.argv.slice(2));
    if (given === null) return console.log(help);
    const settings = readSettings({ ...process.env, ...given });
    console.log('Starting the local Supabase …');
    const starting = startBackend(settings, prepare);
    closeOnRequest(starting);
    announce(await starting);
  } catch (error) {
    exitWith(error);
  }
}

/**
 * @returns the options as variables; null for `--help`
 * @throws StartFailure that names an unknown option
 */
function readOptions(args: string[]): Record<string, string> | null {
  const known = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  let values: Record<string, string | boolean | undefined>;
  try {
    values = parseArgs({ args, options: { ...known, help: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new StartFailure(`${error instanceof Error ? error.message : error}. See --help.`);
  }
  if (values.help) return null;
  return Object.fromEntries(
    names.flatMap((name) => (typeof values[name] === 'string' ? [[options[name][0], values[name]]] : [])),
  );
}

function announce({ url, smtpPort, apiKeys }: Backend): void {
  console.log(
    [
      `SUPABASE_URL=${url}`,
      `SUPABASE_PUBLISHABLE_KEY=${apiKeys.publishable}`,
      `SUPABASE_SECRET_KEY=${apiKeys.secret}`,
      `Mailbox: ${url}/mailbox (also receives email sent to 127.0.0.1:${smtpPort})`,
      `Local Supabase ready on ${url}`,
    ].join('\n'),
  );
}

function closeOnRequest(starting: Promise<Backend>): void {
  let isClosing = false;
  const close = () => {
    if (isClosing) return;
    isClosing = true;
    // A failed start has closed what it opened, and runCommand reports the reason.
    starting
      .then((backend) => backend.close())
      .then(
        () => process.exit(0),
        (error: unknown) => exitWith(error),
      );
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
  if (process.send) process.on('disconnect', close);
}

function exitWith(error: unknown): never {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exit(1);
}
