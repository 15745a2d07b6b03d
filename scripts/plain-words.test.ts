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

/** Words to avoid on screen, in emails, in terminals and in documents. Code may use them in names. */
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

/** Files whose strings may contain such a word. */
const keptForPeople: Record<string, string> = {
  'lib/rate-limit/read-subject.ts': 'the input of a hash',
  'lib/rate-limit/keyed-hash.ts': 'the input of a hash',
  'lib/mail/request-email.ts': 'the input of a hash',
  'lib/mail/redeem-mail-token.ts': 'the input of a hash',
};

/** "mail server", "mail provider" and "mail program" are allowed. */
const unusual = new RegExp(
  `(?<![\\w./-]|npm run )(${Object.keys(insteadForPeople).join('|')})\\b(?![\\w-]|\\.\\w| (servers?|providers?|programs?)\\b)`,
  'gi',
);

function listProse(text: string): [number, string][] {
  const withoutCode = text
    .replaceAll(/^ *```.*?^ *```/gms, (code) => code.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`|\]\([^)\s]*\)|https?:\S+/g, '');
  return withoutCode.split('\n').map((line, index) => [index + 1, line]);
}

/**
 * Strings of more than one word, and text between the tags of a page. A pattern suffices, because Biome puts a page's
 * text on lines without code.
 */
function listTexts(source: string): [number, string][] {
  const withoutComments = source.replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms, (comment) =>
    comment.replaceAll(/[^\n]/g, ''),
  );
  return withoutComments.split('\n').flatMap((line, index): [number, string][] => {
    if (/^\s*(import|export) .* from '/.test(line)) return [];
    const isProse =
      /^\s*[A-Za-z][^;()=<>]* [^;()=<>]*$/.test(line) &&
      !/^\s*[\w'-]+\??:|[,:{]$|^\s*(case|return|throw|const|let|type|export|import)\b/.test(line);
    const strings = line.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`?|>[^<>{}]*[<{]/g) ?? [];
    const texts = isProse ? [line] : strings.filter((text) => /\w \w|\w \$|\} \w/.test(text));
    return texts.map((text) => [index + 1, text.replaceAll(/\$\{[^}]*\}/g, '…')]);
  });
}

test('people read one word for one thing, on pages, in emails, in the terminal and in documents', () => {
  const read = files.filter((file) => !(file in keptForPeople) && !/\btesting\//.test(file));
  const found = read.flatMap((file) => {
    const text = readFileSync(inProject(file), 'utf8');
    const isDocument = file.endsWith('.md');
    if (!isDocument && !/^(app|components|lib|server|packages|examples)\/.*\.tsx?$/.test(file)) return [];
    return (isDocument ? listProse(text) : listTexts(text)).flatMap(([line, said]) =>
      [...said.matchAll(unusual)].map(
        ([word]) => `${file}:${line}: ${word} -> ${insteadForPeople[word.toLowerCase()]} in ${said.trim()}`,
      ),
    );
  });
  expect(found).toEqual([]);
});
