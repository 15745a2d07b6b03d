/** A size of the project with a limit. Raising a limit needs a decision: new capabilities should replace old ones. */
export interface Size {
  name: string;
  /** As in docs/architecture.md. */
  contents: string;
  unit: 'lines' | 'kB';
  limit: number;
  counts: (file: string) => boolean;
}

const site = ['app', 'components', 'lib', 'server', ''];
const besideRoot = ['cli', 'packages', 'lab', 'examples', 'recipes', 'e2e', '.github'];
const generated = [
  'docs/configuration.md',
  'docs/metrics-and-log-events.md',
  'lab/deploy/testing/auth-schema.sql',
  'lib/supabase/database.types.ts',
];

export const sizes: Size[] = [
  {
    name: 'Site',
    contents: 'source in `app`, `components`, `lib`, `server` and at the root',
    unit: 'lines',
    limit: 40_500,
    counts: (file) => isSource(file) && site.includes(placeOf(file)),
  },
  {
    name: 'Root',
    contents: 'all source but `cli`, `packages`, `lab`, `examples`, `recipes`, `e2e` and `.github`',
    unit: 'lines',
    limit: 50_550,
    counts: (file) => isSource(file) && !besideRoot.includes(placeOf(file)),
  },
  {
    name: 'Commands',
    contents: 'source in `cli`',
    unit: 'lines',
    limit: 4_385,
    counts: (file) => isSource(file) && placeOf(file) === 'cli',
  },
  {
    name: 'Source',
    contents: 'all that is not a test or generated',
    unit: 'lines',
    limit: 71_530,
    counts: isSource,
  },
  {
    name: 'Tests',
    contents: 'tests, the folders called `testing`, and `e2e`',
    unit: 'lines',
    limit: 71_100,
    counts: isTest,
  },
  {
    name: 'Documents',
    contents: 'Markdown written by hand',
    unit: 'kB',
    limit: 272,
    counts: (file) => file.endsWith('.md') && !generated.includes(file),
  },
];

export function isSource(file: string): boolean {
  return isCode(file) && !isTest(file);
}

export function isTest(file: string): boolean {
  return (
    isCode(file) &&
    (/\.(test|properties|spec)\.[jt]sx?$/.test(file) ||
      /(^|\/)testing\//.test(file) ||
      placeOf(file) === 'e2e')
  );
}

/** Excludes migrations, which are generated from `supabase/schemas`. */
function isCode(file: string): boolean {
  return (
    /\.(ts|tsx|mjs|js|jsx|css|pcss|sql)$/.test(file) &&
    !/\.d\.ts$/.test(file) &&
    !generated.includes(file) &&
    !file.startsWith('supabase/migrations/')
  );
}

function placeOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] ?? '') : '';
}
