import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listLicenses } from '../../../scripts/image/write-sbom.ts';
import { checkList } from '../testing/check-list.ts';

// Programs read the image's list of packages by CycloneDX's schema. image-folder.test.ts checks this build's list; these tests check
// licenses that other versions of packages may have.

const scratch = mkdtempSync(join(tmpdir(), 'countersign-list-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function check(more: object): Promise<string[]> {
  const file = join(scratch, 'sbom.cdx.json');
  const component = { type: 'library', name: 'a', version: '1.0.0', purl: 'pkg:npm/a@1.0.0', ...more };
  const list = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components: [component] };
  writeFileSync(file, JSON.stringify(list));
  return checkList(file);
}

test.each([
  {},
  { license: 'MIT' },
  { license: '(MIT OR CC0-1.0)' },
  { license: 'SEE LICENSE IN LICENSE.md' },
  { license: 'UNLICENSED' },
  { license: 'GPL-2.0-or-later WITH Classpath-exception-2.0' },
  { license: { type: 'MIT' } },
  { license: '' },
  { licenses: [{ type: 'MIT' }, { type: 'MIT OR Apache-2.0' }] },
  { license: 'MIT', licenses: [{ type: 'MIT' }] },
])('a package with the license %j is listed as the schema requires', async (said) => {
  expect(await check({ licenses: listLicenses(said) })).toEqual([]);
});

test.each([
  ['an id that is on no list', { licenses: [{ license: { id: 'SEE LICENSE IN LICENSE.md' } }] }],
  ['an expression beside another', { licenses: [{ expression: 'MIT' }, { license: { id: 'MIT' } }] }],
  ['a field that there is not', { licence: 'MIT' }],
  ['a kind that there is not', { type: 'package' }],
])('the schema rejects %s', async (_, wrong) => {
  expect(await check(wrong)).not.toEqual([]);
});
