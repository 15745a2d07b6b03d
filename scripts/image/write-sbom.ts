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
 * Writes the folder's list of packages as `sbom.cdx.json` (CycloneDX 1.5): those in it, and those whose code the build
 * has put into the site's files and `operator.mjs`. Without a date, so that the same sources make the same list. Code
 * that a package has bundled is listed if its path names its version.
 * @param folder absolute, the finished folder of the image
 * @param build absolute, the folder of the build: its source maps say where code comes from
 * @param bundled the sources of `operator.mjs`, from the project's folder
 * @throws Error where the maps name no package: the list would lack everything that browsers get
 */
export function writeSbom(folder: string, build: string, bundled: string[]): void {
  const lying = globSync('node_modules/**/package.json', { cwd: folder }).map((file) => join(folder, file));
  const mapped = listMapped(build);
  const found = mapped.flatMap((file) => findPackageJson(file) ?? []);
  if (found.length === 0) throw new Error(`The source maps in ${build} name no package that is here.`);
  const files = [...lying, ...bundled.flatMap((file) => findPackageJson(inProject(file)) ?? []), ...found];
  const components = new Map<string, Component>();
  for (const component of mapped.flatMap((file) => describeCompiledIn(file) ?? []))
    components.set(component.purl, component);
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

/** The one of the package that a file belongs to, or that has compiled it into itself: that package's own folders are not here. */
function findPackageJson(file: string): string | undefined {
  const at = relative(inProject(), file).replaceAll('\\', '/');
  const [, root = ''] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(at) ?? [];
  if (!root) return undefined;
  const found = inProject(root, 'package.json');
  return existsSync(found) ? found : findPackageJson(inProject(dirname(root)));
}

/**
 * A package that another was built with and has compiled in, by pnpm's name for its folder: after an underscore follow the
 * packages that it was installed beside. Its licence is not said there.
 */
function describeCompiledIn(file: string): Component | null {
  const [, name, version] =
    /\/\.pnpm\/((?:@[^/+]+\+)?[^/@+]+)@(\d[A-Za-z0-9.-]*)[^/]*\/node_modules\//.exec(file) ?? [];
  return name && version ? makeComponent(name.replace('+', '/'), version, []) : null;
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
  return makeComponent(name, version, listLicenses(described));
}

function makeComponent(name: string, version: string, licenses: Licence[]): Component {
  return { type: 'library', name, version, licenses, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` };
}

/** The ids of SPDX's list that packages here have. CycloneDX takes no other text for an id. */
const ids = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC-BY-4.0', 'CC0-1.0', 'ISC'],
  ...[
    'LGPL-3.0-only',
    'LGPL-3.0-or-later',
    'MIT',
    'MIT-0',
    'MPL-2.0',
    'OFL-1.1',
    'Python-2.0',
    'Unlicense',
    'WTFPL',
    'Zlib',
  ],
];

/** As CycloneDX requires: one expression alone, or ids and names. Anything else, like `SEE LICENSE IN x`, is a name. */
export function listLicenses({ license, licenses = [] }: PackageJson): Licence[] {
  const given = [typeof license === 'string' ? license : license?.type, ...licenses.map(({ type }) => type)];
  const named = given.flatMap((one) => one || []);
  const [first] = named;
  if (first && named.length === 1 && isExpression(first)) return [{ expression: first }];
  return named.map((one) => ({ license: ids.includes(one) ? { id: one } : { name: one } }));
}

function isExpression(text: string): boolean {
  const words = text
    .replace(/[()]/g, ' ')
    .trim()
    .split(/ +(?:OR|AND|WITH) +/);
  return words.length > 1 && words.every((word) => ids.includes(word));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
