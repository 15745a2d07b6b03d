import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Route = z.object({ page: z.string(), regex: z.string().transform((regex) => new RegExp(regex)) });
const Manifest = z.object({ staticRoutes: z.array(Route), dynamicRoutes: z.array(Route) });

export type DescribeRoute = (pathname: string) => string;

/**
 * Reads the routes of the build that this process serves.
 * @returns what makes `/proofs/[proofId]` of the path of a proof, and `unknown` of a path that is no route, so that
 * nothing a visitor put into an address is ever written down. Throws when there is no build.
 */
export function readRoutes(buildFolder = process.env.NEXT_DIST_DIR ?? '.next'): DescribeRoute {
  const file = join(/* turbopackIgnore: true */ process.cwd(), buildFolder, 'routes-manifest.json');
  const { staticRoutes, dynamicRoutes } = Manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  const routes = [...staticRoutes, ...dynamicRoutes];
  return (pathname) => routes.find(({ regex }) => regex.test(pathname))?.page ?? 'unknown';
}
