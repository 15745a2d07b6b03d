import { type Setting, settingSchemas, settings } from '../../lib/settings.ts';
import { chooseBackend, supabaseVariableNames, withoutConfiguration } from './configuration.ts';

test('runs the local backend if no Supabase variable is set, whatever other variables are', () => {
  expect(chooseBackend({ PORT: '3001', SITE_URL: 'http://localhost:3001' })).toBe('embedded');
});

test('treats an empty variable as unset', () => {
  expect(chooseBackend({ SUPABASE_URL: '', SUPABASE_SECRET_KEY: '  ' })).toBe('embedded');
});

test.each(supabaseVariableNames)('%s alone counts as a configured project', (name) => {
  expect(chooseBackend({ [name]: 'anything' })).toBe('configured');
});

test('knows every name of a Supabase setting that the app reads', () => {
  const read = ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'].flatMap((name) => [
    name,
    ...((settings as Record<string, Setting>)[name]?.also ?? []),
  ]);
  expect([...supabaseVariableNames].sort()).toEqual(read.sort());
});

test("tests and builds run without the developer's own settings", () => {
  const settingNames = Object.keys(settingSchemas);
  const set = Object.fromEntries(settingNames.map((name) => [name, 'theirs']));
  const kept = withoutConfiguration({ ...set, HOME: '/home/ada' });
  expect(settingNames.filter((name) => kept[name])).toEqual([]);
  expect(kept.HOME).toBe('/home/ada');
});
