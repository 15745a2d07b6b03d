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
import { runFolder } from './ask-host.ts';
import { hashSources, keepTemplate } from './kept-template.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(runFolder(), 'kept-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Something in the shape of a database whose backend has ended. */
function makeDatabase(name: string): string {
  const made = join(folder, name);
  mkdirSync(join(made, 'postgres'), { recursive: true });
  writeFileSync(join(made, 'postgres', 'rows'), name);
  writeFileSync(join(made, 'keys.json'), 'secret');
  writeFileSync(join(made, '.ready'), '1');
  return made;
}

const readRows = (template: string) => readFileSync(join(template, 'postgres', 'rows'), 'utf8');

test('a database is made once for the same sources, and its keys stay behind', async () => {
  const make = jest.fn(async () => makeDatabase('first'));
  const place = join(folder, 'place');
  const templates = [await keepTemplate(place, () => 'h', make), await keepTemplate(place, () => 'h', make)];
  expect(make).toHaveBeenCalledTimes(1);
  expect(templates.map(readRows)).toEqual(['first', 'first']);
  expect(readdirSync(join(place, 'h')).sort()).toEqual(['.ready', 'postgres']);
});

test('of two that are made at once one is kept, and both are whole', async () => {
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

test('one whose sources changed while it was made is not kept', async () => {
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

test('where none can be kept the one that was made serves', async () => {
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

test('one that nobody used for a day goes when the next is made, and one in use stays', async () => {
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

test('a change, a file more and another name are each other sources', () => {
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
