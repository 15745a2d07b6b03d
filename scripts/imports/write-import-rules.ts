import { posix } from 'node:path';
import {
  apart,
  behindEntrances,
  closedTrees,
  filesAtRoot,
  free,
  laboratory,
  roomOrder,
} from './room-order.ts';

type Rule = { group: string[]; message: string };

/** The text of biome.imports.json, a line for each room. */
export function writeImportRules(): string {
  const rooms = roomOrder.filter((room) => !free.includes(room));
  // The rules of a file are those of the last entry that names it, so an outer room comes before the rooms in it.
  const outerFirst = rooms.toSorted((one, other) => depthOf(one) - depthOf(other));
  const lines = [
    writeEntry(['**', `!${behindEntrances}/**`, `!${laboratory}/**`], [pastEntrances, ofLaboratory]),
    writeEntry([`${laboratory}/**`], [pastEntrances]),
    ...closedDepths.map((depth) =>
      writeEntry([`${behindEntrances}/src${'/*'.repeat(depth)}/*.ts`], [closed(depth)]),
    ),
    ...outerFirst.map((room) =>
      writeEntry(
        [
          ...[room.includes('*') ? room : `${room}/**`, ...(filesAtRoot[room] ?? [])],
          ...['!**/*.test.ts', '!**/*.test.tsx', '!**/testing/**'],
        ],
        isIn(room, behindEntrances) ? [ruleOf(room)] : [ruleOf(room), pastEntrances],
      ),
    ),
  ];
  return `{\n  "overrides": [\n    ${lines.join(',\n    ')}\n  ]\n}\n`;
}

function writeEntry(includes: string[], patterns: Rule[]): string {
  const noRestrictedImports = { level: 'error', options: { patterns } };
  return JSON.stringify({ includes, linter: { rules: { style: { noRestrictedImports } } } });
}

const pastEntrances: Rule = {
  group: [`**/${posix.basename(behindEntrances)}/src/**`],
  message: `${behindEntrances} has the entrances of its package.json: scripts/imports/room-order.ts.`,
};

const ofLaboratory: Rule = {
  group: [`**/${laboratory}/**`],
  message: `Nothing outside imports ${laboratory}: scripts/imports/room-order.ts.`,
};

/** Depths of the folders in that package's `src`. */
const closedDepths = [0, 1, 2, 3];

/** For tests and their helpers: files in folders so deep in `src` leave it by one step more. */
function closed(depth: number): Rule {
  return {
    group: ['@/**', `${'../'.repeat(depth + 1)}**`],
    message: `${behindEntrances} imports nothing outside itself, in its tests either: scripts/imports/room-order.ts.`,
  };
}

function ruleOf(room: string): Rule {
  const folder = room.replace('/*.ts', '');
  const tree = closedTrees.find((tree) => isIn(folder, tree));
  const later = roomOrder.slice(roomOrder.indexOf(room) + 1).filter((other) => !isIn(folder, other));
  const never = Object.entries(apart).flatMap(([tree, others]) => (isIn(folder, tree) ? others : []));
  if (tree)
    return {
      group: [
        ...['@/**', '**/testing/**', `${posix.relative(folder, posix.dirname(tree)) || '..'}/**`],
        ...later.filter((other) => isIn(other, tree)).map((other) => relativeTo(folder, other)),
      ],
      message: `${tree} imports nothing outside itself, and of its rooms those before: scripts/imports/room-order.ts.`,
    };
  return {
    group: [
      // Commands run the tests.
      ...(folder === 'scripts' ? [] : ['**/testing/**']),
      ...[...later, ...never].flatMap((other) =>
        isIn(posix.dirname(other), treeOf(folder))
          ? [`@/${other}/**`, relativeTo(folder, other)]
          : fromAnyDepth(folder, other),
      ),
    ],
    message: `${folder} imports the rooms before it: scripts/imports/room-order.ts.`,
  };
}

/** Another tree is recognized by its name; in trees whose own folders may be named like one, by the way up to it. */
function fromAnyDepth(folder: string, other: string): string[] {
  if (folder !== 'scripts' && folder !== 'packages/cli/src') return [`**/${other}/**`];
  const up = [0, 1, 2].map((deeper) => '../'.repeat(depthOf(folder) + deeper));
  return [`@/${other}/**`, ...up.map((way) => `${way}${other}/**`)];
}

function relativeTo(folder: string, other: string): string {
  const path = posix.relative(folder, other);
  if (path.endsWith('/*.ts')) return path.slice(0, -'.ts'.length);
  return `${path.startsWith('.') ? path : `./${path}`}/**`;
}

function treeOf(folder: string): string {
  return folder.split('/')[0] ?? folder;
}

function isIn(folder: string, tree: string): boolean {
  return folder === tree || folder.startsWith(`${tree}/`);
}

function depthOf(room: string): number {
  return room.split('/').length;
}
