import { globSync, readFileSync } from 'node:fs';
import { inProject } from './project-folder.ts';

/** Words that we write in another way, so that pages, mails, comments and documents read as plain English. */
const instead: Record<string, string> = {
  whoever: 'anyone who, the person who',
  somebody: 'someone',
  anybody: 'anyone',
  everybody: 'everyone',
  anew: 'again',
  'once more': 'again',
  'half-way': 'halfway',
  misfit: 'misconfigured',
  mends: 'fixes',
  furnish: 'parse, fill',
};

/** Where such a word stays, with the reason. */
const kept: Record<string, string> = {
  'scripts/plain-words.test.ts': 'lists the words',
  'packages/local-supabase/src/testing/recorded-passkey-answers.json': 'recorded under the titles of tests',
  'deploy/testing/promises-of-proxies.ts': 'titles of tests',
  'e2e/fixtures/caching.ts': 'compared in tests',
  'tools/recipes/better-auth.mjs': 'the name that a sample app shows for a person without one',
  'docs/apps.md': 'quotes that sample app',
};

const stiff = new RegExp(`\\b(${Object.keys(instead).join('|')})\\b`, 'gi');
const files = globSync('**/*.{ts,tsx,mjs,sql,sh,md,toml,yaml,yml,html,css}', {
  cwd: inProject(),
  exclude: (path) =>
    /(^|\/)(node_modules|dist|tour|test-results|migrations|\.git|\.local|\.next[^/]*)$/.test(path),
}).filter((file) => !/\.(test|spec)\.tsx?$/.test(file) && !(file in kept));

test('no stiff word is on a page, in a mail, a comment or a document', () => {
  const found = files.flatMap((file) =>
    readFileSync(inProject(file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(stiff)].map(
          ([word = '']) => `${file}:${index + 1}: ${word} -> ${instead[word.toLowerCase()]}`,
        ),
      ),
  );
  expect(found).toEqual([]);
});

test('each exception still has such a word', () => {
  const free = Object.keys(kept).filter((file) => readFileSync(inProject(file), 'utf8').search(stiff) < 0);
  expect(free).toEqual([]);
});
