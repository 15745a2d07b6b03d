import type { ProviderSettings } from '../../core/provider-settings.ts';

export interface ProvidedEmail {
  email: string;
  isVerified: boolean;
  isPrimary: boolean;
}

export interface ProvidedProfile {
  /** The provider's ID for the user. */
  subject: string;
  /** The identity's data without its email address. */
  claims: Record<string, unknown>;
  emails: ProvidedEmail[];
}

export interface ProviderTokens {
  accessToken: string;
  refreshToken: string;
  idToken: string | undefined;
}

/** A provider. It throws plain errors, since users see the same message for all of them. */
export interface OAuthClient {
  /** Returns the URL to redirect the user to. `scopes` are added to the required ones. */
  findAuthorizeUrl(state: string, scopes: string[]): Promise<URL>;
  tradeCode(code: string): Promise<ProviderTokens>;
  readProfile(tokens: ProviderTokens): Promise<ProvidedProfile>;
}

export interface OAuthConnection extends ProviderSettings {
  callbackUrl: string;
}
