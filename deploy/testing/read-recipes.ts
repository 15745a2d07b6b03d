import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { inProject } from '../../scripts/project-folder.ts';
import { readManifests } from './read-manifests.ts';

/** What a platform does with the image, as its file says. */
export type Recipe = {
  platform: string;
  /** Program and arguments, in the folder of the site. */
  command: string[];
  /** Where the platform asks for the site. */
  port: number;
  /** What the file sets. Null: a value that the platform keeps as a secret. */
  variables: Record<string, string | null>;
  healthPath: string;
  /** Between being asked to end and being killed. */
  graceSeconds: number;
};

type Value = { name?: string; key?: string; value?: string };

const readText = (path: string) => readFileSync(inProject(path), 'utf8');
const listValues = (values: Value[]) =>
  Object.fromEntries(values.map(({ name, key, value }) => [name ?? key ?? '', value ?? null]));

/** Every recipe of `deploy` that runs `node server.js`. */
export function readRecipes(): Promise<Recipe[]> {
  return inTurn([readSystemd, readKubernetes, readFly, readRailway, readCloudRun, readRender]);
}

/** One after the other: the first one that reads YAML installs what reads it. */
async function inTurn(readers: (() => Recipe | Promise<Recipe>)[]): Promise<Recipe[]> {
  const recipes: Recipe[] = [];
  for (const read of readers) recipes.push(await read());
  return recipes;
}

async function readOnly<Document>(path: string): Promise<Document> {
  const [manifest] = await readManifests(path);
  if (!manifest) throw new Error(`${path} is empty.`);
  return manifest.document as Document;
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
    port: 3000,
    variables: blankIsSecret({
      ...parseEnv(readText('deploy/systemd/environment.example')),
      ...Object.fromEntries(set),
    }),
    // systemd asks nobody: the proxy does.
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
      ports: { containerPort: number }[];
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
  // The Secret is made from a file, whose names stand in the words about it.
  const [, named = ''] =
    /^# with (.+) in that file/m.exec(readText('deploy/kubernetes/countersign.yaml')) ?? [];
  const secrets = named.match(/[A-Z][A-Z_]+/g) ?? [];
  return {
    platform: 'Kubernetes',
    command: container.command,
    port: container.ports[0]?.containerPort ?? 0,
    variables: {
      ...Object.fromEntries(secrets.map((name) => [name, null])),
      ...find('ConfigMap')?.data,
      ...listValues(container.env),
    },
    healthPath: container.readinessProbe.httpGet.path,
    graceSeconds: pod.terminationGracePeriodSeconds,
  };
}

function readFly(): Recipe {
  type File = {
    kill_signal: string;
    kill_timeout: string;
    env: Record<string, string>;
    processes: { app: string };
    http_service: { internal_port: number; checks: { path: string }[] };
  };
  const text = readText('deploy/fly/fly.toml');
  const file = parseToml(text) as unknown as File;
  const [, secrets = ''] = /fly secrets set (.*)/.exec(text) ?? [];
  return {
    platform: 'Fly',
    command: file.processes.app.split(' '),
    port: file.http_service.internal_port,
    variables: {
      ...Object.fromEntries([...secrets.matchAll(/(\w+)=/g)].map(([, name]) => [name, null])),
      ...file.env,
    },
    healthPath: file.http_service.checks[0]?.path ?? '',
    graceSeconds: Number.parseInt(file.kill_timeout, 10),
  };
}

function readRailway(): Recipe {
  type File = { deploy: { startCommand: string; healthcheckPath: string; drainingSeconds: number } };
  const { deploy } = JSON.parse(readText('deploy/railway/railway.json')) as File;
  return {
    platform: 'Railway',
    command: deploy.startCommand.split(' '),
    // Any: Railway sets PORT.
    port: 3000,
    variables: { ...blankIsSecret(parseEnv(readText('deploy/railway/variables.env'))), PORT: '3000' },
    healthPath: deploy.healthcheckPath,
    graceSeconds: deploy.drainingSeconds,
  };
}

async function readCloudRun(): Promise<Recipe> {
  type Container = {
    command: string[];
    args: string[];
    env: Value[];
    ports: { containerPort: number }[];
    startupProbe: { httpGet: { path: string } };
  };
  type File = { spec: { template: { spec: { containers: [Container] } } } };
  const { spec } = await readOnly<File>('deploy/cloud-run/service.yaml');
  const [container] = spec.template.spec.containers;
  const port = container.ports[0]?.containerPort ?? 0;
  return {
    platform: 'Cloud Run',
    command: [...container.command, ...container.args],
    port,
    variables: { ...listValues(container.env), PORT: String(port) },
    healthPath: container.startupProbe.httpGet.path,
    // Cloud Run's own, which no setting changes.
    graceSeconds: 10,
  };
}

async function readRender(): Promise<Recipe> {
  type Service = {
    dockerCommand: string;
    envVars: Value[];
    healthCheckPath: string;
    maxShutdownDelaySeconds: number;
  };
  const { services } = await readOnly<{ services: [Service] }>('deploy/render/render.yaml');
  const [service] = services;
  const variables = listValues(service.envVars);
  return {
    platform: 'Render',
    command: service.dockerCommand.split(' '),
    port: Number(variables.PORT),
    variables,
    healthPath: service.healthCheckPath,
    graceSeconds: service.maxShutdownDelaySeconds,
  };
}

function blankIsSecret(variables: Record<string, string | undefined>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value || null]));
}
