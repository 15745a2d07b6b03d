import { environment } from '../env.ts';
import { providerOrigins } from './providers.ts';

/** The pages with a form that leads to a provider. */
const leavingPaths = ['/sign-in', '/account'];

/**
 * The origins besides this site that a form on this page may end at: Chrome and Safari hold every redirect that follows a form
 * against `form-action`. From a provider that knows the person already it goes straight on to Auth, and back here.
 * The local backend's providers are on this machine.
 */
export function listFormActionOrigins(pathname: string): string[] {
  if (!leavingPaths.includes(pathname)) return [];
  const { supabaseUrl, embedded } = environment();
  const local = embedded ? ['http://localhost:*', 'http://127.0.0.1:*'] : [];
  return [supabaseUrl, ...Object.values(providerOrigins), ...local];
}
