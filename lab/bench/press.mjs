import { cpus, loadavg } from 'node:os';
import { startEmulatedProvider } from 'local-supabase/testing';
import { devices } from 'playwright';
import { createAccount } from '../../e2e/fixtures/account.ts';
import { openMailbox } from '../../e2e/fixtures/mailbox.ts';
import { startRelyingApp } from '../../e2e/fixtures/relying-app.ts';
import { addSessionCookies } from '../../e2e/fixtures/session-cookies.ts';
import { startStack } from '../../e2e/fixtures/stack.ts';
import { addVirtualAuthenticator } from '../../e2e/fixtures/virtual-authenticator.ts';
import { installTestWallet } from '../../e2e/test-wallet.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { formatTable } from './format-table.mjs';
import { openBrowser } from './open-browser.mjs';
import { servePage } from './serve-page.mjs';
import { buildStarter } from './sessions/build-starter.mjs';
import { serveApp } from './sessions/serve-app.mjs';
import { quantile } from './sessions/spread.mjs';
import { timePresses } from './time-presses.mjs';

// Times what a user waits for after a press on a slow phone, for each control that opens, changes or leads on:
// node scripts/run.mjs lab/bench/press. Needs a current build: NEXT_DIST_DIR=.next-test npm run build. BENCH_WALK names one function below.
// A press comes 1.5 s after its page is read, so code that the page fetches in idle time has arrived.
// BENCH_STARTER=<the starter's folder, with its packages>: its sign-in by password too.

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
/** As Lighthouse's phone: a round trip of 150 ms, 1.6 Mbit/s down and 0.75 up. */
const phoneNetwork = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const fullSpeed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const person = { login: 'octo', name: 'Octo', email: 'octo@example.test' };
const wallets = ['header[data-session-seconds] ~ main h1'];
const proven = ['[aria-label="Proven wallets"] li'];
const dialog = ['dialog[open]'];

const running = [];
const results = new Map();
let [addresses, app, mailbox, browser, reactUiPort, starter] = [];
try {
  const github = await startEmulatedProvider('github', { users: [person] });
  running.push(github);
  const stack = await startStack({ backend: { LOCAL_SUPABASE_GITHUB_URL: github.url } });
  running.push(stack);
  addresses = stack.addresses;
  app = await startRelyingApp(addresses, { scope: 'openid wallets' });
  running.push(app);
  mailbox = openMailbox(addresses.mailboxUrl);
  browser = await openBrowser();
  running.push({ stop: () => browser.close() });
  reactUiPort = await findFreePort();
  running.push(await servePage('wallet-page', reactUiPort));
  starter = await serveStarter(process.env.BENCH_STARTER);
  if (starter) running.push(starter);
  const site = [manage, visitPlaces, consent, enterByEmail, enterByPasskey, enterByProvider, enterByWallet];
  const walks = [...site, openReactUi, ...(starter ? [enterStarter] : [])];
  const named = walks.filter(({ name }) => [undefined, name].includes(process.env.BENCH_WALK));
  for (let round = 0; round < rounds; round += 1) for (const walk of named) await inNewBrowser(walk);
} finally {
  for (const one of running.reverse()) await one.stop();
}

const rows = [...results].map(([name, { waitsFor, presses }]) => {
  const of = (field, share) =>
    quantile(presses.map((one) => one[field]).filter(Number.isFinite), share).toFixed(0);
  const times = ['paint', 'result'].flatMap((field) => [of(field, 0.5), of(field, 0.75)]);
  return [name, presses.length, ...times, of('longestTask', 1), of('requests', 1), waitsFor];
});
const head = 'press|n|paint p50|p75|result p50|p75|longest task|requests|the result waits for'.split('|');
console.log(formatTable([head, ...rows]));
console.log(`\nMilliseconds. Load of the ${cpus().length} cores: ${loadavg()[0]}`);

/** Runs a walk as a new user on a phone. Pages load at full speed; presses are slowed. */
async function inNewBrowser(walk) {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: addresses.siteUrl });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await installTestWallet(page);
  const account = await createAccount(addresses);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const slowDown = async (isSlow) => {
    await devtools.send('Network.emulateNetworkConditions', isSlow ? phoneNetwork : fullSpeed);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? 4 : 1 });
  };
  const time = await timePresses(page, slowDown);
  const press = async (name, button, screen, waitsFor) => {
    const { presses } = results.get(name) ?? { presses: [] };
    results.set(name, { waitsFor, presses: [...presses, await time(button, screen)] });
  };
  const signIn = () => addSessionCookies(page, addresses, account);
  await walk({ page, press, account, signIn, button: (name) => page.getByRole('button', { name }) });
  await context.close();
}

