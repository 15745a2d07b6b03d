import { supabaseVariables } from '../../lib/env.ts';
import { chooseBackend, supabaseVariableNames } from './configuration.ts';

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
