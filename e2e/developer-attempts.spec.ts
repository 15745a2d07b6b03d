import { hashClientSecret } from '../lib/apps/client-secret.ts';
import { callFunction } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { openProver } from './fixtures/prove-wallet.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';

const registered = 'https://gate.example/callback';

test('a developer finds why a sign-in failed: address, scope, wallet or secret; a stranger sees only the request @phone @tour', async ({
  page,
  member,
  addresses,
  browser,
}) => {
  const { userId, sessionId } = await openProver(addresses, member);
  const session = { p_user_id: userId, p_session_id: sessionId };
  const p_client = { name: 'Wallet Gate', redirect_uris: [registered] };
  const p_secret_hash = hashClientSecret('cs_right');
  const made = { ...session, p_client, p_secret_hash, p_device: null };
  const p_client_id = String(await callFunction(addresses, 'register_own_oauth_client', made));
  const ask = (more: Record<string, string>) =>
    `/oauth/authorize?${new URLSearchParams({
      client_id: p_client_id,
      redirect_uri: registered,
      response_type: 'code',
      scope: 'openid wallets',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      ...more,
    })}`;

  const wrong = 'http://localhost:4000/<b>/callback?a=1';
  await page.goto(ask({ redirect_uri: wrong }));
  const main = page.getByRole('main');
  await expect(main.locator('dd')).toHaveText([p_client_id, wrong, registered]);
  await expect(main.getByRole('link', { name: /gate\.example|localhost:4000/ })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);
  await show(page, 'connect-problem-of-owner');
  const stranger = await browser.newPage({ baseURL: addresses.siteUrl });
  await stranger.goto(page.url());
  await expect(stranger.locator('dd')).toHaveText([p_client_id, 'localhost:4000']);
  await stranger.goto(page.url().replace(/asked=./, 'asked='));
  await expect(stranger.getByRole('heading', { level: 1 })).toContainText("it hasn't registered");
  await expect(stranger.locator('dd')).toHaveCount(0);

  await page.goto(ask({ scope: 'openid walets' }));
  await page.goto(ask({ wallet: 'any' }));
  const body = new URLSearchParams({ client_id: p_client_id, client_secret: 'cs_wrong', code: 'x' });
  body.set('grant_type', 'authorization_code');
  await fetch(`${addresses.siteUrl}/oauth/token`, { method: 'POST', body });
  // Attempts are recorded after the response.
  await expect
    .poll(async () => {
      const listed = await callFunction(addresses, 'list_own_oauth_attempts', { ...session, p_client_id });
      return (listed as { attempts: unknown[] }).attempts.length;
    })
    .toBe(4);
  await page.goto(`/developers/${p_client_id}`);
  const attempts = page.getByRole('region', { name: 'Sign-in attempts' });
  for (const [cause, fact] of [
    ['The client secret is wrong', 'Token request · invalid_client'],
    ['asks for the wallet that you require', 'Authorization · wallet_missing · gate.example'],
    ['scope doesn’t exist', 'Authorization · unknown_scope · gate.example'],
    ['URI isn’t registered', 'Authorization · invalid_redirect_uri · localhost:4000'],
  ] as const)
    await expect(attempts.getByRole('listitem').filter({ hasText: cause })).toContainText(fact);
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);
  await show(page, 'developers-attempts');

  await callFunction(addresses, 'disable_oauth_client', { p_client_id, p_is_disabled: true });
  await page.goto(ask({}));
  await expect(main).toContainText('The site’s team turned this app off.');
  await stranger.goto(page.url());
  await expect(stranger.getByRole('main')).not.toContainText('off');
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText("This app isn't registered here.");
  await stranger.close();
});
