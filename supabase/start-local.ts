import { runCommand } from 'local-supabase/command';
import { refuseOlderDatabase } from './refuse-older-database.ts';

/** `node supabase/start-local.ts`: runs the local Supabase with this project's migrations and settings. */
await runCommand(refuseOlderDatabase);
