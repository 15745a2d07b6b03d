import { globSync, readFileSync } from 'node:fs';

/** The site's source, without tests and without the generated list of all functions. */
const source = globSync(['lib/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}'])
  .filter((file) => !/\.test\.|^lib\/testing\/|database\.types/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const bench = globSync('lab/bench/scale/*.mjs').map((file) => readFileSync(file, 'utf8'));
const types = readFileSync('lib/supabase/database.types.ts', 'utf8');

function listNames(part: string): string[] {
  const [, own = ''] = types.split(`    ${part}: {`);
  const [listed = ''] = own.split('\n    };');
  return [...listed.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => String(name));
}

test('lab/bench/scale calls every function of the database that the site calls', () => {
  const called = listNames('Functions').filter((name) => source.includes(`'${name}'`));
  expect(called.length).toBeGreaterThan(100);
  const missing = called.filter(
    (name) => !bench.some((text) => text.includes(`'${name}',`) || text.includes(`'${name}')`)),
  );
  expect(missing).toEqual([]);
});

test('lab/bench/scale reads every table that the site reads', () => {
  const read = [...listNames('Tables'), ...listNames('Views')].filter((name) =>
    source.includes(`.from('${name}')`),
  );
  expect(read).toContain('live_wallets');
  expect(read.filter((name) => !bench.some((text) => text.includes(`from countersign.${name} `)))).toEqual(
    [],
  );
});
