import { setTimeout } from 'node:timers/promises';
import { openBrowser, packSession } from './browser.mjs';

const atOnce = 100;

/**
 * 100 requests at once with one expired access token, spread evenly over the processes.
 * @returns how many were answered with the page, and how many refreshes Auth was asked for
 */
export async function measureExpired({ auth, urls, withUser }) {
  const session = await auth.openSession();
  await setTimeout((session.expires_in + 1) * 1000);
  const isRefresh = (call) => call === 'POST /auth/v1/token';
  const before = auth.proxy.calls.filter(isRefresh).length;
  const browser = openBrowser(packSession(session, { withUser }));
  const answers = await Promise.all(
    Array.from({ length: atOnce }, (_, number) => browser.ask(urls[number % urls.length])),
  );
  browser.close();
  return {
    pages: answers.filter(({ status }) => status === 200).length,
    refreshes: auth.proxy.calls.filter(isRefresh).length - before,
  };
}
