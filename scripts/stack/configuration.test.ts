import { readFileSync } from 'node:fs';
import { settingNames, supabaseVariables } from '../../lib/env.ts';
import { inProject } from '../project-folder.ts';
import { chooseBackend, supabaseVariableNames, withoutConfiguration } from './configuration.ts';

test('runs the local backend when no Supabase variable is set, whatever else is', () => {
  expect(chooseBackend({ PORT: '3001', SITE_URL: 'http://localhost:3001' })).toBe('embedded');
});

test('takes an empty variable for one that is not set', () => {
  expect(chooseBackend({ SUPABASE_URL: '', SUPABASE_SECRET_KEY: '  ' })).toBe('embedded');
});

test.each(supabaseVariableNames)('never replaces a half configuration: %s alone means configured', (name) => {
  expect(chooseBackend({ [name]: 'anything' })).toBe('configured');
});

test('knows every name that the app reads a Supabase setting from', () => {
  const read = Object.entries(supabaseVariables).flatMap(([name, others]) => [name, ...others]);
  expect([...supabaseVariableNames].sort()).toEqual(read.sort());
});

test('tests and builds start without any setting of the person who runs them', () => {
  const set = Object.fromEntries(settingNames.map((name) => [name, 'theirs']));
  const kept = withoutConfiguration({ ...set, HOME: '/home/ada' });
  expect(settingNames.filter((name) => kept[name])).toEqual([]);
  expect(kept.HOME).toBe('/home/ada');
});

test('the README explains every setting, but those by which npm start tells the site of the local backend', () => {
  const readme = readFileSync(inProject('README.md'), 'utf8');
  const unexplained = settingNames.filter((name) => !readme.includes(`\`${name}\``));
  const ofLocalBackend = /^(LOCAL_\w+|COUNTERSIGN_EMBEDDED|MAILBOX_URL)$/;
  expect(unexplained.filter((name) => !ofLocalBackend.test(name))).toEqual([]);
});
