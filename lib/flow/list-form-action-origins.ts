import { environment } from '../env.ts';
import { providerOrigins } from './providers.ts';

const leavingPaths = ['/sign-in', '/account'];

/**
 * Origins besides this site for a form's redirects, to which Chrome and Safari apply `form-action`. A provider may redirect on to Auth and
 * back. The local backend's providers run on this machine.
 */
export function listFormActionOrigins(pathname: string): string[] {
  if (!leavingPaths.includes(pathname)) return [];
  const { supabaseUrl, embedded } = environment();
  const local = embedded ? ['http://localhost:*', 'http://127.0.0.1:*'] : [];
  return [supabaseUrl, ...Object.values(providerOrigins), ...local];
}
