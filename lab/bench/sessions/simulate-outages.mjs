import { setTimeout } from 'node:timers/promises';
import { holdsSession, openBrowser, packSession } from './browser.mjs';

const people = 50;
const requestsAtOnce = 4;
const pauseInMilliseconds = 3_000;

/**
 * 50 users, each with a separate browser, send four concurrent requests every 3 s for about a minute, to two processes in turns.
 * Auth is killed and restarted, slow, and failing in between.
 * @returns the number of responses by kind, the refreshes that Auth received, and the number of users who had lost their session
 * after Auth had recovered
 */
export async function simulateOutages({ auth, urls, withUser }) {
  const browsers = [];
  for (let person = 0; person < people; person++) {
    browsers.push(openBrowser(packSession(await auth.openSession(), { withUser }, auth.variables)));
  }
  auth.proxy.calls.length = 0;
  const answers = [];
  let isOver = false;
  const visits = Promise.all(browsers.map(visitUntilOver));
  await troubleAuth(auth);
  isOver = true;
  await visits;
  const refreshes = auth.proxy.calls.filter((call) => call === 'POST /auth/v1/token').length;
  let lost = 0;
  for (const browser of browsers) {
    if (!(await comesBack(browser, urls[0]))) lost++;
    browser.close();
  }
  const count = (isOne) => answers.filter(isOne).length;
  return {
    requests: answers.length,
    pages: count(({ status }) => status === 200),
    askedToWait: count(({ status }) => status === 503),
    sentToSignIn: count(({ status }) => status >= 300 && status < 400),
    unanswered: count(({ status }) => status === 0 || status === 500),
    refreshes,
    lost,
  };

  async function visitUntilOver(browser, person) {
    // Spreads the users over the pause.
    await setTimeout((pauseInMilliseconds * person) / people);
    while (!isOver) {
      const pause = setTimeout(pauseInMilliseconds);
      const burst = Array.from({ length: requestsAtOnce }, (_, number) =>
        browser.ask(urls[(person + number) % urls.length]),
      );
      answers.push(...(await Promise.all(burst)));
      await pause;
    }
  }
}

/** Whether a user who reloads up to five times sees the page again. */
async function comesBack(browser, url) {
  for (let visit = 0; visit < 5; visit++) {
    if ((await browser.ask(url)).status === 200) return true;
    if (!holdsSession(browser)) return false;
    await setTimeout(1_000);
  }
  return false;
}

async function troubleAuth(auth) {
  await setTimeout(10_000);
  await auth.kill();
  await setTimeout(8_000);
  await auth.restart();
  await setTimeout(8_000);
  auth.proxy.state = 'slow';
  await setTimeout(10_000);
  auth.proxy.state = 'failing';
  await setTimeout(10_000);
  auth.proxy.state = 'working';
  await setTimeout(12_000);
}
