import { environment } from '../env.ts';
import { providerOrigins } from './providers.ts';

const leavingPaths = ['/sign-in', '/account'];

/**
 * The origins that a form of this page may redirect to besides this site. Chrome and Safari apply `form-action` to every redirect after a
 * form, and a provider may redirect straight on to Auth and back. The local backend's providers run on this machine.
 */
export function listFormActionOrigins(pathname: string): string[] {
  if (!leavingPaths.includes(pathname)) return [];
  const { supabaseUrl, embedded } = environment();
  const local = embedded ? ['http://localhost:*', 'http://127.0.0.1:*'] : [];
  return [supabaseUrl, ...Object.values(providerOrigins), ...local];
}
