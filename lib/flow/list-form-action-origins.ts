import { environment } from '../env.ts';
import { providerOrigins } from './providers.ts';

const leavingPaths = ['/sign-in', '/account'];

/**
 * The origins that a form of this page may lead to besides this site: Chrome and Safari hold every redirect after a
 * form against `form-action`, and a provider may go straight on to Auth and back. The local backend's providers are on
 * this machine.
 */
export function listFormActionOrigins(pathname: string): string[] {
  if (!leavingPaths.includes(pathname)) return [];
  const { supabaseUrl, embedded } = environment();
  const local = embedded ? ['http://localhost:*', 'http://127.0.0.1:*'] : [];
  return [supabaseUrl, ...Object.values(providerOrigins), ...local];
}
