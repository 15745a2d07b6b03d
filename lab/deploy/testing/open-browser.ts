import { type Browser, chromium } from 'playwright';
import { ensureBrowser } from '../../../scripts/prepare/ensure-browser.ts';

/** The browser that the browser tests use. Who opens it closes it. */
export async function openBrowser(): Promise<Browser> {
  const { path } = await ensureBrowser();
  return chromium.launch({
    executablePath: path,
    // Chromium refuses its sandbox to root, as whom containers usually run.
    args: ['--disable-gpu', '--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}
