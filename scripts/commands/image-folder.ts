import { resolve } from 'node:path';
import { makeImageFolder } from '../image/make-image-folder.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { listenForStop } from '../process/listen-for-stop.ts';
import { inProject } from '../project-folder.ts';

/** `npm run image-folder [-- <folder>]`: builds the site and writes the contents of its image (default: into `dist`). */
export async function run([named]: string[]): Promise<number> {
  const stopping = listenForStop();
  await installDependencies(stopping);
  const folder = named ? resolve(process.env.INIT_CWD ?? '.', named) : inProject('dist');
  await makeImageFolder(folder, stopping);
  if (stopping.aborted) return 130;
  console.log(`The site is in ${folder}. Start it with Node 22.18 or newer: node server.js`);
  return 0;
}
