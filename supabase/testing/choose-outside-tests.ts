import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** What only the local backend can be told: to start anew, or with a setting of its own. */
const needsItsOwn = /\b(startLocalSupabase|startBackend|spawn\w+)\(|\bLOCAL_SUPABASE_\w+/;
const shares = /\b(shareBackend|shareLocalSupabase)\(/;

/**
 * The test files that can run on any Supabase: those that share a backend, where they need only accounts of their own.
 * Says of every other one that needs a backend why it is left out.
 * @returns paths below the project's folder
 */
export function chooseOutsideTests(): string[] {
  const chosen: string[] = [];
  for (const file of listTests()) {
    const text = readFileSync(join(root, file), 'utf8');
    if (needsItsOwn.test(text)) console.log(`left out: ${file}: ${explain(text)}`);
    else if (shares.test(text)) chosen.push(file);
  }
  return chosen;
}

function listTests(): string[] {
  return ['lib', 'supabase'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => join(folder, file))
      .sort(),
  );
}

function explain(text: string): string {
  const settings = [...new Set(text.match(/\bLOCAL_SUPABASE_\w+/g))];
  return settings.length > 0
    ? `sets ${settings.join(', ')} for a backend of its own`
    : 'starts, ends or alters a backend of its own';
}