async function manage({ page, press, signIn, button }) {
  await signIn();
  await page.goto('/wallets');
  const inDialog = (name) => page.getByRole('dialog').getByRole('button', { name });
  await press('Connect wallet', button('Connect wallet'), dialog, 'island');
  await press('a wallet', inDialog(/^Test Wallet/), ['[aria-label="Connected wallet"]'], 'wallet');
  await press('Prove it', button('Prove it'), proven, 'statement, wallet, check with the new list');
  await press('⋯', button(/^More for/), ['[role=menu]'], 'menu');
  await page.keyboard.press('Escape');
  await press('Share proof', button(/^Share proof/), dialog, 'sheet');
  await press('Copy link', inDialog('Copy link'), ['button', 'Stop sharing'], 'one call');
}

async function visitPlaces({ page, press, signIn }) {
  await signIn();
  await page.goto('/wallets');
  const places = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Apps', 'Security', 'Activity', 'Account', 'Wallets'])
    await press(name, places.getByRole('link', { name }), ['main h1', name], 'page');
}

async function consent({ page, press, signIn, button }) {
  await signIn();
  await page.goto(`${app.url}/sign-in`);
  const share = button(/^(Share and continue|Continue without a wallet)$/);
  await press('Share and continue', share, ['#claims'], 'grant, code exchange of the app');
}

async function enterByEmail({ page, press, account, button }) {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(account.email);
  await press('an email', button(/^Continue$/), ['input[name=code]'], 'mail');
  const { code } = await mailbox.newestTo(account.email);
  // Typed, it would be sent without a press.
  await page.getByLabel('Code').evaluate((field, code) => Object.assign(field, { value: code }), code);
  await press('a code', button(/^Continue$/), wallets, 'Auth, session, page');
  await page.context().clearCookies();
  await page.goto('/sign-in?step=password');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await press('a password', button(/^Sign in$/), wallets, 'Auth, session, page');
}

async function enterByPasskey({ page, press, signIn, button }) {
  const device = await addVirtualAuthenticator(page);
  await signIn();
  await page.goto('/security');
  await device.touch();
  await press(
    'Add a passkey',
    button('Add a passkey'),
    ['main [role=status]', 'Passkey added'],
    'challenge, device, check',
  );
  await page.goto('/confirm-access?next=/security');
  const security = ['main h1', 'Security'];
  await press("Confirm it's you", button('Use a passkey'), security, 'challenge, device, check, page');
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await press('a passkey', button('Sign in with a passkey'), wallets, 'challenge, device, check, page');
}

async function enterByProvider({ page, press, button }) {
  await page.goto('/sign-in');
  const there = ['body:not(:has([name=email])) button'];
  await press('Sign in with GitHub', button('Sign in with GitHub'), there, "provider's page");
  await press('back from GitHub', button(person.login), wallets, 'Auth, session, page');
}

async function enterByWallet({ page, press, button }) {
  await page.goto('/sign-in');
  const chosen = page.getByRole('dialog').getByRole('button', { name: /^Test Wallet/ });
  await press('Sign in with Solana', button('Sign in with Solana'), dialog, 'island');
  await press('a wallet, at sign-in', chosen, ['dialog button', 'Sign with'], 'wallet, statement');
  await press('Sign with Test Wallet', button('Sign with Test Wallet'), wallets, 'wallet, check, page');
}

async function openReactUi({ page, press, button }) {
  await page.goto(`http://localhost:${reactUiPort}`);
  await press('Select Wallet, of react-ui', button('Select Wallet'), ['.wallet-adapter-modal'], '');
}

async function enterStarter({ page, press, account, button }) {
  await page.goto(starter.url);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  const shown = ['main', 'This is a protected page'];
  await press('a password, of the starter', button(/^Login$/), shown, 'Auth, page');
}

async function serveStarter(folder) {
  if (!folder) return null;
  buildStarter(folder, addresses.supabaseUrl, addresses.publishableKey);
  return serveApp(folder, '/auth/login', {});
}
