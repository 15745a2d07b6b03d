import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createAccount } from '../../e2e/fixtures/account.ts';
import { withScratchFolder } from '../../scripts/process/with-scratch-folder.ts';
import { buildVersions, type Version } from '../deploy/testing/build-versions.ts';
import { openPerson } from './person.ts';
import { type Fault, type Project, startProject } from './project.ts';
import { type Memory, type Site, startSite } from './site.ts';

const people = 50;
const hour = 60;
const largestGrowth = 0.05;

/**
 * `node scripts/run.mjs lab/bad-weather/run [minutes]`: 50 people work while parts of the site and its project fail, keys rotate and a
 * new version rolls out. Fails if a session or a proof is lost, if a proof exists twice, or if memory grows over an hour.
 */
export function run([minutes = `${hour}`]: string[]): Promise<number> {
  const length = Number(minutes) * 60_000;
  if (!(length > 0)) throw new Error(`The length is a number of minutes, not ${minutes}.`);
  return withScratchFolder(async (folder, stopping) => {
    const { named, later } = await buildVersions();
    const project = await startProject(folder);
    try {
      const { first, second } = project.secretKeys;
      const site = await startSite(project, { version: named, current: first });
      const surroundings = {
        siteUrl: site.url,
        actions: readActions(named),
        tally: new Map<string, number>(),
      };
      const crowd: ReturnType<typeof openPerson>[] = [];
      while (crowd.length < people)
        crowd.push(openPerson(surroundings, await createAccount(project.addresses), crowd.length + 1));

      const memory: Memory[] = [];
      const endsAt = Date.now() + length;
      const isOver = () => stopping.aborted || Date.now() > endsAt;
      const repeat = async (work: () => unknown, pause: () => number) => {
        for (; !isOver(); await work()) await setTimeout(pause());
      };
      const working = crowd.map(({ work }) => repeat(work, () => 5_000 + 10_000 * Math.random()));
      await setTimeout(length / 12);
      say('the new version and a new secret key roll out');
      await site.roll({ version: later, current: first, previous: second });
      await site.roll({ version: later, current: second, previous: first });
      const measuresFrom = endsAt - (length * 5) / 6;
      const measure = async () => Date.now() > measuresFrom && memory.push(await site.readMemory());
      const measuring = repeat(measure, () => 30_000);
      const spell = length / 45;
      const weathers = listWeathers(site, project, spell);
      for (let turn = 0; !stopping.aborted && Date.now() + 2 * spell < endsAt; turn++) {
        say('calm');
        await setTimeout(spell);
        const [what, happen] = weathers[turn % weathers.length] as (typeof weathers)[number];
        say(what);
        await happen();
      }
      say('calm');
      await Promise.all([...working, measuring]);
      if (stopping.aborted) return 130;
      const losses: string[] = [];
      // One by one: 50 password hashes at once are bad weather too.
      for (const person of crowd) losses.push(...(await person.listLosses()));
      const counted = [...surroundings.tally]
        .sort()
        .map(([what, times]) => `${String(times).padStart(7)} ${what}`);
      console.log([...counted, ...(await site.readCounters())].join('\n'));
      describeGrowth(memory, 'resident');
      const growth = describeGrowth(memory, 'heap');
      // Memory settles in ten minutes.
      if (Number(minutes) >= hour && !(growth <= largestGrowth)) losses.push('The memory of a process grew.');
      console.log(losses.join('\n') || `Nothing was lost or doubled in ${minutes} minutes.`);
      return losses.length > 0 ? 1 : 0;
    } finally {
      await project.stop();
    }
  });
}

function say(what: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${what}`);
}

/** Builds with one key share the IDs of actions. */
function readActions({ folder, buildFolder }: Version): Map<string, string> {
  const file = join(folder, buildFolder, 'server/server-reference-manifest.json');
  const { node } = JSON.parse(readFileSync(file, 'utf8')) as {
    node: Record<string, { exportedName: string }>;
  };
  return new Map(Object.entries(node).map(([id, { exportedName }]) => [exportedName, id]));
}

/** What happens in turn, each for a spell. */
function listWeathers(site: Site, project: Project, spell: number): [string, () => Promise<void>][] {
  const between = (begin: () => unknown, end: () => unknown) => async () => {
    await begin();
    await setTimeout(spell);
    await end();
  };
  const fail = (part: 'auth' | 'rest', fault: Fault) =>
    between(
      () => Object.assign(project.faults, { [part]: fault }),
      () => delete project.faults[part],
    );
  return [
    ['a process of the site is killed', between(site.killSecond, site.startSecond)],
    ['Auth refuses connections', fail('auth', 'reset')],
    ['REST answers 502', fail('rest', 'bad gateway')],
    ['the database goes away', between(project.takeDatabase, project.returnDatabase)],
    ['answers of REST are lost', fail('rest', 'lost')],
    ['answers of Auth are lost', fail('auth', 'lost')],
    ['Auth signs with a new key, and the old one is revoked', project.rotateKeys],
    ['Auth hangs', fail('auth', 'hang')],
    ['REST hangs', fail('rest', 'hang')],
    ['the whole project is killed', between(project.kill, project.restart)],
    ['Auth is slow', fail('auth', 'slow')],
  ];
}

/** Compares the medians of the first and the last fifth: memory varies with the requests under way. */
function describeGrowth(memory: Memory[], kind: keyof Memory): number {
  const medians = [0, 1, 2, 3, 4].map((fifth) => {
    const part = memory.slice((fifth * memory.length) / 5, ((fifth + 1) * memory.length) / 5);
    return part.map((sample) => sample[kind]).sort((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
  });
  console.log(`Memory in MB (${kind}), medians of fifths: ${medians.map(Math.round).join(', ')}`);
  return (medians[4] ?? 0) / (medians[0] ?? 1) - 1;
}
