import 'server-only';
import type { JWK } from 'jose';
import type Provider from 'oidc-provider';
import type { AdapterPayload, Configuration, Grant, KoaContextWithOIDC } from 'oidc-provider';

// Parts of oidc-provider that its types lack. `library-contract.test.ts` reports changes.

type Library = typeof import('oidc-provider');

type Parameters = {
  [name in
    | 'acr_values'
    | 'redirect_uri'
    | 'scope'
    | 'post_logout_redirect_uri'
    | 'state'
    | 'wallet'
    | 'wallet_chain'
    | 'wallet_max_age']?: string;
};

export const parametersOf = ({ oidc }: KoaContextWithOIDC) => oidc.params as Parameters;

export const hasAgreed = ({ oidc }: KoaContextWithOIDC) =>
  Boolean((oidc as { result?: Record<string, unknown> }).result?.consent);

/** The current request, where the library passes none; undefined outside of one. */
export const currentContext = (library: Library) => (library.default as { ctx?: KoaContextWithOIDC }).ctx;

type SessionClass = {
  new (payload?: object): LibrarySession;
  instantiate(payload?: object): LibrarySession;
  get(ctx: KoaContextWithOIDC): Promise<LibrarySession>;
  prototype: LibrarySession;
};

export type LibrarySession = {
  touched: boolean;
  destroyed: boolean;
  accountId?: string;
  /** Ours: seconds since the sign-in, by the database's clock. */
  authenticatedAgo?: number;
  save(): Promise<void>;
  persist(): Promise<void>;
  destroy(): Promise<void>;
  resetIdentifier(): void;
  past(age: string): boolean;
};

export const sessionClassOf = (provider: Provider) => provider.Session as unknown as SessionClass;

export function setSession({ oidc }: KoaContextWithOIDC, session: LibrarySession): void {
  oidc.entity('Session', session as never);
}

type ClientPrototype = {
  clientAuthMethod: string;
  clientSecret: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  compareClientSecret: (given: string) => boolean;
  redirectUriAllowed: (given: string) => boolean;
  postLogoutRedirectUriAllowed: (given: string) => boolean;
};

export const clientPrototypeOf = (provider: Provider) =>
  provider.Client.prototype as unknown as ClientPrototype;

/** The types omit `jti`, an authorization's given id. */
export function makeGrant(
  { Grant }: Provider,
  of: { accountId: string; clientId: string; jti: string },
): Grant {
  return new Grant(of as never);
}

/** The types know the stored form of tokens only. */
export const toPayload = (described: object) => described as AdapterPayload;

type Answers = Record<string, { accountId?: string }>;

export const answersOf = ({ result }: AdapterPayload) => result as Answers | undefined;

export const toJwks = (keys: JWK[]) => ({ keys }) as Configuration['jwks'];

/** The types omit a check for a single parameter. */
export const toExtraParams = (parameters: Record<string, ((ctx: KoaContextWithOIDC) => void) | null>) =>
  parameters as Configuration['extraParams'];
