import { existsSync } from 'node:fs';
import type { Variables } from '../command.ts';
import { PlainFailure } from '../plain-failure.ts';
import { inProject } from './project-folder.ts';

// Scripts load this before packages are installed, so it may not import any.

/** Every variable that configures a Supabase project. A test compares it with lib/settings.ts. */
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

/** `configured` if any Supabase variable is set, so that an incomplete configuration is refused instead of ignored. */
export function chooseBackend(variables: Variables): 'embedded' | 'configured' {
  return supabaseVariableNames.some((name) => variables[name]?.trim()) ? 'configured' : 'embedded';
}

type Mode = 'production' | 'development';

/** The files that Next.js reads, in its order: the first that sets a variable wins. */
export function environmentFiles(mode: Mode): string[] {
  return [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']
    .map((name) => inProject(name))
    .filter(existsSync);
}

/** Loads those files. The environment takes precedence. */
export function loadEnvironmentFiles(mode: Mode): void {
  for (const file of environmentFiles(mode)) process.loadEnvFile(file);
}

export function readPort(variables: Variables, name: string, fallback: number): number {
  const text = variables[name]?.trim();
  if (!text) return fallback;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new PlainFailure(`${name} must be a whole number from 1 to 65535.`);
}
