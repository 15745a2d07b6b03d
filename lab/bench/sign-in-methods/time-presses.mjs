/**
 * Has every document of the page tell when it is pressed. Both ends are taken in the browser, so that what drives it
 * costs nothing.
 * @returns `press(button, screen)`: presses, and gives the milliseconds until the screen, as a CSS selector, is drawn
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
    // Anyone who presses has read the page: its scripts have run.
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
