import type { Browser, Page } from 'playwright';
import { type Account, enterPassword } from '../../e2e/fixtures/account.ts';
import { collectConsoleErrors } from '../../e2e/fixtures/console-errors.ts';
import { openVisitor } from '../../e2e/fixtures/visitor.ts';

/** Somebody who was there before the upgrade. */
export type Person = Account & { address: string; proofPath: string };

/** How somebody makes a proof public: a switch in 1.0.0, a button since. */
export type Share = (page: Page, row: ReturnType<Page['locator']>) => Promise<void>;

const patienceInMilliseconds = 120_000;

/** What a proxy would say of somebody at an address of their own: attempts are counted by the network. */
export function fromElsewhere(): Record<string, string> {
  const [, ...bytes] = crypto.getRandomValues(new Uint8Array(4));
  return { 'x-forwarded-for': `10.${bytes.join('.')}` };
}

/**
 * Signs in by the pages, finds the wallet that was proven before, proves the demo wallet, makes that proof public, looks at it as a
 * stranger, and signs out.
 * @returns what went wrong: answers of the server's faults, and what the browser complained of. Throws where it can't go on.
 */
export async function walkInBrowser(
  browser: Browser,
  siteUrl: string,
  person: Person,
  share: Share,
): Promise<string[]> {
  const wrong: string[] = [];
  const open = async () => {
    const context = await browser.newContext({ baseURL: siteUrl, extraHTTPHeaders: fromElsewhere() });
    context.setDefaultTimeout(patienceInMilliseconds);
    const page = await context.newPage();
    page.on('response', (answer) => {
      if (answer.status() >= 500) wrong.push(`${answer.status()} ${answer.url()}`);
    });
    return { context, page, complaints: collectConsoleErrors(page) };
  };
  const own = await open();
  const { page } = own;
  await page.goto('/sign-in');
  await enterPassword(page, person);
  await page.waitForURL('**/wallets');
  await provenRow(page, person.address).waitFor();

  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Demo Wallet/ })
    .click();
  const connected = page.getByRole('region', { name: 'Connected wallet' });
  await connected.getByRole('button', { name: /whole address/ }).click();
  const address = (await connected.locator('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'Prove it' }).click();
  const row = provenRow(page, address);
  await row.waitFor();
  await share(page, row);
  const proof = await row.getByRole('link', { name: 'View proof' }).getAttribute('href');

  const stranger = await open();
  for (const path of [proof ?? '', person.proofPath]) {
    await stranger.page.goto(path);
    await stranger.page.getByText(/^All \d+ checks passed/).waitFor();
  }
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  wrong.push(...own.complaints, ...stranger.complaints);
  await own.context.close();
  await stranger.context.close();
  return wrong;
}

export function provenRow(page: Page, address: string) {
  return page
    .getByRole('list', { name: 'Proven wallets' })
    .getByRole('listitem')
    .filter({ hasText: address });
}

/**
 * The same without scripts and without proving: what most requests are.
 * @param paths pages that the person opens while signed in
 * @returns what was answered otherwise than it should be
 */
export async function walkWithoutScripts(
  siteUrl: string,
  person: Person,
  paths: readonly string[],
): Promise<string[]> {
  const visitor = openVisitor(siteUrl, siteUrl, fromElsewhere());
  const wrong: string[] = [];
  const note = (what: string, is: unknown, expected: unknown) => {
    if (is !== expected) wrong.push(`${what}: ${is}`);
  };
  const { status: signedIn, headers, text: said } = await visitor.signIn(person);
  // All that follows would only say the same.
  if (headers.location !== '/wallets')
    return [`sign-in: ${signedIn} ${/role="alert".*/.exec(said)?.[0] ?? ''}`];
  for (const path of paths) {
    const { status, text } = await visitor.get(path);
    note(path, status, 200);
    if (path === '/wallets') note('their wallet on /wallets', text.includes(person.address), true);
  }
  note(
    'sign-out',
    (await visitor.press(paths[0] ?? '/confirm-access', 'Sign out')).headers.location,
    '/sign-in',
  );
  const { location = '' } = (await visitor.get('/wallets')).headers;
  note('/wallets afterwards', location.replace(siteUrl, ''), '/sign-in?next=%2Fwallets');
  return wrong;
}
