import { readFileSync } from 'node:fs';
import { listFiles } from './list-files.ts';
import { inProject } from './project-folder.ts';

/** Words to avoid in pages, emails, comments and documents, with their replacements. */
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

/** Files that may contain such a word, with the reason. */
const kept: Record<string, string> = {
  'scripts/plain-words.test.ts': 'lists the words',
  'e2e/fixtures/caching.ts': 'compared in tests',
  'recipes/better-auth.mjs': 'the name that a sample app shows for a person without one',
};

const stiff = new RegExp(`\\b(${Object.keys(instead).join('|')})\\b`, 'gi');
const files = listFiles().filter(
  (file) =>
    /\.(ts|tsx|mjs|sql|sh|md|toml|yaml|yml|html|p?css)$/.test(file) &&
    !/\.(test|spec)\.tsx?$|\/migrations\//.test(file) &&
    !(file in kept),
);

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

/** Words to avoid in documents. Code may use them in names. */
const insteadForPeople: Record<string, string> = {
  told: 'notified, shown',
  stands: 'is',
  onward: 'to',
  ways: 'methods',
  glance: 'summary',
  foreign: 'external, other',
  mail: 'email',
  'e-mail': 'email',
  mails: 'emails',
};

/** "mail server", "mail provider" and "mail program" are allowed. */
const unusual = new RegExp(
  `(?<![\\w./-]|npm run )(${Object.keys(insteadForPeople).join('|')})\\b(?![\\w-]|\\.\\w| (servers?|providers?|programs?)\\b)`,
  'gi',
);

test('people read one word for one thing in documents', () => {
  const found = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const prose = readFileSync(inProject(file), 'utf8')
        .replaceAll(/^ *```.*?^ *```/gms, '')
        .replaceAll(/`[^`\n]*`|\]\([^)\s]*\)|https?:\S+/g, '');
      return [...prose.matchAll(unusual)].map(
        ([word]) => `${file}: ${word} -> ${insteadForPeople[word.toLowerCase()]}`,
      );
    });
  expect(found).toEqual([]);
});
