import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

const startsItsOwn = /\b(startLocalSupabase|startBackend|spawn\w+)\(/;
const shares = /\b(sharedBackend|siteOnBackend|shareBackend|shareLocalSupabase)\(/;
/**
 * Settings that only the local backend can have. Outside projects must have no pause between emails, and may have their GitHub at a
 * port where tests emulate it.
 */
const setting = process.env.TEST_GITHUB_PORT
  ? /\bLOCAL_SUPABASE_(?!(MAIL_FREQUENCY|GITHUB_URL)\b)\w+/g
  : /\bLOCAL_SUPABASE_(?!MAIL_FREQUENCY\b)\w+/g;

/**
 * The test files that can run on any Supabase, since they share a backend and need only their own accounts. Prints why each other
 * file that needs a backend is left out.
 */
export function chooseOutsideTests(): string[] {
  const chosen: string[] = [];
  for (const file of listTests()) {
    const text = readFileSync(join(root, file), 'utf8');
    const settings = [...new Set(text.match(setting))].join(', ');
    const startsOwn = startsItsOwn.test(text);
    if (!startsOwn && !shares.test(text)) continue;
    if (startsOwn || settings) console.log(`left out: ${file}: ${explain(settings)}`);
    else chosen.push(file);
  }
  return chosen;
}

function listTests(): string[] {
  return ['lib', 'packages', 'supabase'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => join(folder, file))
      .sort(),
  );
}

function explain(settings: string): string {
  return settings
    ? `needs a backend of its own, with ${settings}`
    : 'needs a backend of its own, which it ends, alters, or counts on nobody else at';
}
