import { writeFileSync } from 'node:fs';
import { inProject } from '../project-folder.ts';
import { writeRecipes } from '../recipes/write-recipes.ts';

/** `npm run recipes`: writes the tested recipes into the file from which the page of an app shows them. */
export async function run(): Promise<number> {
  writeFileSync(inProject('lib', 'apps', 'recipes.json'), writeRecipes());
  console.log('Wrote lib/apps/recipes.json from tools/recipes and examples.');
  return 0;
}
