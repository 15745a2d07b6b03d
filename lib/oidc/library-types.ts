import 'server-only';
import type { JWK } from 'jose';
import type Provider from 'oidc-provider';
import type { AdapterPayload, Configuration, Grant, KoaContextWithOIDC } from 'oidc-provider';

// Parts of oidc-provider that its types lack. `library-contract.test.ts` reports changes.

type Library = typeof import('oidc-provider');

/** Parameters of a request that are read here. The library types them all as unknown. */
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

/** Whether the person has agreed in this very request. */
export const hasAgreed = ({ oidc }: KoaContextWithOIDC) =>
  Boolean((oidc as { result?: Record<string, unknown> }).result?.consent);

/** The request under way, where the library passes none: it is undefined outside of one. */
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
  /** Ours: for how long someone has been signed in, by the database's clock. */
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
  clientSecret: string;
  redirectUris: string[];
  compareClientSecret: (given: string) => boolean;
  redirectUriAllowed: (given: string) => boolean;
};

export const clientPrototypeOf = (provider: Provider) =>
  provider.Client.prototype as unknown as ClientPrototype;

/** An authorization with an id that is given: the types have the library make one. */
export function makeGrant(
  { Grant }: Provider,
  of: { accountId: string; clientId: string; jti: string },
): Grant {
  return new Grant(of as never);
}

/** Stored forms of an app, an authorization and a step: the types know those of tokens alone. */
export const toPayload = (described: object) => described as AdapterPayload;

type Answers = Record<string, { accountId?: string }>;

export const answersOf = ({ result }: AdapterPayload) => result as Answers | undefined;

export const toJwks = (keys: JWK[]) => ({ keys }) as Configuration['jwks'];

/** A parameter may have a check of its own. */
export const toExtraParams = (parameters: Record<string, ((ctx: KoaContextWithOIDC) => void) | null>) =>
  parameters as Configuration['extraParams'];
