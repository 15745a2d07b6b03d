import type { ProviderSettings } from '../../core/provider-settings.ts';

export interface ProvidedEmail {
  email: string;
  isVerified: boolean;
  isPrimary: boolean;
}

export interface ProvidedProfile {
  /** The provider's own id of the person. */
  subject: string;
  /** The identity's data without the address. */
  claims: Record<string, unknown>;
  emails: ProvidedEmail[];
}

export interface ProviderTokens {
  accessToken: string;
  refreshToken: string;
  idToken: string | undefined;
}

/** One provider. Its failures are plain errors: what a person is told of them is the same for all. */
export interface OAuthClient {
  /** Finds the page to send the person to. `scopes` come on top of those that are always needed. */
  findAuthorizeUrl(state: string, scopes: string[]): Promise<URL>;
  tradeCode(code: string): Promise<ProviderTokens>;
  readProfile(tokens: ProviderTokens): Promise<ProvidedProfile>;
}

export interface OAuthConnection extends ProviderSettings {
  callbackUrl: string;
}
