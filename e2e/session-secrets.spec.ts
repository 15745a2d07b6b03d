import { globSync } from 'node:fs';
import { inProject } from '../scripts/project-folder.ts';
import { buildFolder } from './fixtures/app-under-test.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { listSecrets, namesOfSecretsIn } from './fixtures/secrets.ts';
import { authStatusOf, isSessionCookie, unpackSession } from './fixtures/session-cookies.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

test('a copied cookie contains nothing that Auth accepts', async ({ account, addresses }) => {
  const visitor = openHttpClient(addresses.siteUrl);
  await visitor.signIn(account);
  const copied = [...visitor.cookies].filter(([name]) => isSessionCookie(name)).map(([, value]) => value);
  const { access_token, refresh_token } = unpackSession(visitor.cookies, addresses);
  expect(await authStatusOf(addresses, access_token)).toBe(200);
  for (const value of copied) {
    const bytes = Buffer.from(value.replace('sealed-', ''), 'base64url');
    for (const shown of [value, bytes.toString('latin1'), Buffer.from(value, 'base64').toString('latin1')]) {
      for (const secret of [refresh_token, ...access_token.split('.')]) {
        expect(shown.includes(secret)).toBe(false);
        expect(shown.includes(Buffer.from(secret).toString('base64url'))).toBe(false);
      }
    }
    for (const token of [value, value.replace('sealed-', '')]) {
      expect(await authStatusOf(addresses, token)).toBe(403);
      expect(await tryRefresh(addresses, token)).toBe(400);
    }
  }
});

async function tryRefresh(addresses: Addresses, refreshToken: string): Promise<number> {
  const answer = await fetch(`${addresses.supabaseUrl}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: addresses.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  return answer.status;
}

test('no build file contains a token, a key, or a client for the backend', async ({ account, addresses }) => {
  const visitor = openHttpClient(addresses.siteUrl);
  await visitor.signIn(account);
  const secrets = listSecrets(addresses, visitor.cookies);
  const files = globSync('static/**/*.{js,css,json,txt,map}', { cwd: inProject(buildFolder) });
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const { status, text } = await visitor.get(`/_next/${encodeURI(file)}`);
    expect([file, status]).toEqual([file, 200]);
    expect([file, namesOfSecretsIn(text, secrets)]).toEqual([file, []]);
    expect(text, file).not.toMatch(/sb_secret_|sb_publishable_|GoTrueClient|SUPABASE_(SECRET|SERVICE)/);
  }
});

test("a page's scripts find no token or key in cookies, storage or the document", async ({
  page,
  context,
  signedIn,
  addresses,
}) => {
  const cookies = new Map((await context.cookies()).map(({ name, value }) => [name, value]));
  const secrets = listSecrets(addresses, cookies);
  for (const path of ['/wallets', '/account']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
    const found = await page.evaluate(() => ({
      cookie: document.cookie,
      local: JSON.stringify(localStorage),
      session: JSON.stringify(sessionStorage),
      document: document.documentElement.outerHTML,
      router: JSON.stringify(Reflect.get(window, '__next_f')),
    }));
    expect(found.document).toContain(signedIn.email);
    expect(found.cookie).not.toContain('auth-token');
    for (const text of Object.values(found)) expect(namesOfSecretsIn(text, secrets)).toEqual([]);
  }
});
