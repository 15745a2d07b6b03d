import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSchemas } from '../supabase/testing/read-schemas';
import { errors } from './errors';

const root = join(__dirname, '..');

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file));
}

describe('the catalogue', () => {
  it.each(Object.entries(errors))(
    '%s has a status, a sentence and a next step',
    (code, { status, title, hint }) => {
      expect(code).toMatch(/^[a-z_]+\.[a-z_]+$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      for (const sentence of [title, hint]) expect(sentence).toMatch(/^[A-Z].*[.!?]$/);
    },
  );

  it('has no unused entry', () => {
    const code = ['app', 'components', 'lib', 'server']
      .flatMap(sourceFiles)
      .filter((file) => !file.startsWith(join('lib', 'errors')));
    const text = [...code, 'middleware.ts', 'instrumentation.ts']
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .concat(readSchemas())
      .join('\n');
    const unused = Object.keys(errors).filter((code) => !text.includes(`'${code}'`));
    expect(unused).toEqual([]);
  });

  it('is the only source of errors on a page: one component shows them, from an entry', () => {
    const alerts = ['app', 'components']
      .flatMap(sourceFiles)
      .filter((file) =>
        /role=["']alert|aria-live=["']assertive/.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(alerts).toEqual([join('components', 'ui', 'problem.tsx')]);
  });

  it('lets no raw message of a backend or wallet reach a page', () => {
    const leaks = ['app', 'components']
      .flatMap(sourceFiles)
      .filter((file) => /\{\s*(\w+\.)?error\.message\s*\}/.test(readFileSync(join(root, file), 'utf8')));
    expect(leaks).toEqual([]);
  });
});
