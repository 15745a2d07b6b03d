import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runFolder } from './call-host.ts';
import { keepTemplate } from './kept-template.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(runFolder(), 'kept-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Files in the shape of a closed backend's database. */
function makeDatabase(name: string): string {
  const made = join(folder, name);
  mkdirSync(join(made, 'postgres'), { recursive: true });
  writeFileSync(join(made, 'postgres', 'rows'), name);
  writeFileSync(join(made, 'keys.json'), 'secret');
  writeFileSync(join(made, '.ready'), '1');
  return made;
}

const readRows = (template: string) => readFileSync(join(template, 'postgres', 'rows'), 'utf8');

test('a database is created once for the same sources, and copied without its keys', async () => {
  const make = jest.fn(async () => makeDatabase('first'));
  const place = join(folder, 'place');
  const templates = [await keepTemplate(place, () => 'h', make), await keepTemplate(place, () => 'h', make)];
  expect(make).toHaveBeenCalledTimes(1);
  expect(templates.map(readRows)).toEqual(['first', 'first']);
  expect(readdirSync(join(place, 'h')).sort()).toEqual(['.ready', 'postgres']);
});

test("a database whose sources changed during creation isn't kept", async () => {
  const place = join(folder, 'place');
  const hashes = ['before', 'after'];
  const template = await keepTemplate(
    place,
    () => hashes.shift() ?? '',
    async () => makeDatabase('mixed'),
  );
  expect(readRows(template)).toBe('mixed');
  expect(existsSync(place)).toBe(false);
});

test('creating a database deletes those unused for a day, and no others', async () => {
  const place = join(folder, 'place');
  for (const hash of ['old', 'used']) {
    await keepTemplate(
      place,
      () => hash,
      async () => makeDatabase(hash),
    );
    utimesSync(join(place, hash), 0, 0);
  }
  await keepTemplate(
    place,
    () => 'used',
    () => Promise.reject(new Error('made again')),
  );
  await keepTemplate(
    place,
    () => 'new',
    async () => makeDatabase('new'),
  );
  expect(readdirSync(place).sort()).toEqual(['new', 'used']);
});
