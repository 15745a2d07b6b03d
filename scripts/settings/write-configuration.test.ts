import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readEnvironment } from '../../lib/env.ts';
import { type Setting, settings } from '../../lib/settings.ts';
import { inProject } from '../project-folder.ts';
import { writeDocument, writeExample, writeMetricsAndLogEvents } from './write-configuration.ts';

const document = readFileSync(inProject('docs', 'configuration.md'), 'utf8');
const example = readFileSync(inProject('.env.local.example'), 'utf8');

test('docs/configuration.md and .env.local.example match npm run generate', () => {
  expect({ document, example }).toEqual({ document: writeDocument(), example: writeExample() });
});

test('docs/metrics-and-log-events.md matches npm run generate', () => {
  expect(readFileSync(inProject('docs', 'metrics-and-log-events.md'), 'utf8')).toBe(
    writeMetricsAndLogEvents(),
  );
});

test('the documents explain every setting except those that npm start sets for the local backend', () => {
  const unexplained = Object.keys(settings).filter((name) => !document.includes(`\`${name}\``));
  const ofLocalBackend = /^(LOCAL_\w+|COUNTERSIGN_EMBEDDED|MAILBOX_URL)$/;
  expect(unexplained.filter((name) => !ofLocalBackend.test(name))).toEqual([]);
});

test('a copy of the example runs the local backend, and the server accepts its examples', () => {
  expect(Object.values(parseEnv(example)).filter(Boolean)).toEqual([]);
  const examples = Object.entries<Setting>(settings).map(([name, setting]) => [name, setting.example]);
  const project = {
    SUPABASE_URL: 'https://abcdefgh.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc',
    SUPABASE_SECRET_KEY: 'sb_secret_abc',
    // These examples name files that exist only on a server.
    ...{ SITE_LOGO: '', SITE_LOGO_DARK: '', SITE_ICON: '' },
  };
  expect(readEnvironment({ ...Object.fromEntries(examples), ...project })).toMatchObject({ ok: true });
});
