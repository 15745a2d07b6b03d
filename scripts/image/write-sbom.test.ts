import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from '../project-folder';
import { listLicenses, writeSbom } from './write-sbom';

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'countersign-sbom-'));
  mkdirSync(join(scratch, 'build', 'server'), { recursive: true });
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

function listOf(...sources: string[]) {
  writeFileSync(
    join(scratch, 'build', 'server', 'page.js.map'),
    JSON.stringify({ sections: [{ map: { sources } }] }),
  );
  writeSbom(scratch, join(scratch, 'build'), []);
  const { components } = JSON.parse(readFileSync(join(scratch, 'sbom.cdx.json'), 'utf8')) as {
    components: { purl: string }[];
  };
  return components.map(({ purl }) => purl.replace(/(?<=pg@|js@1).*$/, ''));
}

test('refuses a build whose source maps name no installed package, since the list would be incomplete', () => {
  expect(() => listOf('../../lib/own.ts', 'turbopack:///[project]/node_modules/gone/index.js')).toThrow(
    'name no package',
  );
});

test('lists a package and the packages compiled into it, these with the version in their path', () => {
  const within = '.pnpm/@scope+ms%402.1.3/node_modules/ms/index.js'.replace('@', '%40');
  expect(listOf(inProject('node_modules', '@solana', 'web3.js', 'node_modules', within))).toEqual([
    'pkg:npm/%40scope/ms@2.1.3',
    'pkg:npm/%40solana/web3.js@1',
  ]);
});

test('a version ends before the names of peer dependencies', () => {
  const within = '.pnpm/ms%402.1.3_react%4018.2.0/node_modules/ms/index.js';
  expect(listOf(inProject('node_modules', '@solana', 'web3.js', 'node_modules', within))).toContain(
    'pkg:npm/ms@2.1.3',
  );
});

test.each([
  ['MIT', [{ license: { id: 'MIT' } }]],
  ['(MIT OR CC0-1.0)', [{ expression: '(MIT OR CC0-1.0)' }]],
  ['UNLICENSED', [{ license: { name: 'UNLICENSED' } }]],
  ['BSD', [{ license: { name: 'BSD' } }]],
  ['SEE LICENSE IN x OR y', [{ license: { name: 'SEE LICENSE IN x OR y' } }]],
  [undefined, []],
])('the license %s is listed in the format of CycloneDX', (license, said) => {
  expect(listLicenses(license === undefined ? {} : { license })).toEqual(said);
});

test('an expression beside other licenses is listed as a name, since CycloneDX allows an expression only alone', () => {
  expect(listLicenses({ license: 'MIT OR Apache-2.0', licenses: [{ type: 'ISC' }] })).toEqual([
    { license: { name: 'MIT OR Apache-2.0' } },
    { license: { id: 'ISC' } },
  ]);
});
