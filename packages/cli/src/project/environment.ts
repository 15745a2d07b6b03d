import { existsSync } from 'node:fs';
import type { Variables } from '../command.ts';
import { PlainFailure } from '../plain-failure.ts';
import { inProject } from './project-folder.ts';

// Also read by scripts before any package is installed: nothing here may import one.

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
export function environmentFiles(mode: Mode): string[] {
  return [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']
    .map((name) => inProject(name))
    .filter(existsSync);
}

/** Reads those files into this process. What the environment already says wins. */
export function loadEnvironmentFiles(mode: Mode): void {
  for (const file of environmentFiles(mode)) process.loadEnvFile(file);
}

/**
 * Reads a port from the environment.
 * @throws PlainFailure when it is not a whole number from 1 to 65535
 */
export function readPort(variables: Variables, name: string, fallback: number): number {
  const text = variables[name]?.trim();
  if (!text) return fallback;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new PlainFailure(`${name} must be a whole number from 1 to 65535.`);
}
