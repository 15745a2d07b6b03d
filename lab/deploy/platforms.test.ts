import { existsSync, globSync, readFileSync } from 'node:fs';
import { readEnvironment } from '../../lib/env.ts';
import { inProject } from '../../scripts/project-folder.ts';
import { readManifests } from './testing/read-manifests.ts';
import { type Recipe, readRecipes } from './testing/read-recipes.ts';

const platforms = ['systemd', 'Kubernetes'];
/** Examples of a team's own values. */
const secrets: Record<string, string> = {
  SUPABASE_URL: 'https://project.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1',
  SUPABASE_SECRET_KEY: 'sb_secret_1',
  SMTP_URL: 'smtps://user:password@mail.example:465',
};
let recipes: Map<string, Recipe>;

beforeAll(async () => {
  recipes = new Map((await readRecipes()).map((recipe) => [recipe.platform, recipe]));
});

const recipeOf = (platform: string): Recipe => {
  const found = recipes.get(platform);
  if (!found) throw new Error(`There is no recipe for ${platform}.`);
  return found;
};

/** Every variable that the server reads, found in its source. */
function listKnownVariables(): Set<string> {
  const files = [
    ...globSync('{lib,server}/**/*.ts', { cwd: inProject() }).filter((file) => !file.endsWith('.test.ts')),
    'deploy/image/server.mjs',
  ];
  const read = files
    .filter((file) => existsSync(inProject(file)))
    .flatMap((file) => [
      ...readFileSync(inProject(file), 'utf8').matchAll(
        /(?:process\.env|variables|env|settings)\??\.([A-Z][A-Z0-9_]+)|'([A-Z][A-Z0-9]*_[A-Z0-9_]+)'/g,
      ),
    ]);
  return new Set([
    ...read.map(([, one, other]) => one ?? other ?? ''),
    'PORT',
    'LISTEN_HOST',
    'SHUTDOWN_DELAY',
  ]);
}

describe.each(platforms)('the recipe for %s', (platform) => {
  test('sets only variables that the server reads', () => {
    const known = listKnownVariables();
    expect(Object.keys(recipeOf(platform).variables).filter((name) => !known.has(name))).toEqual([]);
  });

  test('has every required setting, and the server accepts them', () => {
    const { variables } = recipeOf(platform);
    const filled = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, value ?? secrets[name]]),
    );
    const read = readEnvironment({ ...filled, NODE_ENV: 'production' });
    expect(read).toMatchObject({ ok: true, environment: { embedded: false, logRequests: true } });
    if (!read.ok) return;
    expect(read.environment.siteUrl).toBe('https://countersign.example');
    expect(read.environment.smtpUrl).not.toBeNull();
    expect(read.environment.trustedProxy).toMatchObject({ header: expect.any(String), hops: 1 });
  });

  test('holds no secret', () => {
    const { variables } = recipeOf(platform);
    for (const name of ['SUPABASE_SECRET_KEY', 'SUPABASE_PUBLISHABLE_KEY'])
      expect(variables[name]).toBeNull();
  });

  test('starts the server, and checks whether the process is alive, not whether Auth is', () => {
    const { command, healthPath } = recipeOf(platform);
    expect([command.at(-1), healthPath]).toEqual(['server.js', '/api/health']);
  });

  test('gives a process at least the 25 s it may take to stop, after its delay', () => {
    const { variables, graceSeconds } = recipeOf(platform);
    expect(graceSeconds).toBeGreaterThan(25 + Number(variables.SHUTDOWN_DELAY ?? 0));
  });
});

test("Kubernetes' own schemas accept every document", async () => {
  const manifests = await readManifests('deploy/kubernetes/countersign.yaml', 'kubernetes');
  expect(manifests.map(({ document }) => (document as { kind: string }).kind)).toEqual([
    ...['ConfigMap', 'Deployment', 'Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler'],
    'NetworkPolicy',
  ]);
  expect(manifests.map(({ problem }) => problem)).toEqual(manifests.map(() => null));
});

test('every selector of Kubernetes finds the pods', async () => {
  const label = { 'app.kubernetes.io/name': 'countersign' };
  const documents = (await readManifests('deploy/kubernetes/countersign.yaml')).map(
    ({ document }) => document as { kind: string; spec: Record<string, { matchLabels?: unknown }> },
  );
  const find = (kind: string) => documents.find((one) => one.kind === kind)?.spec ?? {};
  const pods = find('Deployment') as { selector: unknown; template?: { metadata?: { labels?: unknown } } };
  expect(pods.template?.metadata?.labels).toEqual(label);
  expect(find('Deployment').selector?.matchLabels).toEqual(label);
  expect(find('Service').selector).toEqual(label);
  expect(find('PodDisruptionBudget').selector?.matchLabels).toEqual(label);
  expect(find('NetworkPolicy').podSelector?.matchLabels).toEqual(label);
});
