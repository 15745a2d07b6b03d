import { runCommand } from 'local-supabase/command';
import { convertLocalDatabase } from './convert-local-database.ts';

/** `node supabase/start-local.ts`: the local Supabase with this project's migrations and settings, and data from before 1.0.0 converted. */
await runCommand(convertLocalDatabase);
