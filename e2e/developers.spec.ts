import { hashClientSecret } from '../lib/apps/client-secret.ts';
import { createAccount } from './fixtures/account.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { letAppIn, readAsApp } from './fixtures/let-app-in.ts';
import { letSessionsAge } from './fixtures/let-time-pass.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { callFunction, openProver } from './fixtures/prove-wallet.ts';
import { openSignedInVisitor } from './fixtures/signed-in-visitor.ts';
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

/** What was shown beneath this label, one of those that are copied into settings. */
function shownAs(text: string, label: string): string {
  return new RegExp(`${label}</p><code[^>]*>([^<]+)<`).exec(text)?.[1] ?? '';
}

test('a person registers an app with any picture, gets its secret once, changes it, and removes it @phone', async ({
  page,
  member,
  addresses,
}) => {
  await page.goto('/developers');
  await page.getByRole('link', { name: 'Register an app' }).click();
  await page.getByLabel('Mobile, desktop').check();
  await expect(page.getByLabel('Redirect addresses')).toHaveAccessibleDescription(
    /, such as com\.example\.app:\/callback or /,
  );
  await page.getByLabel('On a server').check();
  await page.getByLabel('Name').fill('Counter-Sign Support');
  await page.getByLabel('Redirect addresses').fill('https://gate.example/callback');
  await page.getByText('Advanced').click();
  // Drawn small before it is sent: it would be refused as it is.
  const picture = await page.screenshot({ type: 'jpeg' });
  await page.getByLabel('Logo').setInputFiles({ name: 'shop.jpg', mimeType: 'image/jpeg', buffer: picture });
  await expect(page.getByAltText('As people will see it')).toBeVisible();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('This name could be mistaken for this site.')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('');
  const own = `com.example.${'gate'.repeat(20)}:/callback`;
  await page.getByLabel('Redirect addresses').fill(`https://gate.example/callback\n${own}`);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await expect(page.getByText(`Only an app without a secret can use ${own}.`)).toBeVisible();
  await expectFitsPhone(page);
  await page.getByLabel('Redirect addresses').fill('https://gate.example/callback');
  await page.getByLabel('Name').fill('Wallet Gate');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Copy its secret now' })).toBeFocused();
  await expectNoAxeViolations(page);
  const [secret = '', clientId = ''] = await page.getByRole('main').locator('code').allTextContents();
  expect(await readClient(addresses, clientId)).toMatchObject({
    name: 'Wallet Gate',
    isReviewed: false,
    algorithm: 'RS256',
    secretHashes: [hashClientSecret(secret)],
  });

  await page.getByRole('link', { name: "I've saved it" }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet Gate' })).toBeVisible();
  await expect(page).toHaveTitle(/^Wallet Gate · /);
  expect(await page.content()).not.toContain(secret);
  const logo = page.locator(`img[src="/apps/${clientId}/logo.png"]`);
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(63);
  const settingOfAuthJs = page.getByText(`AUTH_COUNTERSIGN_ID=${clientId}`);
  await expect(settingOfAuthJs).toBeHidden();
  await page.getByLabel('Auth.js').check();
  await expect(settingOfAuthJs).toBeVisible();
  await page.getByText('The program, tested with this site').filter({ visible: true }).click();
  await expect(page.getByText("name: 'Countersign'")).toBeVisible();
  await expectFitsPhone(page);
  await expectNoAxeViolations(page);
  const stale = await page.context().newPage();
  await stale.goto(page.url());
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.getByRole('heading', { name: 'Copy its new secret now' })).toBeFocused();
  const newSecret = await page.getByRole('main').locator('code', { hasText: 'cs_' }).innerText();
  expect((await readClient(addresses, clientId))?.secretHashes).toEqual([
    hashClientSecret(newSecret),
    hashClientSecret(secret),
  ]);
  // Another tab, from before that: one more would end the secret that the app still uses.
  await stale.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(stale.locator('[data-code="app.secret_just_made"]')).toBeFocused();
  await expect(stale.getByText('The one before it works until')).toBeVisible();
  expect((await readClient(addresses, clientId))?.secretHashes).toEqual([
    hashClientSecret(newSecret),
    hashClientSecret(secret),
  ]);
  await expectFitsPhone(stale);
  await page.reload();
  await page.getByLabel('The newest').check();
  await stale.getByLabel('The newest').check();
  await stale.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(stale.getByRole('heading', { name: 'Copy its new secret now' })).toBeFocused();
  const replaced = await stale.getByRole('main').locator('code', { hasText: 'cs_' }).innerText();
  expect((await readClient(addresses, clientId))?.secretHashes).toEqual([
    hashClientSecret(replaced),
    hashClientSecret(secret),
  ]);
  // The first tab meant the one that the other has ended: at no press does it end what the other was shown.
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.locator('[data-code="app.secret_changed"]')).toBeFocused();
  await expect(page.getByLabel('The newest')).not.toBeChecked();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.locator('[data-code="app.secret_just_made"]')).toBeFocused();
  expect((await readClient(addresses, clientId))?.secretHashes).toEqual([
    hashClientSecret(replaced),
    hashClientSecret(secret),
  ]);
  await page.getByLabel('Both, now').check();
  await stale.reload();
  await stale.getByLabel('Both, now').check();
  await stale.getByRole('button', { name: 'Make a new secret' }).click();
  const onlySecret = await stale.getByRole('main').locator('code', { hasText: 'cs_' }).innerText();
  expect((await readClient(addresses, clientId))?.secretHashes).toEqual([hashClientSecret(onlySecret)]);
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.locator('[data-code="app.secret_changed"]')).toBeFocused();
  // Not before the press: a tab that closes gives this page the focus, and the button waits again.
  await stale.close();
  await expect(page.getByLabel('Both, now')).toBeHidden();
  expect((await readClient(addresses, clientId))?.secretHashes).toEqual([hashClientSecret(onlySecret)]);
  await page.getByLabel('Name').fill('Wallet Door');
  await page.getByLabel('Remove the logo').check();
  await page.getByLabel('ES256').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Changes saved' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet Door' })).toBeVisible();
  await expect(page).toHaveTitle(/^Wallet Door · /);
  expect(await readClient(addresses, clientId)).toMatchObject({ algorithm: 'ES256' });
  await expect(page.getByLabel('ES256')).toBeChecked();
  await expect(page.getByText('ID tokens: ES256')).toContainText('id_token_signed_response_alg');
  await expect(logo).toHaveCount(0);

  const friend = await openProver(addresses, await createAccount(addresses));
  await letAppIn(addresses, friend, clientId);
  expect(await readAsApp(addresses, friend, clientId)).toEqual([]);
  await page.getByRole('button', { name: 'Remove Wallet Door' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Wallet Door' }).click();
  await expect(page.getByText('No apps yet.')).toBeVisible();
  expect(await readClient(addresses, clientId)).toBeNull();
  expect(await readAsApp(addresses, friend, clientId)).toBeNull();
  expect(member.email).toBeTruthy();
});

