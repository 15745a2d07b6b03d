import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isSource, isTest, type Size, sizes } from './sizes.ts';

/** The lines of one room: a folder at the root, or a subfolder of a divided one. */
export interface Room {
  name: string;
  source: number;
  tests: number;
}

const divided = ['lab', 'lib', 'packages', 'scripts', 'supabase'];

export function measureSizes(folder: string, files: string[]): { size: Size; measured: number }[] {
  return sizes.map((size) => {
    const counted = files.filter(size.counts).map((file) => join(folder, file));
    const measured =
      size.unit === 'lines'
        ? sum(counted.map(countLines))
        : Math.ceil(sum(counted.map((file) => statSync(file).size)) / 1000);
    return { size, measured };
  });
}

export function listExcesses(measures: { size: Size; measured: number }[]): string[] {
  return measures
    .filter(({ size, measured }) => measured > size.limit)
    .map(
      ({ size, measured }) =>
        `${size.name}: ${measured} ${size.unit}, and at most ${size.limit} are allowed. Make room: raising a limit needs a decision.`,
    );
}

export function countRooms(folder: string, files: string[]): Room[] {
  const rooms = new Map<string, Room>();
  for (const file of files.filter((file) => isSource(file) || isTest(file))) {
    const name = roomOf(file);
    const room = rooms.get(name) ?? { name, source: 0, tests: 0 };
    room[isTest(file) ? 'tests' : 'source'] += countLines(join(folder, file));
    rooms.set(name, room);
  }
  return [...rooms.values()].sort((one, other) => other.source - one.source);
}

function roomOf(file: string): string {
  const [place = '', folder = '', ...rest] = file.split('/');
  if (!folder) return 'root';
  return divided.includes(place) && rest.length > 0 ? `${place}/${folder}` : place;
}

function countLines(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
