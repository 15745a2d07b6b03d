import { type Browser, chromium } from 'playwright';
import { ensureBrowser } from '../../../scripts/prepare/ensure-browser.ts';

/** Opens the browser of the browser tests. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const { path } = await ensureBrowser();
  return chromium.launch({
    executablePath: path,
    // Chromium's sandbox doesn't run as root, the usual user in containers.
    args: ['--disable-gpu', '--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}
