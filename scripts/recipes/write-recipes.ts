import { readFileSync } from 'node:fs';
import type { Recipe } from '../../lib/apps/recipe.ts';
import { inProject } from '../project-folder.ts';

const read = (file: string) => readFileSync(inProject(file), 'utf8');

/** Packages with the versions that the recipes are tested with. */
function install(folder: string, ...names: string[]): string {
  const { dependencies } = JSON.parse(read(`${folder}/package.json`)) as {
    dependencies: Record<string, string>;
  };
  return `npm install ${names.map((name) => `${name}@${dependencies[name]}`).join(' ')}`;
}

const named = 'ISSUER={issuer}\nCLIENT_ID={clientId}\nCLIENT_SECRET={secret}\n';
/** On a line of its own: some loaders read a comment behind `=` as the value. */
const random = (name: string) => `# Fill in the output of: openssl rand -base64 32\n${name}=\n`;

/** The content of `lib/apps/recipes.json`: the tested recipes, as the page of an app shows them. */
export function writeRecipes(): string {
  const recipes: Recipe[] = [
    {
      id: 'openid-client',
      label: 'openid-client',
      install: install('tools/recipes', 'openid-client'),
      redirectUri: 'http://localhost:4000/callback',
      env: named,
      file: 'app.mjs',
      code: read('tools/recipes/openid-client.mjs'),
    },
    {
      id: 'authjs',
      label: 'Auth.js',
      install: install('examples/wallet-gate', 'next-auth'),
      redirectUri: '{app}/api/auth/callback/countersign',
      env: `${named.replaceAll(/^(ISSUER|CLIENT)(_|=)/gm, (_, one, rest) => `AUTH_COUNTERSIGN_${one === 'ISSUER' ? `ISSUER${rest}` : ''}`)}AUTH_URL={app}\n${random('AUTH_SECRET')}`,
      file: 'auth.ts',
      code: read('examples/wallet-gate/auth.ts'),
    },
    {
      id: 'better-auth',
      label: 'better-auth',
      install: install('tools/recipes', 'better-auth'),
      redirectUri: 'http://localhost:4000/api/auth/callback/countersign',
      env: `${named}${random('BETTER_AUTH_SECRET')}`,
      file: 'app.mjs',
      code: read('tools/recipes/better-auth.mjs'),
    },
    {
      id: 'python',
      label: 'Python',
      install: `pip install ${read('examples/fastapi/requirements.txt').trim().replaceAll('\n', ' ')}`,
      redirectUri: '{app}/callback',
      env: `${named}APP_URL={app}\n${random('SESSION_SECRET')}`,
      file: 'main.py',
      code: read('examples/fastapi/main.py'),
    },
    {
      id: 'supabase',
      label: 'Supabase',
      install: 'sh supabase.sh',
      redirectUri: 'https://<project>.supabase.co/auth/v1/callback',
      env: `${named}SUPABASE_URL=https://<project>.supabase.co\nSUPABASE_SECRET_KEY=\n`,
      file: 'supabase.sh',
      code: read('tools/recipes/supabase.sh'),
    },
    {
      id: 'browser',
      label: 'In the browser',
      isPublic: true,
      install: install('tools/recipes', 'openid-client'),
      redirectUri: '{app}/',
      env: '',
      file: 'index.html',
      code: read('tools/recipes/browser-app.html')
        .replace('http://localhost:3000', '{issuer}')
        .replace('app_…', '{clientId}'),
    },
  ];
  return `${JSON.stringify(recipes, null, 2)}\n`;
}
