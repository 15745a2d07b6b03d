import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { inProject } from '../project-folder.ts';

type PackageJson = {
  name?: string;
  version?: string;
  license?: string | { type?: string };
  licenses?: { type?: string }[];
};
type SourceMap = { sources?: string[]; sections?: { map?: SourceMap }[] };

type Licence = { expression: string } | { license: { id: string } | { name: string } };

type Component = { name: string; version: string; licenses: Licence[]; purl: string; type: 'library' };

/**
 * Writes what the folder is made of as `sbom.cdx.json` (CycloneDX 1.5): the packages that lie in it, and those whose code the build has
 * put into the site's own files and into `operator.mjs`. Without a date, so that the same sources make the same list.
 * @param folder absolute, the finished folder of the image
 * @param build absolute, the folder of the build: its source maps say where code comes from
 * @param bundled files that `operator.mjs` was made of, from the project's folder
 */
export function writeSbom(folder: string, build: string, bundled: string[]): void {
  const lying = globSync('node_modules/**/package.json', { cwd: folder }).map((file) => join(folder, file));
  const used = [...bundled.map((file) => inProject(file)), ...listMapped(build)];
  const files = [...lying, ...used.flatMap((file) => findPackageJson(file) ?? [])];
  const components = new Map<string, Component>();
  for (const file of new Set(files)) {
    const component = describePackage(file);
    if (component) components.set(component.purl, component);
  }
  const { name, version, license } = readJson(inProject('package.json')) as PackageJson;
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version, licenses: listLicenses({ license }) } },
    components: [...components.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1)),
  };
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`);
}

/** Every file of a package whose code is in the site's own: pages are drawn on the server too, so its maps name what browsers get. */
function listMapped(build: string): string[] {
  return globSync('{server,static}/**/*.map', { cwd: build }).flatMap((file) =>
    listSources(readJson(join(build, file)) as SourceMap)
      .filter((source) => source.includes('node_modules/'))
      .map((source) => resolve(build, dirname(file), decodeURIComponent(source))),
  );
}

function listSources({ sources = [], sections = [] }: SourceMap): string[] {
  return [...sources, ...sections.flatMap(({ map }) => (map ? listSources(map) : []))];
}

/** The one of the package that a file belongs to. */
function findPackageJson(file: string): string | undefined {
  const at = relative(inProject(), file).replaceAll('\\', '/');
  const [, root] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(at) ?? [];
  const found = root && inProject(root, 'package.json');
  return found && existsSync(found) ? found : undefined;
}

/** @returns null for a file that only says how the ones beside it are read, as `dist/esm/package.json` does. */
function describePackage(file: string): Component | null {
  const described = readJson(file) as PackageJson;
  const { name, version } = described;
  if (
    !name ||
    !version ||
    !/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file.replaceAll('\\', '/'))
  )
    return null;
  return {
    ...{ type: 'library', name, version, licenses: listLicenses(described) },
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  };
}

function listLicenses({ license, licenses = [] }: PackageJson): Licence[] {
  const named = (typeof license === 'string' ? [license] : [license?.type]).concat(
    licenses.map(({ type }) => type),
  );
  return named.flatMap((one): Licence[] => {
    if (!one) return [];
    if (/ (OR|AND|WITH) /.test(one)) return [{ expression: one }];
    return [{ license: /^[A-Za-z0-9.+-]+$/.test(one) ? { id: one } : { name: one } }];
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
