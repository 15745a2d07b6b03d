import type { AuthContext } from '../auth-context.ts';
import { validationFailed } from '../auth-error.ts';
import { connectGithub } from './github.ts';
import { connectGoogle } from './google.ts';
import type { OAuthClient, OAuthConnection } from './provider.ts';

export const providers = new Map<string, (connection: OAuthConnection) => OAuthClient>([
  ['github', connectGithub],
  ['google', connectGoogle],
]);

/** Throws AuthError 400 for an unknown or disabled provider. */
export function findOAuthClient(auth: AuthContext, name: string): OAuthClient {
  const connect = providers.get(name);
  if (!connect) throw validationFailed(`Unsupported provider: Provider ${name} could not be found`);
  const settings = auth.settings.providers[name];
  if (!settings) throw validationFailed('Unsupported provider: provider is not enabled');
  return connect({ ...settings, callbackUrl: `${auth.issuer}/callback` });
}
