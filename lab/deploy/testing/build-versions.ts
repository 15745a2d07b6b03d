import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildApp, testBuildFolder } from '../../../scripts/prepare/build-app.ts';
import { listSources } from '../../../scripts/prepare/hash-sources.ts';
import { inProject, projectFolder } from '../../../scripts/project-folder.ts';

export type Version = { folder: string; buildFolder: string };

/** A field's hint in the later version only. */
export const laterHint = 'At least 8 characters, and any you like.';

const keyFile = inProject('.local', 'rollout', 'actions-key');

/**
 * Three builds by `next build`: this version without settings, as `npm test` builds it; this version with a deployment ID and a key
 * for server actions; and a later version, with another hint, another ID and the same key. Kept in `.local`, because each takes
 * minutes.
 */
export async function buildVersions(): Promise<{ plain: Version; named: Version; later: Version }> {
  const key = readOrMakeKey();
  await buildApp(testBuildFolder);
  await buildApp('.next-rollout', undefined, settings('this-version', key));
  const laterFolder = inProject('.local', 'rollout', 'later');
  writeLaterSources(laterFolder);
  await buildApp('.next', undefined, settings('later-version', key), laterFolder);
  return {
    plain: { folder: projectFolder, buildFolder: testBuildFolder },
    named: { folder: projectFolder, buildFolder: '.next-rollout' },
    later: { folder: laterFolder, buildFolder: '.next' },
  };
}

function settings(name: string, key: string) {
  return { DEPLOYMENT_ID: name, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: key };
}

/** The same key in every run: another key would require another build. */
function readOrMakeKey(): string {
  mkdirSync(dirname(keyFile), { recursive: true });
  try {
    writeFileSync(keyFile, Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'), {
      flag: 'wx',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(keyFile, 'utf8');
}

/** A separate checkout, because Next.js derives the IDs of actions from file paths. */
function writeLaterSources(folder: string): void {
  for (const name of ['app', 'components', 'lib', 'packages', 'public', 'server'])
    rmSync(join(folder, name), { recursive: true, force: true });
  for (const file of listSources(projectFolder)) cpSync(inProject(file), join(folder, file));
  cpSync(inProject('server'), join(folder, 'server'), { recursive: true });
  change(join(folder, 'app/(signed-out)/sign-up/sign-up-form.tsx'), 'At least 8 characters.', laterHint);
  // Hard links, which take no space; nothing writes to these files.
  if (!existsSync(join(folder, 'node_modules')))
    execFileSync('cp', ['-al', inProject('node_modules'), join(folder, 'node_modules')]);
}

/** @throws Error if the text is missing, since the later version would equal this one */
function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not have: ${from}`);
  writeFileSync(
    file,
    text.replace(from, () => to),
  );
}
