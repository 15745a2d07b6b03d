import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The lines of one room: a folder at the top, or one in `lab`, `lib`, `packages`, `scripts` or `supabase`. */
export interface Room {
  name: string;
  files: number;
  lines: number;
}

/** The two sizes that docs/architecture.md sets, in lines. */
export const limits = { site: 36_500, root: 46_500 };

/** Shown folder by folder, since each is many rooms. */
const divided = ['lab', 'lib', 'packages', 'scripts', 'supabase'];
/** Files at the top of the checkout, like middleware.ts. */
const top = 'root';
const siteRooms = ['app', 'components', 'lib', 'server', top];
const besideRoot = ['packages', 'lab', 'tools', 'examples', 'e2e'];

/** Whether a file of the checkout is source that someone wrote and that is no test. */
export function isCounted(file: string): boolean {
  return (
    /\.(ts|tsx|mjs|js|jsx|css|sql)$/.test(file) &&
    !/\.(test|properties|spec|d)\.[jt]sx?$/.test(file) &&
    !/(^|\/)testing\//.test(file) &&
    !file.endsWith('/database.types.ts') &&
    !file.startsWith('supabase/migrations/')
  );
}

/** Counts the lines of each room, the largest first. A file that is listed but gone counts nothing. */
export function countRooms(folder: string, files: string[]): Room[] {
  const rooms = new Map<string, Room>();
  for (const file of files.filter((file) => isCounted(file) && existsSync(join(folder, file)))) {
    const name = roomOf(file);
    const room = rooms.get(name) ?? { name, files: 0, lines: 0 };
    const lines = readFileSync(join(folder, file), 'utf8').split('\n').length - 1;
    rooms.set(name, { name, files: room.files + 1, lines: room.lines + lines });
  }
  return [...rooms.values()].sort((one, other) => other.lines - one.lines);
}

/** The lines of the site, and of the root without what has packages or a life of its own. */
export function sumSizes(rooms: Room[]): { site: number; root: number } {
  const sum = (wanted: (place: string) => boolean) =>
    rooms.filter(({ name }) => wanted(name.split('/')[0] ?? '')).reduce((all, { lines }) => all + lines, 0);
  return {
    site: sum((place) => siteRooms.includes(place)),
    root: sum((place) => !besideRoot.includes(place)),
  };
}

function roomOf(file: string): string {
  const [place = '', folder = '', ...rest] = file.split('/');
  if (!folder) return top;
  return divided.includes(place) && rest.length > 0 ? `${place}/${folder}` : place;
}
