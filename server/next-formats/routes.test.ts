import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findCompiledRoute, readBuildFiles, readRoutes } from './routes';

const project = mkdtempSync(join(tmpdir(), 'routes-'));
const name = relative(process.cwd(), project);
afterAll(() => rmSync(project, { recursive: true }));

const files = [
  ...[
    '/page',
    '/[...unknown]/page',
    '/(signed-in)/wallets/page',
    '/api/[...unknown]/route',
    '/api/health/route',
  ],
  ...['/(signed-in)/developers/[clientId]/page', '/(signed-in)/developers/new/page', '/_not-found/page'],
  ...['/proofs/[proofId]/badge.svg/route', '/proofs/[proofId]/page', '/.well-known/change-password/route'],
];
const shared = { workers: { 'app/(signed-in)/wallets/page': {}, 'app/(signed-in)/developers/new/page': {} } };

function write(folder: string, routes = files): void {
  mkdirSync(join(project, folder, 'server'), { recursive: true });
  const actions = { aa: shared, bb: { workers: { 'app/(signed-in)/wallets/page': {} } } };
  const manifests = {
    'app-paths-manifest.json': Object.fromEntries(routes.map((file) => [file, 'x.js'])),
    'server-reference-manifest.json': { node: actions, edge: {} },
  };
  for (const [file, content] of Object.entries(manifests))
    writeFileSync(join(project, folder, 'server', file), JSON.stringify(content));
}

it('finds the route of a path, and its actions', () => {
  write('built');
  const findRoute = readRoutes(join(name, 'built'));
  const found = (path: string) => {
    const { name: route, isPage, actions } = findRoute(path) ?? {};
    return [route, isPage, [...(actions ?? [])].join()];
  };
  expect(found('/')).toEqual(['/', true, '']);
  expect(found('/wallets')).toEqual(['/wallets', true, 'aa,bb']);
  expect(found('/wallets/')).toEqual(['/wallets', true, 'aa,bb']);
  expect(found('/developers/new')).toEqual(['/developers/new', true, 'aa']);
  expect(found('/developers/7')).toEqual(['/developers/[clientId]', true, '']);
  expect(found('/developers/7/8')).toEqual(['/[...unknown]', true, '']);
  expect(found('/proofs/1/badge.svg')).toEqual(['/proofs/[proofId]/badge.svg', false, '']);
  expect(found('/proofs/1/badgeXsvg')).toEqual(['/[...unknown]', true, '']);
  expect(found('/api/health')).toEqual(['/api/health', false, '']);
  expect(found('/api/a/b')).toEqual(['/api/[...unknown]', false, '']);
  expect(found('/Wallets')).toEqual(['/[...unknown]', true, '']);
});

it('knows each file of a build that browsers fetch, however its path is encoded', () => {
  const folder = join(project, 'built', 'static', 'chunks');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '[id] a.js'), '');
  const isMissing = readBuildFiles(join(name, 'built'));
  const missing = [
    '/_next/static/chunks/b.js',
    '/_next/static/chunks',
    '/_next/static/',
    '/_next/static/%ff',
    '/fonts/gone.woff2',
    '/fonts/',
  ];
  const others = [
    '/x/_next/static/b.js',
    '/_next/static/chunks/[id] a.js',
    '/_next/static/chunks/%5Bid%5D%20a.js',
    '/wallets',
  ];
  others.push(...readdirSync(join('public', 'fonts')).map((font) => `/fonts/${font}`));
  expect(missing.filter(isMissing)).toEqual(missing);
  expect(others.filter(isMissing)).toEqual([]);
});

it('throws without a build, and at a folder that it would misread', () => {
  for (const folder of ['@modal', '[[...all]]', '(.)wallets']) {
    write('odd', [`/a/${folder}/page`]);
    expect(() => readRoutes(join(name, 'odd'))).toThrow(`knows no folder like ${folder}`);
  }
  write('odd', ['/a@b/(c)d/e(f)/page', '/a/page', '/[id]/page']);
  const findRoute = readRoutes(join(name, 'odd'));
  const paths = ['/a@b/(c)d/e(f)', '/a', '/b', '/b/c'];
  expect(paths.map((path) => findRoute(path)?.name)).toEqual(['/a@b/(c)d/e(f)', '/a', '/[id]', undefined]);
  expect(() => readRoutes(join(name, 'nothing'))).toThrow('ENOENT');
});

it('follows the routes that the development server has compiled', () => {
  const findRoute = findCompiledRoute(name);
  expect(findRoute('/wallets')).toBeUndefined();
  write('dev');
  expect(findRoute('/wallets')?.actions.has('bb')).toBe(true);
});
