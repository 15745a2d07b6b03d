import { cpus, loadavg } from 'node:os';
import { startEmulatedProvider } from 'local-supabase/testing';
import { createAccount } from '../../e2e/fixtures/account.ts';
import { openMailbox } from '../../e2e/fixtures/mailbox.ts';
import { startStack } from '../../e2e/fixtures/stack.ts';
import { installTestWallet } from '../../e2e/test-wallet.ts';
import { formatTable } from './format-table.mjs';
import { openBrowser } from './open-browser.mjs';
import { median, quantile } from './sessions/spread.mjs';
import { pageLoad, signInMethods } from './sign-in-methods/methods.mjs';
import { timePresses } from './sign-in-methods/time-presses.mjs';

// Times from the click of a button to the next screen, for each sign-in method: node lab/bench/sign-in-methods.mjs

/** The first round is a warm-up. Methods take turns, so that all run under the same load of the machine. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 16) + 1;
const person = { login: 'octo', name: 'Octo', email: 'octo@example.test' };

const github = await startEmulatedProvider('github', { users: [person] });
const stack = await startStack({ backend: { LOCAL_SUPABASE_GITHUB_URL: github.url } });
const browser = await openBrowser();
const times = new Map();
const loads = [loadavg()[0]];
try {
  const context = await browser.newContext({ baseURL: stack.addresses.siteUrl });
  const page = await context.newPage();
  const press = await timePresses(page);
  await installTestWallet(page);
  const mailbox = openMailbox(stack.addresses.mailboxUrl);
  for (let round = 0; round < rounds; round += 1) {
    for (const go of [pageLoad, ...signInMethods]) {
      await context.clearCookies();
      const account = await createAccount(stack.addresses);
      for (const [name, milliseconds] of await go({ page, press, account, mailbox, login: person.login })) {
        if (round > 0) times.set(name, [...(times.get(name) ?? []), milliseconds]);
      }
    }
    loads.push(loadavg()[0]);
  }
} finally {
  await browser.close();
  await stack.stop();
  github.stop();
}

const [baseline] = [...times.values()].map(median);
const inSteps = (milliseconds) => milliseconds.toFixed(0);
console.log(
  formatTable([
    ['press', 'n', 'p50 ms', 'p90 ms', 'p50 against a page load'],
    ...[...times].map(([name, all]) => [
      ...[name, all.length, inSteps(median(all)), inSteps(quantile(all, 0.9))],
      (median(all) / baseline).toFixed(2),
    ]),
  ]),
);
console.log(
  `\nLoad of the machine, of ${cpus().length} cores: ${median(loads).toFixed(1)}, at most ${Math.max(...loads).toFixed(1)}`,
);
