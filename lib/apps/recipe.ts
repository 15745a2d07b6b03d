import type { Scope } from './grants.ts';
import type { Library } from './make-addresses.ts';
import recipes from './recipes.json';

export const askedByRecipes: Scope[] = ['openid', 'profile', 'wallets'];

/** A tested sign-in for one library. Every recipe reads ISSUER, CLIENT_ID and CLIENT_SECRET. */
export type Recipe = {
  id: string;
  label: string;
  isPublic?: boolean;
  /** `{port}` is the port of the app's origin. */
  install: string;
  /** The recipe's redirect URI, if it isn't REDIRECT_URI. `{app}` is the app's origin. */
  redirectUri?: string;
  /** `redirectUri`, filled in, if the app hasn't registered it. */
  unregistered?: string;
  /** The lines it adds to `.env`. */
  env: string;
  files: { name: string; code: string }[];
  /** Opens the sign-in in the running app; null if it has no address on the web. */
  start: string | null;
};

/** The choices of the registration form. Apps on devices have no recipe. */
export const libraries: Library[] = [
  ...(recipes as Recipe[]).map(({ id, label, isPublic = false, redirectUri = '{app}/callback' }) => ({
    ...{ id, label, isPublic, redirectUri },
  })),
  { id: 'device', label: 'Mobile or desktop', isPublic: true, redirectUri: null },
];

type App = { clientId: string; isConfidential: boolean; redirectUris: string[]; signOutUris: string[] };

export function listRecipes(
  { clientId, isConfidential, redirectUris, signOutUris: [signOutUri] }: App,
  issuer: string,
): Recipe[] {
  const app = originOf(redirectUris);
  const isOnWeb = isOfWeb(pickRedirectUri(redirectUris));
  const values = {
    ...{ issuer, clientId, app, port: new URL(app).port || '3000' },
    redirectUri: pickRedirectUri(redirectUris),
  };
  const fill = (text: string) =>
    Object.entries(values).reduce(
      (filled, [name, value]) => filled.replaceAll(`{${name}}`, () => value),
      text,
    );
  return (recipes as Recipe[])
    .filter(({ isPublic = false }) => isPublic !== isConfidential)
    .map(({ redirectUri, ...recipe }) => {
      const sent = redirectUri && fill(redirectUri);
      return {
        ...recipe,
        ...(sent && !redirectUris.some((uri) => isSameAddress(uri, sent)) && { unregistered: sent }),
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

function originOf(redirectUris: string[]): string {
  const picked = pickRedirectUri(redirectUris);
  return isOfWeb(picked) ? new URL(picked).origin : 'https://your-app.example';
}

const isOfWeb = (uri: string) => /^https?:/.test(uri);

/** Whether two addresses are equal but for the project's name in place of `<project>`. */
function isSameAddress(uri: string, sent: string): boolean {
  const [before = '', after] = sent.split('<project>');
  return after === undefined ? uri === sent : uri.startsWith(before) && uri.endsWith(after);
}
