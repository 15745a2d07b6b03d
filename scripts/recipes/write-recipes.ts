import { readFileSync } from 'node:fs';
import type { Recipe } from '../../lib/apps/recipe.ts';
import { inProject } from '../project-folder.ts';

const read = (file: string) => readFileSync(inProject(file), 'utf8');

function install(folder: string, ...names: string[]): string {
  const { dependencies } = JSON.parse(read(`${folder}/package.json`)) as {
    dependencies: Record<string, string>;
  };
  return ['npm install', ...names.map((name) => `${name}@${dependencies[name]}`)].join(' ');
}

const { version } = JSON.parse(read('packages/countersign/package.json')) as { version: string };
/** Apps install a copy: the site replaces the package at its next build, and an app's CI may not reach the site. */
const packed = `countersign-${version}.tgz`;

function withPackage(
  start: string,
  id: string,
  label: string,
  example: string,
  files: string[],
  ...others: string[]
): Recipe {
  const folder = `examples/${example}`;
  return {
    id,
    label,
    install: `npm pack {issuer}/${packed}\n${install(folder, ...others)} ./${packed}\n# Commit ${packed}: your lockfile names it, not the site.\n${start}`,
    redirectUri: '{app}/auth/callback',
    env: 'REDIRECT_URI={app}/auth/callback\n',
    files: files.map((name) => ({ name, code: read(`${folder}/${name}`) })),
    start: '{app}/members',
  };
}

function withServer(id: string, label: string, ...others: string[]): Recipe {
  return withPackage('node --env-file=.env server.mjs', id, label, id, ['server.mjs'], ...others);
}

/** The comment is on its own line, because some loaders read a comment after `=` as the value. */
const random = (name: string) => `# Fill in the output of: openssl rand -base64 32\n${name}=\n`;

/** The content of `lib/apps/recipes.json`, which an app's page shows. */
export function writeRecipes(): string {
  const recipes: Recipe[] = [
    withPackage('npx next dev -p {port}', 'nextjs', 'Next.js', 'wallet-gate', [
      'app/auth/[action]/route.ts',
      'app/members/page.tsx',
    ]),
    withServer('express', 'Express', 'express'),
    withServer('hono', 'Hono', 'hono', '@hono/node-server'),
    withPackage(
      'node --env-file=.env node_modules/vite/bin/vite.js dev --port {port}',
      'sveltekit',
      'SvelteKit',
      'sveltekit',
      [
        'src/routes/auth/[action]/+server.ts',
        'src/lib/countersign.server.ts',
        'src/routes/members/+page.server.ts',
        'src/routes/members/+page.svelte',
      ],
    ),
    {
      id: 'openid-client',
      label: 'openid-client',
      install: `${install('recipes', 'openid-client')}\nnode --env-file=.env app.mjs`,
      env: 'REDIRECT_URI={redirectUri}\n',
      files: [{ name: 'app.mjs', code: read('recipes/openid-client.mjs') }],
      start: '{app}/',
    },
    {
      ...withPackage(
        'npx next dev -p {port}',
        'authjs',
        'Auth.js',
        'auth-js',
        ['auth.ts', 'app/api/auth/[...nextauth]/route.ts', 'app/members/page.tsx'],
        'next-auth',
      ),
      redirectUri: '{app}/api/auth/callback/countersign',
      env: `AUTH_URL={app}\n${random('AUTH_SECRET')}`,
    },
    {
      id: 'better-auth',
      label: 'better-auth',
      install: `${install('recipes', 'better-auth')}\nnode --env-file=.env app.mjs`,
      redirectUri: '{app}/api/auth/callback/countersign',
      env: `BETTER_AUTH_URL={app}\n${random('BETTER_AUTH_SECRET')}`,
      files: [{ name: 'app.mjs', code: read('recipes/better-auth.mjs') }],
      start: '{app}/',
    },
    {
      id: 'python',
      label: 'Python',
      install: `python3 -m venv .venv\n.venv/bin/pip install ${read('examples/fastapi/requirements.txt').trim().replaceAll('\n', ' ')}\n.venv/bin/uvicorn main:app --env-file .env --port {port}`,
      redirectUri: '{app}/callback',
      env: `APP_URL={app}\n${random('SESSION_SECRET')}`,
      files: [{ name: 'main.py', code: read('examples/fastapi/main.py') }],
      start: '{app}/',
    },
    {
      id: 'supabase',
      label: 'Supabase',
      install: 'set -a; . ./.env; sh supabase.sh',
      home: 'https://<project>.supabase.co',
      redirectUri: '{app}/auth/v1/callback',
      env: 'SUPABASE_URL={app}\nSUPABASE_SECRET_KEY=\n',
      files: [{ name: 'supabase.sh', code: read('recipes/supabase.sh') }],
      start: null,
    },
    {
      id: 'browser',
      label: 'In the browser',
      isPublic: true,
      install: install('recipes', 'openid-client'),
      env: '',
      files: [
        {
          name: 'index.html',
          code: read('recipes/browser-app.html')
            .replace('http://localhost:3000', '{issuer}')
            .replace('app_…', '{clientId}'),
        },
      ],
      start: '{redirectUri}',
    },
    {
      id: 'device',
      label: 'Mobile or desktop',
      isPublic: true,
      install: '',
      env: 'REDIRECT_URI={redirectUri}\n',
      files: [],
      start: null,
    },
  ];
  return `${JSON.stringify(recipes, null, 2)}\n`;
}
