import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainFailure } from '../../cli/plain-failure.ts';
import { installDependencies } from '../../scripts/prepare/install-dependencies.ts';
import { installTool } from '../../scripts/prepare/install-tool.ts';
import { startProcess } from '../../scripts/process/start-process.ts';
import { withScratchFolder } from '../../scripts/process/with-scratch-folder.ts';
import { inProject } from '../../scripts/project-folder.ts';
import { withoutConfiguration } from '../../scripts/stack/configuration.ts';
import { compareSurvivors, describeMutant, type Report, type Survivor } from './compare-survivors.ts';

const folder = inProject('lab', 'mutants');
/** Stryker's reports, which `--incremental` builds on. */
const reports = inProject('.local', 'mutants');

/**
 * `npm run test:mutants`: runs the property tests with many new inputs, then changes the product in one place at a time and checks
 * whether a test fails. Fails for a change that no test notices and `lab/mutants/survivors.json` doesn't explain, and for an
 * explained change that a test now notices.
 * @param args names of groups in `lab/mutants/groups.json`, default all; from the first dash on, Stryker's arguments
 * @returns the exit code
 */
export function run(args: string[]): Promise<number> {
  const dash = args.findIndex((arg) => arg.startsWith('-'));
  const named = dash < 0 ? args : args.slice(0, dash);
  const options = args.slice(named.length);
  return withScratchFolder(async (scratchFolder, stopping) => {
    await installDependencies(stopping);
    await installTool(folder);
    const groups = readJson(join(folder, 'groups.json')) as Record<string, unknown>;
    const unknown = named.filter((name) => !Object.hasOwn(groups, name));
    if (unknown.length > 0)
      throw new PlainFailure(
        `There is no group ${unknown[0]}. Choose from: ${Object.keys(groups).join(', ')}.`,
      );

    const failed = named.length === 0 && !(await checkProperties()) ? ['properties'] : [];
    mkdirSync(reports, { recursive: true });
    for (const group of named.length > 0 ? named : Object.keys(groups)) {
      stopping.throwIfAborted();
      if (!(await checkGroup(group, options, scratchFolder))) failed.push(group);
    }
    console.log(
      failed.length === 0 ? '\nEvery mutant is killed or explained.' : `\nFailed: ${failed.join(', ')}`,
    );
    return failed.length === 0 ? 0 : 1;
  });
}

/** Uses twenty times the usual number of inputs. A failure names the seed and the input. */
async function checkProperties(): Promise<boolean> {
  const seed = String(randomInt(2 ** 31));
  console.log(`Properties, with FAST_CHECK_SEED=${seed} FAST_CHECK_TIMES=20`);
  const jest = startProcess({
    name: 'Jest',
    nodeArguments: [
      inProject('node_modules/jest/bin/jest.js'),
      '--ci',
      '--testTimeout=3600000',
      'properties',
    ],
    environment: {
      ...withoutConfiguration(process.env),
      ...{ NODE_ENV: 'test', FAST_CHECK_SEED: seed, FAST_CHECK_TIMES: '20' },
    },
    output: 'terminal',
  });
  return (await jest.ended).code === 0;
}

async function checkGroup(group: string, options: string[], scratchFolder: string): Promise<boolean> {
  console.log(`\nMutants of ${group}`);
  const startedAt = Date.now();
  const stryker = startProcess({
    name: 'Stryker',
    nodeArguments: [
      join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
      ...['run', join(folder, 'stryker.config.mjs'), ...options],
    ],
    environment: {
      ...withoutConfiguration(process.env),
      ...{ MUTANTS_GROUP: group, MUTANTS_REPORTS: reports, MUTANTS_SCRATCH: scratchFolder },
      // Few inputs suffice, because Stryker runs the tests for many mutants.
      ...{ NODE_ENV: 'test', FAST_CHECK_TIMES: '0.2' },
    },
    output: 'terminal',
  });
  const { code } = await stryker.ended;
  if (code !== 0) return false;
  const report = readJson(join(reports, `${group}.json`)) as Report;
  const listed = readJson(join(folder, 'survivors.json')) as Survivor[];
  const { unexplained, outdated, counts } = compareSurvivors(report, listed);
  for (const mutant of unexplained) console.log(`Survived without an explanation: ${describeMutant(mutant)}`);
  for (const mutant of outdated)
    console.log(`No longer survives, so remove it from the list: ${describeMutant(mutant)}`);
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  console.log(
    `${group}: ${counts.mutants} mutants, ${counts.noticed} killed, ${counts.survived} survived, ${minutes} minutes`,
  );
  return unexplained.length === 0 && outdated.length === 0;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