test('without scripts it asks who it is first, shows a secret in one answer alone, and is nobody else’s', async ({
  account,
  addresses,
}) => {
  const visitor = await openSignedInVisitor(addresses, account);
  const { userId } = await openProver(addresses, account);
  await letSessionsAge(addresses, userId, '11 minutes');
  const form = await visitor.findForm('/developers/new', 'Register');
  const typed = { ...details, kind: 'confidential' };
  const refused = await visitor.submit('/developers/new', form, typed);
  expect(refused.text).toContain('data-code="auth.recent_auth_required"');
  // What was typed is still there.
  expect(refused.text).toContain('https://gate.example/back');

  const fresh = await openSignedInVisitor(addresses, account);
  const wrong = { ...typed, redirectUris: 'http://gate.example/callback' };
  const answer = (await fresh.submit('/developers/new', form, wrong)).text;
  expect(answer).toContain('data-code="app.redirect_https"');
  expect(answer).toContain('Use https in http://gate.example/callback.');
  const made = await fresh.submit('/developers/new', form, { ...typed, algorithm: 'ES256' });
  expect(made.text).toContain('id_token_signed_response_alg');
  const [secret, clientId] = [shownAs(made.text, 'Client secret'), shownAs(made.text, 'Client ID')];
  expect(made.headers['cache-control']).toBe('private, no-store');
  expect(await readClient(addresses, clientId)).toMatchObject({
    secretHashes: [hashClientSecret(secret)],
    redirectUris: ['https://gate.example/callback', 'https://gate.example/back'],
  });
  // The page is loaded again, so the form is sent again: that registers nothing, and says what became of the secret.
  const again = await fresh.submit('/developers/new', form, typed);
  expect(again.text).toContain('data-code="app.registered_before"');
  expect(again.text).not.toContain('cs_');
  const path = `/developers/${clientId}`;
  expect((await fresh.get(path)).text).not.toContain(secret);

  const stranger = await openSignedInVisitor(addresses, await createAccount(addresses));
  const [others, none] = [await stranger.get(path), await stranger.get(`/developers/app_${'0'.repeat(24)}`)];
  expect([others.status, none.status]).toEqual([404, 404]);
  // Someone who agreed to the app as it was called is asked again, and reads so.
  const friend = await createAccount(addresses);
  const agreed = await openProver(addresses, friend);
  await letAppIn(addresses, agreed, clientId);
  const change = await fresh.findForm(path, 'Save changes');
  await fresh.submit(path, change, { ...details, name: 'Vault Gate' });
  expect(await readAsApp(addresses, agreed, clientId)).toBeNull();
  const theirApps = await openSignedInVisitor(addresses, friend);
  expect((await theirApps.get('/apps')).text).toContain('Can see nothing now.');
  await fresh.submit(path, change, details);
  const rotate = await fresh.findForm(path, 'Make a new secret');
  const remove = await fresh.findForm(path, 'Remove Wallet Gate');
  for (const theirs of [change, rotate]) {
    const answer = await stranger.submit('/developers', theirs, details);
    expect(answer.text).not.toContain('cs_');
  }
  await stranger.submit('/developers', remove);
  expect(await readClient(addresses, clientId)).toMatchObject({
    name: 'Wallet Gate',
    secretHashes: [hashClientSecret(secret)],
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the answer to a form begins at what is wrong with it: a field, or the form as a whole', async ({
    page,
    member,
  }) => {
    expect(member.email).toBeTruthy();
    await page.goto('/developers/new');
    await expect(page.getByLabel('Name')).not.toBeFocused();
    await page.getByLabel('Name').fill('Wallet Gate');
    const addresses = page.getByLabel('Redirect addresses');
    await addresses.fill('http://gate.example/callback');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(addresses).toBeFocused();
    await page.getByLabel('Name').fill('Countersign Support');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByLabel('Name')).toBeFocused();

    const form = { name: 'Wallet Gate', addresses: 'https://gate.example/callback' };
    for (const _ of ['registered', 'registered before']) {
      await page.goto('/developers/new');
      await page.getByLabel('Name').fill(form.name);
      await addresses.fill(form.addresses);
      await page.getByRole('button', { name: 'Register' }).click();
    }
    await expect(page.locator('[data-code="app.registered_before"]')).toBeFocused();
  });
});

test('where the team has not switched it on there is no such page, and a form from elsewhere does nothing', async ({
  account,
  addresses,
}) => {
  const member = await openSignedInVisitor(addresses, account);
  const form = await member.findForm('/developers/new', 'Register');
  const off = await startAppOnBackend(addresses);
  try {
    const visitor = await openSignedInVisitor({ ...addresses, siteUrl: off.siteUrl }, account);
    for (const path of ['/developers', '/developers/new', '/developers/nothing'])
      expect((await visitor.get(path)).status).toBe(404);
    expect((await visitor.get('/apps')).text).not.toContain('/developers');
    const answer = await visitor.submit('/developers/new', form, { ...details, kind: 'public' });
    expect(answer.text).not.toContain('app_');
    const { userId: p_user_id, sessionId: p_session_id } = await openProver(addresses, account);
    expect(await callFunction(addresses, 'list_own_oauth_clients', { p_user_id, p_session_id })).toEqual([]);
  } finally {
    await off.process.stop();
  }
});
