import { chromium } from 'playwright';
import { findBrowser } from '../../scripts/prepare/find-browser.ts';

export function openBrowser(switches = []) {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: findBrowser()?.path,
    args: ['--disable-gpu', '--disable-dev-shm-usage', ...(isRoot ? ['--no-sandbox'] : []), ...switches],
  });
}
