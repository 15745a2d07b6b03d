import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type AttemptKind, type AttemptLimit, attemptLimits } from '../lib/rate-limit/limits.ts';
import { serverLimits } from '../server/site-server.ts';
import { inProject } from './project-folder.ts';

const read = (file: string) => readFileSync(inProject(file), 'utf8');
const groups = Object.keys(JSON.parse(read('lab/mutants/groups.json')));
const survivors = JSON.parse(read('lab/mutants/survivors.json')) as unknown[];

function constant(file: string, name: string): number {
  const [, product] = new RegExp(`\\b${name}(?: =|:) ([\\d_ *]+)`).exec(read(file)) ?? [];
  if (!product) throw new Error(`${file} has no number ${name}`);
  return product.split('*').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1);
}

function numberIn(file: string, expression: RegExp): number {
  const [, number] = expression.exec(read(file)) ?? [];
  if (!number) throw new Error(`${file} has nothing like ${expression}`);
  return Number(number);
}

const n = (number: number) => number.toLocaleString('en');

const words =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');
const inWords = (number: number) => words[number] ?? n(number);

function attempts(kind: AttemptKind, per: AttemptLimit['per']): string {
  const found = attemptLimits[kind].find((limit) => limit.per === per);
  if (!found) throw new Error(`${kind} has no limit for ${per}`);
  return n(found.attempts);
}

const { mostConnections, mostRequestsAtOnce, largestBodyInBytes } = serverLimits;
const seconds = (milliseconds: number) => milliseconds / 1000;
const silence = seconds(serverLimits.silenceInMilliseconds);
const keepAlive = seconds(serverLimits.keepAliveInMilliseconds);
const discarded = constant('server/receive-body.ts', 'mostDiscardedInBytes') / 1024;
/** Node's `connectionsCheckingInterval`. */
const headers = silence + 30;

const backend = numberIn('lib/env.ts', /LOCAL_BACKEND_TIMEOUT \?\? (\d+)/);
const mail = seconds(constant('lib/supabase/fetch-backend.ts', 'mailTimeoutInMilliseconds'));
const margin = constant('lib/session/session.ts', 'expiryMarginInSeconds');
const cookie = constant('lib/http/cookie-options.ts', 'maxAgeInSeconds') / 86_400;
const lock = numberIn('cli/schema/command.ts', /how long to wait for a lock: (\d+) by default/);

