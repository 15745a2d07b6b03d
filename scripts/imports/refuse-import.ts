import {
  behindEntrances,
  closedTrees,
  forbiddenImports,
  laboratory,
  roomOrder,
  unrestricted,
} from './room-order.ts';

/** @returns the rule that forbids the import, or null. Paths are relative to the project folder. */
export function refuseImport(file: string, imported: string): string | null {
  if (isIn(imported, laboratory) && !isIn(file, laboratory)) return `nothing outside imports ${laboratory}`;
  if (isIn(imported, `${behindEntrances}/src`) && !isIn(file, behindEntrances))
    return `${behindEntrances} has the entrances of its package.json`;
  if (isIn(file, behindEntrances) && !isIn(imported, behindEntrances))
    return `${behindEntrances} imports nothing outside itself, in its tests either`;
  if (isTest(file) || /^[^/]+\.config\./.test(file) || unrestricted.some((tree) => isIn(file, tree)))
    return null;

  // Pages show documents, which aren't code.
  if (imported.endsWith('.md')) return null;
  // Scripts run the tests, so they may import shared test code.
  if (isTest(imported) && !isIn(file, 'scripts')) return 'only tests import what tests share';
  const tree = closedTrees.find((one) => isIn(file, one));
  if (tree && !isIn(imported, tree)) return `${tree} imports nothing outside itself`;
  const room = findRoom(file);
  const [restrictedTree, never = []] =
    Object.entries(forbiddenImports).find(([one]) => isIn(room, one)) ?? [];
  if (never.some((one) => isIn(imported, one)))
    return `${restrictedTree} imports nothing of ${never.join(' and ')}`;
  const isLater = roomOrder.indexOf(findRoom(imported)) > roomOrder.indexOf(room);
  return isLater ? `${room} imports the rooms before it` : null;
}

/** The innermost room of the file. Files at the root follow the rules of `app`. */
function findRoom(file: string): string {
  const around = roomOrder.filter((room) => isIn(file, room));
  return around.toSorted((one, two) => two.length - one.length)[0] ?? 'app';
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(file);
}

function isIn(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}
