import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** The 47 migrations of before 1.0.0, oldest first. Compressed, so that searches find only the schema as it is now. */
export function readOlderMigrations(): { version: string; name: string; sql: string }[] {
  const packed = readFileSync(join(import.meta.dirname, 'migrations-before-1.0.0.json.br'));
  const files = JSON.parse(brotliDecompressSync(packed).toString()) as Record<string, string>;
  return Object.entries(files).map(([file, sql]) => {
    const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    return { version, name, sql };
  });
}
