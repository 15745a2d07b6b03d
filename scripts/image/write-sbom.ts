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
 * Writes `sbom.cdx.json` (CycloneDX 1.5): packages in the image folder, and packages whose code is in the site's files or
 * `operator.mjs`. It has no date, so that equal sources give an equal list. Code that a package has bundled is listed if its path
 * contains the version.
 * @param build absolute path of the build, whose source maps say where code comes from
 * @param bundled the sources of `operator.mjs`, relative to the project folder
 * @throws Error if the source maps name no package: the list would lack all code that browsers load
 */
export function writeSbom(folder: string, build: string, bundled: string[]): void {
  const installed = globSync('node_modules/**/package.json', { cwd: folder }).map((file) =>
    join(folder, file),
  );
  const mapped = listMapped(build);
  const found = mapped.flatMap((file) => findPackageJson(file) ?? []);
  if (found.length === 0) throw new Error(`The source maps in ${build} name no package that is here.`);
  const files = [
    ...installed,
    ...bundled.flatMap((file) => findPackageJson(inProject(file)) ?? []),
    ...found,
  ];
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

/** Files of packages whose code is in the site's. The server renders pages too, so its maps also name the browser's code. */
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

/** The package.json of the package that a file belongs to; for a file compiled into a package, that package's. */
function findPackageJson(file: string): string | undefined {
  const at = relative(inProject(), file).replaceAll('\\', '/');
  const [, root = ''] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(at) ?? [];
  if (!root) return undefined;
  const found = inProject(root, 'package.json');
  return existsSync(found) ? found : findPackageJson(inProject(dirname(root)));
}

/** A package compiled into another, by the name of its pnpm folder (`name@version_peers`), which contains no license. */
function describeCompiledIn(file: string): Component | null {
  const [, name, version] =
    /\/\.pnpm\/((?:@[^/+]+\+)?[^/@+]+)@(\d[A-Za-z0-9.-]*)[^/]*\/node_modules\//.exec(file) ?? [];
  return name && version ? makeComponent(name.replace('+', '/'), version, []) : null;
}

/** @returns null for a package.json that only sets the module format of a folder, such as `dist/esm/package.json` */
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

/** SPDX license IDs of the packages here. CycloneDX rejects other values as IDs. */
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

/** CycloneDX requires a single expression or a list of IDs and names. Other values, like `SEE LICENSE IN x`, are names. */
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
