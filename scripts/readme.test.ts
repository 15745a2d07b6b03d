import { readFileSync, statSync } from 'node:fs';
import { settings } from '../lib/settings.ts';
import { inProject } from './project-folder.ts';

const readme = readFileSync(inProject('README.md'), 'utf8');

test.each(['README.md', 'docs/apps.md', 'packages/countersign/README.md'])(
  '%s signs people in as the example does, which is run',
  (page) => {
    const shown = readFileSync(inProject(page), 'utf8');
    for (const file of ['app/auth/[action]/route.ts', 'app/members/page.tsx']) {
      const code = readFileSync(inProject('examples/wallet-gate', file), 'utf8');
      const ofPackage = code.match(/.*'countersign\/.*|await requireWallet\(.*/g) ?? [];
      expect(ofPackage.length).toBeGreaterThan(0);
      for (const line of ofPackage) expect(shown).toContain(line);
    }
  },
);

test('the README names the required settings, and no other as one', () => {
  const [, table = ''] = readme.split('| Setting | Value |');
  const named = [...(table.split('\n\n')[0] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name);
  const required = Object.entries(settings).filter(([, { group }]) => group === 'required');
  expect(named).toEqual(required.map(([name]) => name));
});

test.each(['README.md', 'CONTRIBUTING.md'])('%s names the Node that the commands need', (page) => {
  const { engines } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const named = [...readFileSync(inProject(page), 'utf8').matchAll(/Node \D*older than ([\d.]+\d)/g)];
  expect(named.map(([, version]) => `>=${version}`)).toEqual([engines.node]);
});

/** Newcomers read these pages before they try or change something, so they stay short. */
test.each([
  ['README.md', 8_000],
  ['CONTRIBUTING.md', 9_000],
])('%s has at most %i bytes', (page, most) => {
  expect(statSync(inProject(page)).size).toBeLessThanOrEqual(most);
});
