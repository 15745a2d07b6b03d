import { environment } from '../env.ts';
import { providerOrigins } from './providers.ts';

const leavingPaths = ['/sign-in', '/account'];

/** Origins of a form's redirects, to which Chrome and Safari apply `form-action`: the provider's, and Auth's on the way back. */
export function listFormActionOrigins(pathname: string): string[] {
  if (!leavingPaths.includes(pathname)) return [];
  const { supabaseUrl, embedded } = environment();
  const local = embedded ? ['http://localhost:*', 'http://127.0.0.1:*'] : [];
  return [supabaseUrl, ...Object.values(providerOrigins), ...local];
}
