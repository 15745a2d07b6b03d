import { gzipSync } from 'node:zlib';

/** With an empty cache. Returns kilobytes (1000 bytes) of all scripts, each gzipped at level 9, and their number. */
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
