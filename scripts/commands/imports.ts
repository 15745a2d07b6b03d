import { writeFileSync } from 'node:fs';
import { writeImportRules } from '../imports/write-import-rules.ts';
import { inProject } from '../project-folder.ts';

/** `npm run imports`: writes biome.imports.json from the order of the rooms. Returns the exit code. */
export async function run(): Promise<number> {
  writeFileSync(inProject('biome.imports.json'), writeImportRules());
  console.log('Wrote biome.imports.json from scripts/imports/room-order.ts.');
  return 0;
}
