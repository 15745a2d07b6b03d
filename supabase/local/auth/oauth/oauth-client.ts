import type { ProviderName } from '../../core/provider-settings.ts';
import type { AuthContext } from '../auth-context.ts';
import { validationFailed } from '../auth-error.ts';
import { connectGithub } from './github.ts';
import { connectGoogle } from './google.ts';
import type { OAuthClient, OAuthConnection } from './provider.ts';

const connect: Record<ProviderName, (connection: OAuthConnection) => OAuthClient> = {
  github: connectGithub,
  google: connectGoogle,
};

/** Throws AuthError 400 for a provider that is not known or not on. */
export function findOAuthClient(auth: AuthContext, name: string): OAuthClient {
  if (name !== 'github' && name !== 'google') {
    throw validationFailed(`Unsupported provider: Provider ${name} could not be found`);
  }
  const settings = auth.settings.providers[name];
  if (!settings) throw validationFailed('Unsupported provider: provider is not enabled');
  return connect[name]({ ...settings, callbackUrl: `${auth.issuer}/callback` });
}