const ownClients = constant('lib/apps/own-clients.ts', 'mostOwnClients');
const wallets = numberIn('supabase/schemas/17_app_grants.sql', /cardinality\(p_wallet_ids\) > (\d+)/);
const grants = numberIn('supabase/schemas/17_app_grants.sql', /where (\d+) <= \(select count/);
const acknowledged = numberIn('lib/oidc/poll-app-events.ts', /ack: .*\.max\((\d+)\)\.default/);
const events = numberIn('lib/oidc/poll-app-events.ts', /Math\.min\(request\.maxEvents, (\d+)\)/);
const poll = numberIn('lib/oidc/poll-app-events.ts', /asks: (\d+)/);
const parameters = n(constant('lib/oidc/answer.ts', 'mostParametersInBytes'));
const name = constant('lib/apps/client-name.ts', 'longestClientName');
const logo = constant('lib/apps/clean-logo.ts', 'largestLogoInBytes') / 1024;
const addresses = constant('lib/apps/redirect-uri.ts', 'mostRedirectUris');
const address = constant('lib/apps/redirect-uri.ts', 'longestRedirectUri');
const emails = numberIn('supabase/config.toml', /email_sent = (\d+)/);
const tokens = numberIn('supabase/config.toml', /token_refresh = (\d+)/);
const ofCode = attemptLimits.mailed_code.find(({ per }) => per === 'mail')?.attempts ?? 0;
const guesses =
  Number(attempts('send_mail', 'account')) * ofCode + Number(attempts('mailed_code', 'account'));
const recipe = read('recipes/openid-client.mjs').trimEnd().split('\n').length;

test.each([
  ['docs/apps.md', `does all of it in ${recipe} lines:`],
  ['docs/apps.md', `register up to ${inWords(ownClients)} apps at`],
  ['docs/apps.md', `A square PNG of 64 to 256 pixels, at most ${logo} kB.`],
  ['docs/apps.md', `those the person chose for your app, at most ${wallets};`],
  ['docs/apps.md', `| Parameters of a request | ${parameters} bytes,`],
  ['docs/apps.md', `| Name of an app | ${name} characters of one alphabet |`],
  ['docs/apps.md', `| Redirect URIs, sign-out redirect URIs | ${addresses} of each, ${address} characters |`],
  [
    'docs/api.md',
    `\`/api/v1/accounts/{sub}/wallets\` | ${attempts('token_request', 'account')} each per minute and person |`,
  ],
  ['docs/api.md', `| ${attempts('app_request', 'account')} per minute and app, together |`],
  [
    'docs/api.md',
    `| Refused tokens and credentials | ${attempts('app_refused', 'network')} in 5 minutes per network |`,
  ],
  ['docs/api.md', `values you have stored, at most ${acknowledged}.`],
  ['docs/api.md', `At most this many; never more than ${events}.`],
  ['docs/api.md', `waits up to ${inWords(poll)} seconds`],
  ['docs/architecture.md', `time out after ${backend} s without a retry`],
  ['docs/architecture.md', `those that send email have ${mail} s`],
  ['docs/architecture.md', `refreshes when fewer than ${margin} s remain`],
  ['docs/configuration.md', `register up to ${inWords(ownClients)} apps each`],
  ['docs/operations.md', `Cookies last ${cookie} days`],
  ['docs/operations.md', `waits ${inWords(lock)} seconds for a lock`],
  ['docs/security.md', `Bodies over ${largestBodyInBytes / 1024} kB are refused`],
  ['docs/security.md', `Stalled bodies end after ${silence} s without a byte, headers within ${headers} s`],
  ['docs/security.md', `at most ${inWords(ownClients)} each. Only the owner`],
  ['docs/security.md', `| session cookie | ${cookie} days after its last refresh |`],
  ['docs/security.md', `an hour; refreshed ${margin} seconds earlier |`],
  ['docs/security.md', `All networks together get ${guesses} guesses an hour at a mailed code and\n`],
  ['docs/security.md', `\n${attempts('second_factor', 'account')} a day at an authenticator's`],
  ['docs/security.md', `**Connections:** ${n(mostConnections)} per process.`],
  ['docs/security.md', `Of ${n(emails)} emails an hour, 200 are left to known browsers.`],
  ['docs/self-hosting.md', `accept bodies of ${largestBodyInBytes / 1024} kB and headers of 16 kB`],
  ['docs/self-hosting.md', `| close idle connections before ${keepAlive} seconds,`],
  ['docs/self-hosting.md', `Set ${emails}, or what your mail server accepts,`],
  ['docs/self-hosting.md', `{"rate_limit_email_sent": ${emails}}`],
  ['docs/self-hosting.md', `| ${tokens} in 5 minutes | \`auth.rate_limit.token_refresh\``],
  ['docs/testing.md', `There are ${inWords(groups.length)} groups and ${survivors.length} explanations.`],
  ['docs/decisions/002-requests.md', `up to ${discarded} kB more is read`],
  [
    'docs/decisions/002-requests.md',
    `keeps ${n(mostConnections)} connections with ${inWords(mostRequestsAtOnce)} unanswered requests each`,
  ],
  ['docs/decisions/012-mails.md', `may take ${mail} s`],
  [
    'docs/decisions/057-app-grants.md',
    `Limits: ${wallets} wallets a grant, ${grants} live and ${grants} ended grants an account, ${ownClients} apps a person, ${events} events a poll.`,
  ],
  ['docs/decisions/061-app-registration.md', `register up to ${inWords(ownClients)} at`],
])('%s agrees with the code: %s', (page, sentence) => {
  expect(read(page)).toContain(sentence);
});

test('Auth may send more emails an hour than all that make newcomers wait, which leaves a share to known browsers', () => {
  expect(emails - Number(attempts('send_mail', 'everyone'))).toBe(200);
});

test('docs/decisions/README.md lists every decision, under its title', () => {
  const records = globSync('docs/decisions/[0-9]*.md', { cwd: inProject() })
    .sort()
    .map((file) => {
      const [, number, title] = /^# (\d+): (.+)$/m.exec(read(file)) ?? [];
      return `| [${number}](${basename(file)}) | ${title} |`;
    });
  const rows = read('docs/decisions/README.md').match(/^\| \[\d+\]\([^)]*\) \| [^|]*\|/gm);
  expect(rows).toEqual(records);
});
