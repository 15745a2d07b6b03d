import recipes from './recipes.json';

/** A tested program that signs people in with this site, for one library. */
export type Recipe = {
  id: string;
  label: string;
  /** For apps without a secret. Without it, for those with one. */
  isPublic?: boolean;
  install: string;
  /** What the program sends as its redirect address. `{app}` is the app's own origin. */
  redirectUri: string;
  /** The content of its `.env`; empty for a program that has its values in its code. */
  env: string;
  file: string;
  code: string;
};

export type AppValues = {
  issuer: string;
  clientId: string;
  /** The app's own origin. */
  app: string;
};

/** The recipes for an app of this kind, with its own values. A secret is never known here, so it stays a placeholder. */
export function listRecipes({ isConfidential }: { isConfidential: boolean }, values: AppValues): Recipe[] {
  const fill = (text: string) =>
    Object.entries({ ...values, secret: 'cs_…' }).reduce(
      (filled, [name, value]) => filled.replaceAll(`{${name}}`, () => value),
      text,
    );
  return (recipes as Recipe[])
    .filter(({ isPublic = false }) => isPublic !== isConfidential)
    .map((recipe) => ({
      ...recipe,
      redirectUri: fill(recipe.redirectUri),
      env: fill(recipe.env),
      code: recipe.isPublic ? fill(recipe.code) : recipe.code,
    }));
}
