import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/project-folder.ts';
import { formatTable } from './format-table.mjs';
import { measureScripts } from './measure-scripts.mjs';
import { openBrowser } from './open-browser.mjs';
import { runUntilReady } from './run-until-ready.mjs';
import { servePage } from './serve-page.mjs';
import { signUp } from './sign-up.mjs';

// Separate ports and data, so that it can run beside `npm start` and leaves no data behind.
const emptyUrl = 'http://localhost:3961';
const siteUrl = 'http://localhost:3960';
const scratch = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const environment = {
  ...{ PORT: '3960', LOCAL_SUPABASE_PORT: '54960', LOCAL_SMTP_PORT: '54961', LOCAL_SOLANA_PORT: '54962' },
  LOCAL_SUPABASE_DATA: join(scratch, 'supabase'),
};

const running = [];
try {
  running.push(await servePage('empty-page', 3961));
  running.push(await runUntilReady('npm', ['start'], { folder: projectFolder, environment }));
  const browser = await openBrowser();
  running.push({ stop: () => browser.close() });
  const session = await signUp(browser, siteUrl, 'http://127.0.0.1:54960/mailbox');
  const empty = await measureScripts(browser, emptyUrl);
  const signIn = await measureScripts(browser, `${siteUrl}/sign-in`);
  const wallets = await measureScripts(browser, `${siteUrl}/wallets`, session);
  const row = (name, { kilobytes, count }, goal) => [
    ...[name, count, kilobytes.toFixed(1), `+${(kilobytes - empty.kilobytes).toFixed(1)}`],
    ...[(kilobytes / empty.kilobytes).toFixed(3), goal],
  ];
  console.log(
    formatTable([
      ['page', 'scripts', 'gzip KB', 'more than empty', 'ratio', 'goal'],
      row('an empty Next.js page', empty, ''),
      row('/sign-in', signIn, '+6.5'),
      row('/wallets, signed in', wallets, '+12.5'),
    ]),
  );
} finally {
  for (const one of running.reverse()) await one.stop();
  rmSync(scratch, { recursive: true, force: true });
}
