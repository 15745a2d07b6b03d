import type { RunningProcess } from '../../scripts/process/start-process.ts';
import { withoutConfiguration } from '../../scripts/stack/configuration.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { embeddedHost, startApp } from '../../scripts/stack/start-app.ts';
import type { Version } from '../deploy/testing/build-versions.ts';
import { startForwarder } from './forward.ts';
import type { Project } from './project.ts';

/** A build, and the secret keys it runs with. */
type Release = { version: Version; current: string; previous?: string };
type Member = { url: string; process: RunningProcess };

export type Site = Awaited<ReturnType<typeof startSite>>;
export type Memory = Awaited<ReturnType<Site['readMemory']>>;

const METRICS_TOKEN = 'a-token-of-this-program-alone';
/** Lets a signal force a garbage collection. */
const NODE_OPTIONS = "--expose-gc --import=data:text/javascript,process.on('SIGUSR2',()=>gc())";

/** Starts two processes of the site, with the settings of a deployment, behind a load balancer. */
export async function startSite(project: Project, first: Release) {
  let release = first;
  let members: [Member, Member] | undefined;
  let turn = 0;
  const balancer = await startForwarder(async ({ headers }) => {
    const urls = members?.map(({ url }) => ({ url, headers })) ?? [];
    turn += 1;
    return turn % 2 ? urls : urls.reverse();
  });
  const start = async (): Promise<Member> => {
    const port = await findFreePort();
    const environment = {
      ...withoutConfiguration(process.env),
      ...project.variables,
      ...{ SUPABASE_SECRET_KEY: release.current, SUPABASE_SECRET_KEY_PREVIOUS: release.previous },
      ...{ SITE_URL: balancer.url, TRUSTED_PROXY_HEADER: 'X-Forwarded-For', METRICS_TOKEN, NODE_OPTIONS },
    };
    const settings = { port, host: embeddedHost, environment, ...release.version };
    return { url: `http://${embeddedHost}:${port}`, process: await startApp({ mode: 'start', ...settings }) };
  };
  members = [await start(), await start()];
  /** Runs from the last rollout to the end. */
  const steady = () => members[0];
  const readMetrics = async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    return (await fetch(`${steady().url}/api/metrics`, { headers })).text();
  };
  const readMegabytes = async (name: string) =>
    Number(new RegExp(`^${name} (.*)$`, 'm').exec(await readMetrics())?.[1]) / 1e6;
  return {
    url: balancer.url,
    /** Replaces the processes one after the other. */
    async roll(next: Release) {
      release = next;
      for (const index of [0, 1] as const) {
        const old = members[index];
        members[index] = await start();
        await old.process.stop();
      }
    },
    async killSecond() {
      members[1].process.signal('SIGKILL');
      await members[1].process.ended;
    },
    async startSecond() {
      members[1] = await start();
    },
    /** In MB. V8 postpones collections while the machine has memory, so only a forced one shows what the heap holds. */
    async readMemory() {
      const resident = await readMegabytes('process_resident_memory_bytes');
      steady().process.signal('SIGUSR2');
      return { resident, heap: await readMegabytes('nodejs_heap_size_used_bytes') };
    },
    /** The lines of counters above zero. */
    readCounters: async () =>
      (await readMetrics()).match(/^countersign_(session|log)_.*_total.* [1-9]\d*$/gm) ?? [],
  };
}
