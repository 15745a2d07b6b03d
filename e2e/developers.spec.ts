import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { hashClientSecret } from '../lib/apps/client-secret.ts';
import { callFunction, createAccount } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { grantAccess, readAsApp } from './fixtures/grant-access.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { letSessionsAge } from './fixtures/let-time-pass.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { openProver } from './fixtures/prove-wallet.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

const details = {
  name: 'Wallet Gate',
  redirectUris: 'https://gate.example/callback\r\n\r\n https://gate.example/back ',
  signOutUris: '',
};

type Registered = {
  name: string;
  secretHashes: string[];
  redirectUris: string[];
  isReviewed: boolean;
  algorithm: string;
};

async function readClient(addresses: Addresses, clientId: string): Promise<Registered | null> {
  const read = await callFunction(addresses, 'read_oauth_client', { p_client_id: clientId });
  return read as Registered | null;
}

function shownAs(text: string, name: string): string {
  return new RegExp(`${name}=</span>([^<\\n]+)`).exec(text)?.[1] ?? '';
}

/** Folds or unfolds a row of the settings. */
const fold = (page: Page, row: string) => page.getByRole('heading', { name: row }).click();

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).filter({ visible: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Changes saved' })).toBeFocused();
}

/** The secret in the block for a newly created one. */
async function readSecret(page: Page): Promise<string> {
  const block = page.getByRole('region', { name: '.env with the secret' });
  return /CLIENT_SECRET=(cs_\S+)/.exec(await block.innerText())?.[1] ?? '';
}

test('a user registers an app with any picture, sees its secret once, changes it, and removes it @phone @tour', async ({
  page,
  member,
  addresses,
}) => {
  await page.goto('/developers');
  await page.getByRole('link', { name: 'Register an app' }).click();
  const redirectUris = page.getByLabel('Redirect URIs', { exact: true });
  const homes = page.getByLabel('Where does it run?');
  const preview = page.getByRole('complementary', { name: 'Notes' });
  await expect(redirectUris).toHaveValue('http://localhost:4000/auth/callback');
  // Supabase runs at no address of this machine.
  await page.getByLabel('Supabase').check();
  await expect(redirectUris).toHaveValue('');
  await homes.fill('https://abcd.supabase.co/dashboard');
  await expect(redirectUris).toHaveValue('https://abcd.supabase.co/auth/v1/callback');
  await homes.fill('');
  await page.getByLabel('Python').check();
  await expect(redirectUris).toHaveValue('http://localhost:4000/callback');
  await page.getByLabel('Name').fill('Counter-Sign Support');
  await expect(preview).toContainText('Sign in to localhost:4000The app calls itself Counter-Sign Support.');
  await homes.fill('https://gate.example\nhttp://localhost:4000/');
  await page.getByLabel('Auth.js').check();
  await expect(redirectUris).toHaveValue(
    'https://gate.example/api/auth/callback/countersign\nhttp://localhost:4000/api/auth/callback/countersign',
  );
  await expect(preview).toContainText('Sign in to gate.example');
  await expectNoAxeViolations(page);
  // What the user types stays.
  await redirectUris.fill('https://gate.example/callback');
  await page.getByLabel('Express').check();
  await expect(redirectUris).toHaveValue('https://gate.example/callback');
  await page.getByText('Advanced').click();
  await expect(page.getByLabel('Sign-out redirect URIs')).toHaveValue(
    'https://gate.example/\nhttp://localhost:4000/',
  );
  // The browser shrinks it before sending; the server would refuse the original.
  const picture = await page.screenshot({ type: 'jpeg' });
  await page.getByLabel('Logo').setInputFiles({ name: 'shop.jpg', mimeType: 'image/jpeg', buffer: picture });
  await expect(page.getByAltText('As people will see it')).toBeVisible();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('This name could be mistaken for this site.')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await show(page, 'developers-new-refused');
  await page.getByLabel('Name').fill('');
  const own = `com.example.${'gate'.repeat(20)}:/callback`;
  await redirectUris.fill(`https://gate.example/callback\n${own}`);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await expect(page.getByText(`Only an app without a secret can use ${own}.`)).toBeVisible();
  await expectFitsPhone(page);
  await redirectUris.fill('https://gate.example/callback');
  await page.getByLabel('Name').fill('Wallet Gate');
  await page.getByLabel('Sign-out redirect URIs').fill('https://gate.example/');
  await page.getByRole('button', { name: 'Register' }).click();
  // The app's new page, with the secret once.
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet Gate' })).toBeFocused();
  await show(page, 'developers-registered');
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);
  const secret = await readSecret(page);
  const clientId = new URL(page.url()).pathname.replace('/developers/', '');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy .env' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `ISSUER=${addresses.siteUrl}\nCLIENT_ID=${clientId}\nCLIENT_SECRET=${secret}\nREDIRECT_URI=https://gate.example/auth/callback\nPOST_LOGOUT_REDIRECT_URI=https://gate.example/`,
  );
  // Everything is on this page, on the tab of the chosen library.
  await expect(page.getByRole('region', { name: 'server.mjs for Express' })).toBeVisible();
  await expect(page.getByText('This code uses').filter({ visible: true })).toContainText(
    'https://gate.example/auth/callback',
  );
  await expect(page.getByText(/^REDIRECT_URI=/).filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Remove the app' })).toBeVisible();
  expect(await readClient(addresses, clientId)).toMatchObject({
    name: 'Wallet Gate',
    isReviewed: false,
    algorithm: 'RS256',
    secretHashes: [hashClientSecret(secret)],
  });

  await page.getByRole('link', { name: 'Activity' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet Gate' })).toBeVisible();
  await expect(page).toHaveTitle(/^Wallet Gate · /);
  expect(await page.content()).not.toContain(secret);
  await expect(page.getByRole('region', { name: '.env', exact: true })).toContainText('CLIENT_SECRET=cs_…');
  const logo = page.locator(`img[src="/apps/${clientId}/logo.png"]`);
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(63);
  await show(page, 'developers-app');
  const ofAuthJs = page.getByRole('region', { name: 'page.tsx for Auth.js' });
  await expect(ofAuthJs).toBeHidden();
  await page.getByLabel('openid-client', { exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(ofAuthJs).toBeVisible();
  await expect(page.getByText('This code uses').filter({ visible: true })).toContainText(
    'https://gate.example/api/auth/callback/countersign',
  );
  const start = page.getByRole('link', { name: 'Run the sign-in' });
  await expect(start).toHaveAttribute('href', 'https://gate.example/members');
  await page.getByLabel('Python', { exact: true }).check();
  await expect(start).toHaveAttribute('href', 'https://gate.example/');
  await page.getByLabel('Auth.js', { exact: true }).check();
  const folded = await ofAuthJs.boundingBox();
  await page.getByText('more lines').filter({ visible: true }).last().click();
  expect((await ofAuthJs.boundingBox())?.height).toBeGreaterThan((folded?.height ?? 0) * 2);
  await page.getByRole('button', { name: 'Copy app/members/page.tsx for Auth.js' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    readFileSync('examples/auth-js/app/members/page.tsx', 'utf8'),
  );
  await fold(page, 'Secret');
  await expectFitsPhone(page);
  await expectNoAxeViolations(page);
  const stale = await page.context().newPage();
  await stale.goto(page.url());
  await fold(stale, 'Secret');
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.getByRole('heading', { name: 'Copy the new secret now' })).toBeFocused();
  await show(page, 'developers-app-new-secret');
  const newSecret = await readSecret(page);
  expect((await readClient(addresses, clientId))?.secretHashes).toEqual([
    hashClientSecret(newSecret),
    hashClientSecret(secret),
  ]);
  // A stale tab: another secret would end a secret that the app still uses.
  await stale.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(stale.locator('[data-code="app.secret_just_made"]')).toBeFocused();
  await expect(stale.getByText('The previous secret works until')).toBeVisible();
  await show(stale, 'developers-app-two-secrets');
  expect((await readClient(addresses, clientId))?.secretHashes).toEqual([
    hashClientSecret(newSecret),
    hashClientSecret(secret),
  ]);
  await expectFitsPhone(stale);
  await page.reload();
  await fold(page, 'Secret');
  await page.getByLabel('The newest').check();
  await stale.getByLabel('The newest').check();
  await stale.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(stale.getByRole('heading', { name: 'Copy the new secret now' })).toBeFocused();
  const replaced = await readSecret(stale);
  expect((await readClient(addresses, clientId))?.secretHashes).toEqual([
    hashClientSecret(replaced),
    hashClientSecret(secret),
  ]);
  // The first tab would end a secret that the other has already ended. No press ends a secret the tab hasn't shown.
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.locator('[data-code="app.secret_changed"]')).toBeFocused();
  await expect(page.getByLabel('The newest')).not.toBeChecked();
  // Only now: closing a tab focuses this page, which restarts the button's wait.
  await stale.close();
  expect((await readClient(addresses, clientId))?.secretHashes).toEqual([
    hashClientSecret(replaced),
    hashClientSecret(secret),
  ]);
  await fold(page, 'Name and redirect URIs');
  await page.getByLabel('Name', { exact: true }).fill('Wallet Door');
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet Door' })).toBeVisible();
  await expect(page).toHaveTitle(/^Wallet Door · /);
  // Not reloaded: the saved message would take the focus, and scroll under a click.
  await page.goto(`/developers/${clientId}`);
  await fold(page, 'ID token signing algorithm');
  await page.getByLabel('ES256').check();
  await save(page);
  await page.goto(`/developers/${clientId}`);
  await fold(page, 'Logo');
  await page.getByLabel('Remove the logo').check();
  await save(page);
  // Each form kept the other forms' changes.
  expect(await readClient(addresses, clientId)).toMatchObject({ name: 'Wallet Door', algorithm: 'ES256' });
  await expect(page.getByText('id_token_signed_response_alg')).toBeVisible();
  await expect(logo).toHaveCount(0);

  const friend = await openProver(addresses, await createAccount(addresses));
  await grantAccess(addresses, friend, clientId);
  expect(await readAsApp(addresses, friend, clientId)).toEqual([]);
  await fold(page, 'Remove the app');
  await page.getByRole('button', { name: 'Remove Wallet Door' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Wallet Door' }).click();
  await expect(page.getByText('No apps yet.')).toBeVisible();
  expect(await readClient(addresses, clientId)).toBeNull();
  expect(await readAsApp(addresses, friend, clientId)).toBeNull();
  expect(member.email).toBeTruthy();
});

test('without scripts it requires confirmation, shows a secret in one answer only, and refuses other users', async ({
  account,
  addresses,
}) => {
  const visitor = await openSignedInClient(addresses, account);
  const { userId } = await openProver(addresses, account);
  await letSessionsAge(addresses, userId, '11 minutes');
  const form = await visitor.findForm('/developers/new', 'Register');
  const typed = { ...details, library: 'nextjs', homes: '' };
  const refused = await visitor.submit('/developers/new', form, typed);
  expect(refused.text).toContain('data-code="auth.recent_auth_required"');
  // Typed values are kept.
  expect(refused.text).toContain('https://gate.example/back');

  const fresh = await openSignedInClient(addresses, account);
  const wrong = { ...typed, redirectUris: 'http://gate.example/callback' };
  const answer = (await fresh.submit('/developers/new', form, wrong)).text;
  expect(answer).toContain('data-code="app.redirect_https"');
  expect(answer).toContain('Use https in http://gate.example/callback.');
  // Only missing addresses are made from the choice.
  const own = { redirectUris: '', homes: 'https://gate.example/in', signOutUris: 'https://gate.example/bye' };
  const made = await fresh.submit('/developers/new', form, { ...typed, ...own, algorithm: 'ES256' });
  const [secret, clientId] = [shownAs(made.text, 'CLIENT_SECRET'), shownAs(made.text, 'CLIENT_ID')];
  expect(made.headers['cache-control']).toBe('private, no-store');
  expect(await readClient(addresses, clientId)).toMatchObject({
    secretHashes: [hashClientSecret(secret)],
    redirectUris: ['https://gate.example/auth/callback'],
  });
  expect(made.text).toContain('https://gate.example/bye');
  // A reload sends the form again, which registers nothing and says what happened to the secret.
  const again = await fresh.submit('/developers/new', form, { ...typed, ...own });
  expect(again.text).toContain('data-code="app.registered_before"');
  expect(again.text).not.toContain('cs_');
  const path = `/developers/${clientId}`;
  const later = (await fresh.get(path)).text;
  expect(later).not.toContain(secret);
  expect(later).toContain('id_token_signed_response_alg');

  const stranger = await openSignedInClient(addresses, await createAccount(addresses));
  const [others, none] = [await stranger.get(path), await stranger.get(`/developers/app_${'0'.repeat(24)}`)];
  expect([others.status, none.status]).toEqual([404, 404]);
  // A user who consented to the app's old name must consent again, to the new name.
  const friend = await createAccount(addresses);
  const agreed = await openProver(addresses, friend);
  await grantAccess(addresses, agreed, clientId);
  const change = await fresh.findForm(path, 'Save changes');
  await fresh.submit(path, change, { ...details, name: 'Vault Gate' });
  expect(await readAsApp(addresses, agreed, clientId)).toBeNull();
  const theirApps = await openSignedInClient(addresses, friend);
  expect((await theirApps.get('/apps')).text).toContain('Can see nothing now.');
  await fresh.submit(path, change, details);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the answer to a form focuses the first problem, and an app has its tabs', async ({
    page,
    member,
  }) => {
    expect(member.email).toBeTruthy();
    await page.goto('/developers/new');
    await expect(page.getByLabel('Name')).not.toBeFocused();
    await page.getByLabel('Name').fill('Wallet Gate');
    const addresses = page.getByLabel('Redirect URIs', { exact: true });
    await addresses.fill('http://gate.example/callback');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(addresses).toBeFocused();
    await page.getByLabel('Name').fill('Countersign Support');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByLabel('Name')).toBeFocused();

    const form = { name: 'Wallet Gate', home: 'https://gate.example' };
    for (const _ of ['registered', 'registered before']) {
      await page.goto('/developers/new');
      await page.getByLabel('Name').fill(form.name);
      await page.getByLabel('Where does it run?').fill(form.home);
      await page.getByLabel('Python').check();
      await page.getByRole('button', { name: 'Register' }).click();
    }
    await expect(page.locator('[data-code="app.registered_before"]')).toBeFocused();
    await page.goto('/developers');
    await page.getByRole('link', { name: form.name }).click();
    // Its addresses are those of the choice.
    await expect(page.locator('[name=redirectUris]')).toHaveValue('https://gate.example/callback');
    await page.getByLabel('Python', { exact: true }).check();
    await expect(page.getByText('This code uses').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'main.py for Python' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'app.mjs for openid-client' })).toBeHidden();
    await page.goto('/developers/new');
    await page.getByLabel('Name').fill('Wallet Page');
    await page.getByLabel('Where does it run?').fill(form.home);
    await page.getByLabel('In the browser').check();
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('link', { name: 'Continue to your app' }).click();
    await expect(page.getByRole('region', { name: 'index.html for In the browser' })).toBeVisible();
    await expect(page.getByText('CLIENT_SECRET')).toBeHidden();
  });
});

