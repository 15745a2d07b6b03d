import { readFileSync } from 'node:fs';
import { writeRecipes } from '../../scripts/recipes/write-recipes';
import { listRecipes } from './recipe';

const values = { issuer: 'https://site.example', clientId: 'app_1', app: 'https://app.example' };
const confidential = listRecipes({ isConfidential: true }, values);

test('lib/apps/recipes.json is what npm run recipes writes', () => {
  expect(readFileSync('lib/apps/recipes.json', 'utf8')).toBe(writeRecipes());
});

test('an app with a secret gets five libraries with its own values, and a placeholder for the secret', () => {
  expect(confidential.map(({ id }) => id)).toEqual([
    'openid-client',
    'authjs',
    'better-auth',
    'python',
    'supabase',
  ]);
  for (const { env } of confidential) {
    expect(env).toContain('=https://site.example');
    expect(env).toContain('=app_1');
    expect(env).toContain('=cs_…');
    expect(env).not.toMatch(/[{}]/);
  }
});

test('every setting that a recipe reads is in its settings, besides the port', () => {
  for (const { id, env, code } of confidential.filter(({ id }) => id !== 'authjs')) {
    const read = code.match(/\b(ISSUER|CLIENT_ID|CLIENT_SECRET|[A-Z]+_SECRET|APP_URL|SUPABASE_[A-Z_]+)\b/g);
    const missing = [...new Set(read)].filter((name) => !`\n${env}`.includes(`\n${name}=`));
    expect([id, missing]).toEqual([id, []]);
  }
});

test('no line of the settings has a comment behind its value, which some loaders read as the value', () => {
  for (const { env } of confidential)
    for (const line of env.trim().split('\n')) expect(line).toMatch(/^(# .+|[A-Z_]+=[^\s#]*)$/);
});

test.each(['better-auth', 'python'])(
  'the program for %s ends without a secret for its sessions',
  (recipe) => {
    const code = confidential.find(({ id }) => id === recipe)?.code;
    expect(code).toMatch(/>= 32\)\)\s+throw new Error\('Set \w+_SECRET|< 32:\s+sys\.exit\("Set \w+_SECRET/);
  },
);

test('an app without a secret gets a page with its own values in it', () => {
  const [page, ...others] = listRecipes({ isConfidential: false }, values);
  expect(others).toEqual([]);
  expect(page?.code).toContain("new URL('https://site.example')");
  expect(page?.code).toContain("const clientId = 'app_1'");
  expect(page?.env).toBe('');
});
