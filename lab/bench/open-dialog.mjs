import { gzipSync } from 'node:zlib';

/** Runs in the page: clicks the button and returns the milliseconds until a dialog is open and painted. */
function pressAndWait(button) {
  return new Promise((resolve) => {
    const begin = performance.now();
    const observer = new MutationObserver(() => {
      if (!document.querySelector('dialog[open], div[role="dialog"]')) return;
      observer.disconnect();
      // A message is handled after the frame that shows the dialog.
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => resolve(performance.now() - begin);
        painted.port2.postMessage(null);
      });
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['open'],
    });
    button.click();
  });
}

/**
 * Opens a page with an empty cache, optionally hovers over the button, and clicks it once the network is idle.
 * @returns the milliseconds until the dialog is open and painted, and the scripts loaded before and after the network was idle
 */
export async function openDialog(browser, { url, button, hovers, storageState, slowdown }) {
  const context = await browser.newContext(storageState && { storageState });
  const page = await context.newPage();
  const scripts = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const before = scripts.length;
  const control = await context.newCDPSession(page);
  await control.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (hovers) {
    await page.getByRole('button', { name: button }).hover();
    await page.waitForTimeout(1000);
  }
  const milliseconds = await page.getByRole('button', { name: button }).evaluate(pressAndWait);
  await control.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const sizes = (await Promise.all(scripts)).map((body) => ({
    gzip: gzipSync(body, { level: 9 }).length,
    // Its icon: only the local backend offers the Demo Wallet.
    isDemoWallet: body.includes('IDIxLjVoMTZNOCAy'),
  }));
  await context.close();
  return { milliseconds, first: sizes.slice(0, before), later: sizes.slice(before) };
}