test('anyone reads the documents for apps, whose links lead to what they name, unless the team has its own', async ({
  page,
  startSite,
  addresses,
}) => {
  const visitor = openHttpClient(addresses.siteUrl);
  const links = new Set(['/developers/docs/apps']);
  for (const link of links) {
    const [path = '', anchor] = link.split('#');
    const { status, text } = await visitor.get(path);
    expect([link, status, !anchor || text.includes(`id="${anchor}"`)]).toEqual([link, 200, true]);
    for (const [, found = ''] of text.matchAll(/href="(\/developers\/docs[^"]*)"/g)) links.add(found);
  }
  expect(links.size).toBeGreaterThan(15);
  expect((await visitor.get('/developers/docs/nothing')).status).toBe(404);
  for (const path of ['/developers/docs', '/developers/docs/api', '/developers/docs/package']) {
    await page.goto(path);
    await expectNoAxeViolations(page);
    await expectFitsPhone(page);
  }
  const own = await startSite({ DOCS_URL: 'https://docs.example/apps' });
  const { headers } = await openHttpClient(own.siteUrl).get('/developers/docs');
  expect(headers.location).toBe('https://docs.example/apps');
});

test('if the team has not enabled it, the page does not exist, and a forged form does nothing', async ({
  startSite,
  account,
  addresses,
}) => {
  const member = await openSignedInClient(addresses, account);
  const form = await member.findForm('/developers/new', 'Register');
  const off = await startSite();
  const visitor = await openSignedInClient({ ...addresses, siteUrl: off.siteUrl }, account);
  for (const path of ['/developers', '/developers/new', '/developers/nothing'])
    expect((await visitor.get(path)).status).toBe(404);
  expect((await visitor.get('/apps')).text).not.toContain('/developers');
  const answer = await visitor.submit('/developers/new', form, { ...details, library: 'browser', homes: '' });
  expect(answer.text).not.toContain('app_');
  const { userId: p_user_id, sessionId: p_session_id } = await openProver(addresses, account);
  expect(await callFunction(addresses, 'list_own_oauth_clients', { p_user_id, p_session_id })).toEqual([]);
});
