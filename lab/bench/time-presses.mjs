import { setTimeout } from 'node:timers/promises';

const readingInMilliseconds = 1500;

/**
 * Makes every document of the page report presses, paints, tasks and the awaited screen, by the page's own clock.
 * @param slowDown called with true before a press and with false after its result
 * @returns `press(button, screen)`: taps, and returns the milliseconds to the next paint, to the paint of a visible element that
 * matches the selector and text of `screen`, and of the longest task in between; and the number of requests but those of files
 */
export async function timePresses(page, slowDown) {
  const reports = [];
  let seen = () => undefined;
  page.on('console', (message) => {
    const [, kind, from, to] = /^press-report (\w+) (\S+) (\S+)$/.exec(message.text()) ?? [];
    if (kind) reports.push({ kind, from: Number(from), to: Number(to) });
    if (kind === 'result') seen();
  });
  let requests = 0;
  page.on('request', (request) => {
    if (['document', 'fetch', 'xhr'].includes(request.resourceType())) requests += 1;
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  await page.addInitScript(observe);
  return async (button, screen) => {
    await button.waitFor();
    // A user presses after reading the page, when its scripts have run and idle time has fetched more.
    await setTimeout(readingInMilliseconds);
    await page.waitForLoadState('networkidle');
    const source = `watchForScreen(...${JSON.stringify(screen)})`;
    const { identifier } = await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source });
    await page.evaluate(source);
    await slowDown(true);
    reports.length = 0;
    requests = 0;
    const drawn = new Promise((resolve, reject) => {
      seen = resolve;
      const late = () => reject(new Error(`The press did not lead to ${screen}.`));
      setTimeout(30_000, undefined, { ref: false }).then(late);
    });
    await button.tap();
    await drawn;
    const counted = requests;
    // Tasks are reported a frame later.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    await slowDown(false);
    await devtools.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    const find = (kind) => reports.find((report) => report.kind === kind);
    const [click, paint, result] = ['click', 'paint', 'result'].map(find);
    const tasks = reports.filter(({ kind, to }) => kind === 'task' && to > click.from);
    return {
      paint: paint ? paint.to - paint.from : Number.NaN,
      result: result.to - click.from,
      longestTask: Math.max(0, ...tasks.map(({ from, to }) => to - from)),
      requests: counted,
    };
  };
}

/** Runs in the page. The second frame after a change begins once the first has been painted. */
function observe() {
  const report = (kind, from, to) =>
    console.debug(`press-report ${kind} ${performance.timeOrigin + from} ${performance.timeOrigin + to}`);
  const reportPaint = (kind, from) =>
    requestAnimationFrame(() => requestAnimationFrame(() => report(kind, from, performance.now())));
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) report('task', startTime, startTime + duration);
  }).observe({ type: 'longtask' });
  const see = ({ timeStamp, isTrusted }) => {
    if (!isTrusted) return;
    report('click', timeStamp, timeStamp);
    reportPaint('paint', timeStamp);
  };
  addEventListener('click', see, { capture: true });
  globalThis.watchForScreen = (selector, text = '') => {
    const isShown = (element) => element.textContent.includes(text) && element.checkVisibility();
    const look = () => {
      if (![...document.querySelectorAll(selector)].some(isShown)) return requestAnimationFrame(look);
      requestAnimationFrame(() => report('result', performance.now(), performance.now()));
    };
    look();
  };
}
