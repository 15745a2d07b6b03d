import { setTimeout } from 'node:timers/promises';
import { formatTable } from '../format-table.mjs';
import { openBrowser, packSession } from './browser.mjs';
import { startAuth } from './start-auth.mjs';
import { sidesOf, withTwoProcesses } from './two-processes.mjs';

const requestsAtOnce = 100;
const shortLifetimeInSeconds = 2;
/** The lifetime of refreshed tokens, so that they don't expire during the measurement. */
const usualLifetimeInSeconds = 3600;

/** 100 concurrent requests with one expired access token, to one process and to two in turns. */
export async function measureExpired(apps) {
  const rows = [];
  for (const side of sidesOf(apps)) {
    const auth = await startAuth({ lifetimeInSeconds: shortLifetimeInSeconds });
    try {
      const sessions = [await auth.openSession(), await auth.openSession()];
      await setTimeout((shortLifetimeInSeconds + 1) * 1000);
      await auth.kill();
      await auth.restart({ lifetimeInSeconds: usualLifetimeInSeconds });
      await withTwoProcesses(side, auth, async (urls) => {
        for (const some of [urls.slice(0, 1), urls]) {
          const cookies = packSession(sessions.pop(), side, auth.variables);
          rows.push([side.name, some.length, ...(await enableSingleRoundTrips(auth, some, cookies))]);
        }
      });
    } finally {
      await auth.stop();
    }
  }
  const heading = ['100 at once with an expired token', 'processes', 'refreshes', 'answered with the page'];
  console.log(formatTable([heading, ...rows]));
}

async function enableSingleRoundTrips(auth, urls, cookies) {
  const browser = openBrowser(cookies);
  auth.proxy.calls.length = 0;
  const answers = await Promise.all(
    Array.from({ length: requestsAtOnce }, (_, number) => browser.ask(urls[number % urls.length])),
  );
  browser.close();
  const refreshes = auth.proxy.calls.filter((call) => call === 'POST /auth/v1/token').length;
  return [refreshes, answers.filter(({ status }) => status === 200).length];
}
