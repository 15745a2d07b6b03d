import { gzipSync } from 'node:zlib';

/**
 * Loads a page once in a browser context with an empty cache, and adds up all scripts it loads.
 * @returns kilobytes (1000 bytes) of the scripts, each gzipped at level 9, and the number of scripts
 */
export async function measureScripts(browser, url, storageState) {
  const context = await browser.newContext(storageState && { storageState });
  const page = await context.newPage();
  const bodies = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const scripts = await Promise.all(bodies);
  await context.close();
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0);
  return { kilobytes: bytes / 1000, count: scripts.length };
}
