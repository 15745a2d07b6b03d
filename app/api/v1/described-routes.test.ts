import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attemptLimits } from '@/lib/rate-limit/limits';

const root = 'app/api/v1';
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

type Described = { paths: Record<string, Record<string, { responses?: Record<string, unknown> }>> };
const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Described;

/** Each folder's path, and the text of its file. */
function listRoutes() {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('route.ts'))
    .map((file) => ({
      folder: `/api/v1/${file.slice(0, -'/route.ts'.length)}`,
      text: readFileSync(join(root, file), 'utf8'),
    }));
}

/** Both name their parameters differently. */
const withoutNames = (path: string) => path.replace(/[[{][^\]}]+[\]}]/g, '{}');

test('docs/openapi.json has exactly the paths of the API', () => {
  const routes = listRoutes().map(({ folder }) => withoutNames(folder));
  expect(Object.keys(paths).map(withoutNames).sort()).toEqual(routes.sort());
});

test('it has every method of each, and 405 for a refused one', () => {
  for (const { folder, text } of listRoutes()) {
    const path = Object.keys(paths).find((known) => withoutNames(known) === withoutNames(folder)) ?? '';
    const answered = methods.filter((method) => new RegExp(`\\b(function|as) ${method}\\b`).test(text));
    expect([folder, answered.sort()]).toEqual([folder, [...methods].sort()]);
    const described = paths[path] ?? {};
    for (const method of methods) {
      const statuses = Object.keys(described[method.toLowerCase()]?.responses ?? {});
      const isRefused = new RegExp(`\\brefuse\\w+ as ${method}\\b`).test(text);
      expect([folder, method, statuses.includes('405') && statuses.length === 1]).toEqual([
        folder,
        method,
        isRefused && method !== 'OPTIONS',
      ]);
    }
  }
});

test('docs/api.md has every path, and the rate limits', () => {
  const page = readFileSync('docs/api.md', 'utf8');
  for (const [path, described] of Object.entries(paths)) {
    const method = described.get?.responses?.['200'] ? 'GET' : 'POST';
    expect(page).toContain(`\`${method} ${path}\``);
  }
  const written = (limit: { attempts: number }) => limit.attempts.toLocaleString('en');
  const [byToken] = attemptLimits.token_request;
  const [bySecret] = attemptLimits.app_request;
  const [refused] = attemptLimits.app_refused;
  expect([byToken, bySecret, refused].map(({ windowSeconds }) => windowSeconds)).toEqual([60, 60, 300]);
  expect(page).toContain(`| ${written(byToken)} each per minute and person |`);
  expect(page).toContain(`| ${written(bySecret)} per minute and app, together |`);
  expect(page).toContain(`| ${written(refused)} in 5 minutes per network |`);
});
