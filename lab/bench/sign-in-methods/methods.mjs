import { addVirtualAuthenticator } from '../../../e2e/fixtures/virtual-authenticator.ts';

const wallets = 'header[data-session-seconds] ~ main h1';
const passwordField = 'input[name=password]';
const codeField = 'input[name=code]';

const button = (page, name) => page.getByRole('button', { name, exact: true });

/** The baseline: a link to another page of this site, which takes one request and no call to Auth. */
export async function pageLoad({ page, press }) {
  await page.goto('/sign-in');
  const link = page.getByRole('link', { name: 'Create an account' });
  return [['a link to another page', await press(link, 'form input[name=password]')]];
}

/** Sign-in methods. Each starts on the signed-out page and returns the milliseconds of its clicks by name. */
export const signInMethods = [byPassword, byCode, byPasskey, byLink, byReset, byProvider, byWallet];

async function enterEmail({ page, press, account }) {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(account.email);
  return press(button(page, 'Continue'), passwordField);
}

async function byPassword(walk) {
  const { page, press, account } = walk;
  const email = await enterEmail(walk);
  await page.getByLabel('Password').fill(account.password);
  return [
    ['the email', email],
    ['a password', await press(button(page, 'Sign in'), wallets)],
  ];
}

async function askForCode(walk) {
  await enterEmail(walk);
  const asked = await walk.press(button(walk.page, 'Use a code instead'), codeField);
  return { asked, mail: await walk.mailbox.newestTo(walk.account.email) };
}

async function byCode(walk) {
  const { page, press } = walk;
  const { asked, mail } = await askForCode(walk);
  await page.getByLabel('Code').fill(mail.code);
  return [
    ['asking for a code', asked],
    ['the code', await press(button(page, 'Continue'), wallets)],
  ];
}

/** A virtual authenticator confirms at once, so the user's time isn't included. */
async function byPasskey(walk) {
  const { page, press, account } = walk;
  const device = await addVirtualAuthenticator(page);
  await enterEmail(walk);
  await page.getByLabel('Password').fill(account.password);
  await press(button(page, 'Sign in'), wallets);
  await page.goto('/security');
  await device.touch();
  await button(page, 'Add a passkey').click();
  await page.waitForURL('**/security');
  await page.waitForFunction(() => document.body.innerText.includes('Added '));
  await page.context().clearCookies();
  await page.goto('/sign-in');
  const signedIn = await press(button(page, 'Sign in with a passkey'), wallets);
  await device.lose();
  return [['a passkey', signedIn]];
}

async function byLink(walk) {
  const { mail } = await askForCode(walk);
  await walk.page.goto(mail.link);
  return [
    ['the button that a mailed link leads to', await walk.press(button(walk.page, 'Continue'), wallets)],
  ];
}

async function byReset({ page, press, account, mailbox }) {
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(account.email);
  const asked = await press(button(page, 'Email me a code'), codeField);
  await page.goto((await mailbox.newestTo(account.email)).link);
  const opened = await press(button(page, 'Continue'), passwordField);
  await page.getByLabel('Password').fill('a new and better one');
  return [
    ['asking for a reset', asked],
    ['the button that its link leads to', opened],
    ['the new password', await press(button(page, 'Change password'), 'main a[href="/wallets"]')],
  ];
}

async function byProvider({ page, press, login }) {
  await page.goto('/sign-in');
  const there = await press(button(page, 'Sign in with GitHub'), 'body:not(:has([name=email])) button');
  const back = await press(page.getByRole('button', { name: login }), wallets);
  return [
    ['to the provider', there],
    ['back from the provider', back],
  ];
}

async function byWallet({ page, press }) {
  await page.goto('/sign-in');
  const opened = await press(button(page, 'Sign in with Solana'), 'dialog[open]');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Test Wallet/ })
    .click();
  const signed = await press(button(page, 'Sign with Test Wallet'), wallets);
  return [
    ['the list of wallets', opened],
    ['a wallet that signs at once', signed],
  ];
}
