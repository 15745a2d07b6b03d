import type { Scope } from './grants.ts';
import type { Library } from './make-addresses.ts';
import recipes from './recipes.json';

export const askedByRecipes: Scope[] = ['openid', 'profile', 'wallets'];

/** A tested sign-in for one library. Every recipe reads ISSUER, CLIENT_ID and CLIENT_SECRET. */
export type Recipe = {
  id: string;
  label: string;
  isPublic?: boolean;
  /** `{port}` is the port of `{app}`. Empty for a library that only the developer knows. */
  install: string;
  /** Where the code runs, if not at the app's own origin. */
  home?: string;
  /** The recipe's redirect URI, if it isn't REDIRECT_URI. `{app}` is the origin where the code runs. */
  redirectUri?: string;
  /** `redirectUri`, filled in, if the app hasn't registered it. */
  unregistered?: string;
  /** The lines it adds to `.env`. */
  env: string;
  files: { name: string; code: string }[];
  /** Opens the sign-in in the running app; null if it has no address on the web. */
  start: string | null;
};

/** The choices of the registration form. */
export const libraries: Library[] = (recipes as Recipe[]).map(
  ({ id, label, isPublic = false, home, redirectUri }) => ({
    ...{ id, label, isPublic, isElsewhere: home !== undefined },
    redirectUri: id === 'device' ? null : (redirectUri ?? (isPublic ? '{app}/' : '{app}/callback')),
  }),
);

type App = { clientId: string; isConfidential: boolean; redirectUris: string[]; signOutUris: string[] };

export function listRecipes(
  { clientId, isConfidential, redirectUris, signOutUris: [signOutUri] }: App,
  issuer: string,
): Recipe[] {
  const redirectUri = pickRedirectUri(redirectUris);
  const isOnWeb = isOfWeb(redirectUri);
  return (recipes as Recipe[])
    .filter(({ isPublic = false, id }) => isPublic !== isConfidential && (isOnWeb || id !== 'browser'))
    .map(({ home, redirectUri: template, ...recipe }) => {
      const path = template?.replace('{app}', '');
      const own = redirectUris.find((uri) => isOfWeb(uri) && uri === new URL(uri).origin + path);
      const app = own
        ? new URL(own).origin
        : (home ?? (isOfWeb(redirectUri) ? new URL(redirectUri).origin : 'https://your-app.example'));
      const values = { issuer, clientId, app, redirectUri, port: URL.parse(app)?.port || '3000' };
      const fill = (text: string) =>
        Object.entries(values).reduce(
          (filled, [name, value]) => filled.replaceAll(`{${name}}`, () => value),
          text,
        );
      return {
        ...recipe,
        ...(path && !own && { unregistered: app + path }),
        install: fill(recipe.install),
        start: isOnWeb && recipe.start ? fill(recipe.start) : null,
        env: fill(recipe.env) + (signOutUri ? `POST_LOGOUT_REDIRECT_URI=${signOutUri}\n` : ''),
        files: recipe.isPublic
          ? recipe.files.map(({ name, code }) => ({ name, code: fill(code) }))
          : recipe.files,
      };
    });
}

/** @returns the first address on the web, or else the first. */
export function pickRedirectUri(redirectUris: string[]): string {
  return redirectUris.find(isOfWeb) ?? redirectUris[0] ?? '';
}

const isOfWeb = (uri: string) => /^https?:/.test(uri);
