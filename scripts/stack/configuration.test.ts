import { type Setting, settingSchemas, settings } from '../../lib/settings.ts';
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
  const read = ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'].flatMap((name) => [
    name,
    ...((settings as Record<string, Setting>)[name]?.also ?? []),
  ]);
  expect([...supabaseVariableNames].sort()).toEqual(read.sort());
});

test('tests and builds start without any setting of the person who runs them', () => {
  const settingNames = Object.keys(settingSchemas);
  const set = Object.fromEntries(settingNames.map((name) => [name, 'theirs']));
  const kept = withoutConfiguration({ ...set, HOME: '/home/ada' });
  expect(settingNames.filter((name) => kept[name])).toEqual([]);
  expect(kept.HOME).toBe('/home/ada');
});
