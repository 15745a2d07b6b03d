import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { readKnownActions } from './known-actions';

const project = mkdtempSync(join(tmpdir(), 'known-actions-'));
const build = join(project, '.next');
const name = relative(process.cwd(), build);
afterAll(() => rmSync(project, { recursive: true }));

test('the actions are those of the build that is served, and without a build there are none to know', () => {
  expect(() => readKnownActions(name)).toThrow('ENOENT');
  mkdirSync(join(build, 'server'), { recursive: true });
  const manifest = join(build, 'server', 'server-reference-manifest.json');
  writeFileSync(
    manifest,
    JSON.stringify({ node: { '60aa': { workers: {} }, '40bb': {} }, edge: { '20cc': {} } }),
  );
  expect([...readKnownActions(name)]).toEqual(['60aa', '40bb']);
  process.env.NEXT_DIST_DIR = name;
  expect(readKnownActions().size).toBe(2);
  delete process.env.NEXT_DIST_DIR;
  const cwd = jest.spyOn(process, 'cwd').mockReturnValue(project);
  expect(readKnownActions().size).toBe(2);
  cwd.mockRestore();
  writeFileSync(manifest, '{"edge":{}}');
  expect(() => readKnownActions(name)).toThrow();
});
