import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { inProject } from '../../../scripts/project-folder.ts';
import { readManifests } from './read-manifests.ts';

export type Recipe = {
  platform: string;
  /** Program and arguments, run in the site's folder. */
  command: string[];
  /** Variables that the file sets. Null for a value that the platform stores as a secret. */
  variables: Record<string, string | null>;
  healthPath: string;
  /** Seconds between SIGTERM and SIGKILL. */
  graceSeconds: number;
};

type Value = { name: string; value: string };

const readText = (path: string) => readFileSync(inProject(path), 'utf8');
const listValues = (values: Value[]) => Object.fromEntries(values.map(({ name, value }) => [name, value]));

/** Every recipe of `deploy` that runs `node server.js`. */
export async function readRecipes(): Promise<Recipe[]> {
  return [readSystemd(), await readKubernetes()];
}

function readSystemd(): Recipe {
  const lines = readText('deploy/systemd/countersign@.service').split('\n');
  const all = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
  const [command = ''] = all('ExecStart');
  const set = all('Environment').map((pair) => pair.replace('%i', '3000').split('=') as [string, string]);
  return {
    platform: 'systemd',
    command: command.split(' '),
    variables: blankIsSecret({
      ...parseEnv(readText('deploy/systemd/environment.example')),
      ...Object.fromEntries(set),
    }),
    // systemd has no health check; the proxy has.
    healthPath: '/api/health',
    graceSeconds: Number(all('TimeoutStopSec')[0]),
  };
}

async function readKubernetes(): Promise<Recipe> {
  type Pod = {
    terminationGracePeriodSeconds: number;
    containers: {
      command: string[];
      env: Value[];
      readinessProbe: { httpGet: { path: string } };
    }[];
  };
  const documents = (await readManifests('deploy/kubernetes/countersign.yaml')).map(
    ({ document }) => document as { kind: string; data: Record<string, string>; spec: never },
  );
  const find = (kind: string) => documents.find((one) => one.kind === kind);
  const deployment = find('Deployment')?.spec as { template: { spec: Pod } } | undefined;
  if (!deployment) throw new Error('There is no Deployment.');
  const pod = deployment.template.spec;
  const [container] = pod.containers;
  if (!container) throw new Error('The Deployment has no container.');
  // The Secret is created from a file. A comment lists its variables.
  const [, named = ''] =
    /^# The file sets (.+)\./m.exec(readText('deploy/kubernetes/countersign.yaml')) ?? [];
  const secrets = named.match(/[A-Z][A-Z_]+/g) ?? [];
  return {
    platform: 'Kubernetes',
    command: container.command,
    variables: {
      ...Object.fromEntries(secrets.map((name) => [name, null])),
      ...find('ConfigMap')?.data,
      ...listValues(container.env),
    },
    healthPath: container.readinessProbe.httpGet.path,
    graceSeconds: pod.terminationGracePeriodSeconds,
  };
}

function blankIsSecret(variables: Record<string, string | undefined>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value || null]));
}
