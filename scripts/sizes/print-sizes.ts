import { listFiles } from '../list-files.ts';
import { projectFolder } from '../project-folder.ts';
import { countRooms, listExcesses, measureSizes } from './measure-sizes.ts';

/** `node scripts/run.mjs scripts/sizes/print-sizes`: prints lines per room, then sizes and limits. Exits with 1 above a limit. */
export async function run(): Promise<number> {
  const files = listFiles();
  for (const { name, source, tests } of countRooms(projectFolder, files))
    console.log(`${name.padEnd(24)}${write(source)} source${write(tests)} tests`);
  const measures = measureSizes(projectFolder, files);
  console.log('');
  for (const { size, measured } of measures)
    console.log(
      `${size.name.padEnd(24)}${write(measured)} ${size.unit}, at most ${size.limit}: ${size.contents}`,
    );
  const excesses = listExcesses(measures);
  for (const excess of excesses) console.error(`\n${excess}`);
  return excesses.length === 0 ? 0 : 1;
}

function write(number: number): string {
  return String(number).padStart(8);
}
