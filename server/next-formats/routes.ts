import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { isReadablePath } from '../../lib/http/refuse-request.ts';

export type Route = {
  /** The folders of `app`, such as `/proofs/[proofId]`. */
  name: string;
  /** Pages render and may have actions. Other routes return data or redirect. */
  isPage: boolean;
  actions: ReadonlySet<string>;
};

export type FindRoute = (pathname: string) => Route | undefined;

const files = { routes: 'app-paths-manifest.json', actions: 'server-reference-manifest.json' };
/** Such as `/(signed-in)/wallets/page`. */
const Files = z.record(z.string(), z.string());
/** By ID, without the leading slash of the files above. */
const Actions = z.object({
  node: z.record(z.string(), z.object({ workers: z.record(z.string(), z.unknown()) })),
});

/** Reads a build's routes, below the working directory, as Next.js does. Throws when there is no build. */
export function readRoutes(buildFolder: string): FindRoute {
  const folder = join(/* turbopackIgnore: true */ process.cwd(), buildFolder, 'server');
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const actions = Object.entries(Actions.parse(read(files.actions)).node);
  const routes = Object.keys(Files.parse(read(files.routes))).map((file) => {
    const folders = file.split('/').slice(1, -1);
    const unsupported = folders.find((folder) => /^(?:@|\[\[|\(\.)/.test(folder));
    if (unsupported) throw new Error(`readRoutes knows no folder like ${unsupported}, in app${file}`);
    // Route groups aren't part of the path.
    const segments = folders.filter((folder) => !/^\(.*\)$/.test(folder));
    const has = actions.filter(([, { workers }]) => Object.hasOwn(workers, `app${file}`));
    return {
      pattern: describePaths(segments),
      order: segments.map(generality).join(''),
      route: {
        name: `/${segments.join('/')}`,
        isPage: file.endsWith('/page'),
        actions: new Set(has.map(([id]) => id)),
      },
    };
  });
  // The first match wins, so literal segments come before placeholders.
  routes.sort((one, other) => (one.order < other.order ? -1 : 1));
  return (pathname) => routes.find(({ pattern }) => pattern.test(pathname))?.route;
}

/** Whether a path below `/_next/static/` or `/fonts/` has no file; Next.js would answer it with a page. */
export function readBuildFiles(buildFolder: string): (pathname: string) => boolean {
  const paths = new Set(
    Object.entries(fileFolders(buildFolder)).flatMap(([path, folder]) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path + relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')),
    ),
  );
  return (pathname) =>
    /^\/(_next\/static|fonts)\//.test(pathname) &&
    !(isReadablePath(pathname) && paths.has(decodeURIComponent(pathname)));
}

function fileFolders(buildFolder: string): Record<string, string> {
  const at = (...path: string[]) => join(/* turbopackIgnore: true */ process.cwd(), ...path);
  return { '/_next/static/': at(buildFolder, 'static'), '/fonts/': at('public', 'fonts') };
}

/** The routes that the development server has compiled so far. An open page's own route is among them. */
export function findCompiledRoute(buildFolder: string): FindRoute {
  const folder = join(buildFolder, 'dev');
  const isThere = () =>
    existsSync(join(/* turbopackIgnore: true */ process.cwd(), folder, 'server', files.routes));
  return (pathname) => (isThere() ? readRoutes(folder)(pathname) : undefined);
}

function describePaths(segments: string[]): RegExp {
  const patterns = segments.map(
    (segment) => [escapePattern(segment), '[^/]+', '.+'][Number(generality(segment))],
  );
  return new RegExp(`^/${patterns.join('/')}/?$`);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** 0 for a literal segment, 1 for a placeholder, 2 for a catch-all. */
function generality(segment: string): string {
  if (!segment.startsWith('[')) return '0';
  return segment.startsWith('[...') ? '2' : '1';
}
