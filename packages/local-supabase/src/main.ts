import { convertLocalDatabase } from '../../../supabase/convert-local-database.ts';
import { readSettings } from './core/settings.ts';
import { StartFailure } from './core/start-failure.ts';
import { type Backend, startBackend } from './start-backend.ts';

/** `node packages/local-supabase/src/main.ts`: a Supabase for development, in one process. See settings.ts for its variables. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  console.log('Starting the local Supabase …');
  const starting = startBackend(settings, convertLocalDatabase);
  closeOnRequest(starting);
  announce(await starting);
}

function announce({ url, smtpPort, apiKeys }: Backend): void {
  console.log(
    [
      `SUPABASE_URL=${url}`,
      `SUPABASE_PUBLISHABLE_KEY=${apiKeys.publishable}`,
      `SUPABASE_SECRET_KEY=${apiKeys.secret}`,
      `Mailbox: ${url}/mailbox (mail to 127.0.0.1:${smtpPort} ends there too)`,
      `Local Supabase ready on ${url}`,
    ].join('\n'),
  );
}

/** Ends cleanly on Ctrl-C, SIGTERM, or when the process that started this one is gone. */
function closeOnRequest(starting: Promise<Backend>): void {
  let isClosing = false;
  const close = () => {
    if (isClosing) return;
    isClosing = true;
    // A start that failed has closed what it opened, and main reports why.
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

main().catch(exitWith);
