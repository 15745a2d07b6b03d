import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runFolder } from './call-host.ts';
import { hashSources, keepTemplate } from './kept-template.ts';

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

test('of two databases created concurrently one is kept, and both are complete', async () => {
  const place = join(folder, 'place');
  const templates = await Promise.all(
    ['one', 'other'].map((name) =>
      keepTemplate(
        place,
        () => 'h',
        async () => makeDatabase(name),
      ),
    ),
  );
  expect(templates.map(readRows)).toEqual(['one', 'other']);
  expect(readdirSync(place)).toEqual(['h']);
  expect(
    await keepTemplate(
      place,
      () => 'h',
      () => Promise.reject(new Error('made again')),
    ),
  ).toBe(join(place, 'h'));
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

test('if no database can be kept, the new one is used', async () => {
  const place = join(folder, 'place');
  writeFileSync(place, 'a file');
  expect(
    readRows(
      await keepTemplate(
        place,
        () => 'h',
        async () => makeDatabase('made'),
      ),
    ),
  ).toBe('made');
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

test('changed contents, an added file and a new name each change the hash', () => {
  const source = join(folder, 'source');
  mkdirSync(join(source, 'deep'), { recursive: true });
  writeFileSync(join(source, 'deep', 'a.sql'), 'select 1');
  const seen = [hashSources([source])];
  expect(hashSources([source])).toBe(seen[0]);
  writeFileSync(join(source, 'deep', 'a.sql'), 'select 2');
  seen.push(hashSources([source]));
  writeFileSync(join(source, 'deep', 'b.sql'), '');
  seen.push(hashSources([source]));
  renameSync(join(source, 'deep', 'b.sql'), join(source, 'deep', 'c.sql'));
  seen.push(hashSources([source]));
  expect(new Set(seen).size).toBe(4);
});
