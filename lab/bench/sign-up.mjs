export async function signUp(browser, siteUrl, mailboxUrl) {
  const email = `bench-${crypto.randomUUID()}@example.com`;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${siteUrl}/sign-up`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const mails = await (await fetch(`${mailboxUrl}.json`)).json();
  await page.goto(mails.findLast(({ to }) => to === email).link);
  await page.getByRole('button', { name: /Confirm|Continue/ }).click();
  await page.waitForURL('**/wallets');
  const storageState = await context.storageState();
  await context.close();
  return storageState;
}
