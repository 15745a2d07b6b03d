import type { Variables } from '../process/start-process.ts';

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
