/**
 * Makes every document of the page report clicks. Both times are taken in the browser, which excludes Playwright's overhead.
 * @returns `press(button, screen)`: clicks, and returns the milliseconds until the CSS selector `screen` is visible
 */
export async function timePresses(page) {
  let pressedAt;
  page.on('console', (message) => {
    const [, milliseconds] = /^pressed (\S+)$/.exec(message.text()) ?? [];
    if (milliseconds) pressedAt ??= Number(milliseconds);
  });
  await page.addInitScript(() => {
    const tell = () => console.debug(`pressed ${performance.timeOrigin + performance.now()}`);
    addEventListener('click', tell, { capture: true });
  });
  return async (button, screen) => {
    await button.waitFor();
    // A user clicks after reading the page, when its scripts have run.
    await page.waitForLoadState('networkidle');
    pressedAt = undefined;
    const drawn = page.waitForFunction(
      (selector) =>
        document.querySelector(selector)?.checkVisibility() && performance.timeOrigin + performance.now(),
      screen,
      { polling: 'raf' },
    );
    await button.click();
    const drawnAt = Number(await (await drawn).jsonValue());
    if (pressedAt === undefined) throw new Error(`Nothing told of the press that led to ${screen}.`);
    return drawnAt - pressedAt;
  };
}
