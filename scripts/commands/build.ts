import { buildApp, testBuildFolder } from '../prepare/build-app.ts';
import { installDependencies } from '../prepare/install-dependencies.ts';
import { listenForStop } from '../process/listen-for-stop.ts';

/**
 * `npm run build`: `next build` into `.next` or NEXT_DIST_DIR, unless that folder holds a build of the same sources. Checks types, except for
 * the tests' build.
 */
export async function run(): Promise<number> {
  const stopping = listenForStop();
  const buildFolder = process.env.NEXT_DIST_DIR?.trim() || '.next';
  await installDependencies(stopping);
  const variables = buildFolder === testBuildFolder ? {} : { SKIP_TYPE_CHECK: '' };
  await buildApp(buildFolder, stopping, variables);
  if (stopping.aborted) return 130;
  console.log(`The build is in ${buildFolder}.`);
  return 0;
}
