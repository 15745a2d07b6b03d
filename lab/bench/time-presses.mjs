/**
 * Makes every document of the page report presses, paints and tasks. Only the time to `screen` includes Playwright's polling.
 * @param slowDown called with true before a press and with false after its result
 * @returns `press(button, screen)`: taps, and returns the milliseconds to the next paint, to the visible selector `screen`, and of
 * the longest task in between
 */
export async function timePresses(page, slowDown) {
  const reports = [];
  page.on('console', (message) => {
    const [, kind, from, to] = /^press-report (\w+) (\S+) (\S+)$/.exec(message.text()) ?? [];
    if (kind) reports.push({ kind, from: Number(from), to: Number(to) });
  });
  await page.addInitScript(() => {
    const report = (kind, from, to) =>
      console.debug(`press-report ${kind} ${performance.timeOrigin + from} ${performance.timeOrigin + to}`);
    const look = (callback, options) =>
      new PerformanceObserver((list) => list.getEntries().forEach(callback)).observe(options);
    look((task) => report('task', task.startTime, task.startTime + task.duration), { type: 'longtask' });
    const see = ({ timeStamp, isTrusted }) => {
      if (!isTrusted) return;
      report('click', timeStamp, timeStamp);
      // The second frame after the press begins once the first has been painted.
      const tell = () => report('paint', timeStamp, performance.now());
      requestAnimationFrame(() => requestAnimationFrame(tell));
    };
    addEventListener('click', see, { capture: true });
  });
  return async (button, screen) => {
    await button.waitFor();
    // A user presses after reading the page, when its scripts have run.
    await page.waitForLoadState('networkidle');
    await slowDown(true);
    reports.length = 0;
    const drawn = page.locator(screen).first().waitFor();
    await button.tap();
    await drawn;
    const drawnAt = await page.evaluate(() => performance.timeOrigin + performance.now());
    // Tasks and paints are reported a frame later.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    await slowDown(false);
    const click = reports.find(({ kind }) => kind === 'click');
    const paint = reports.find(({ kind }) => kind === 'paint');
    if (!click) throw new Error(`No press was seen that led to ${screen}.`);
    const tasks = reports.filter(({ kind, to }) => kind === 'task' && to > click.from);
    return {
      paint: paint ? paint.to - paint.from : Number.NaN,
      result: drawnAt - click.from,
      longestTask: Math.max(0, ...tasks.map(({ from, to }) => to - from)),
    };
  };
}
