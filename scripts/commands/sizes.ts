import { execFileSync } from 'node:child_process';
import { projectFolder } from '../project-folder.ts';
import { countRooms, limits, sumSizes } from '../sizes/count-lines.ts';

/**
 * `npm run sizes`: prints the lines of each room, without tests and generated files, and the two sums that
 * docs/architecture.md limits. Returns the exit code.
 */
export async function run(): Promise<number> {
  // New files count before they are added.
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listing, { cwd: projectFolder, encoding: 'utf8' }).split('\0');
  const rooms = countRooms(projectFolder, files);
  const sizes = sumSizes(rooms);
  const width = Math.max(...rooms.map(({ name }) => name.length));
  for (const room of rooms)
    console.log(`${room.name.padEnd(width)}  ${write(room.files)} files  ${write(room.lines)} lines`);
  console.log(
    `\nThe site (app, components, lib, server, root): ${sizes.site} lines, at most ${limits.site}.` +
      `\nThe root without packages, lab, tools, examples and e2e: ${sizes.root} lines, at most ${limits.root}.`,
  );
  return 0;
}

function write(number: number): string {
  return String(number).padStart(6);
}
