import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needPrograms } from '../../programs/need-programs';

const rules = 'deploy/prometheus/alerts.yml';
let promtool: string;
beforeAll(() => {
  ({ promtool } = needPrograms({ promtool: 'prometheus' }));
});

function check(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

test('Prometheus reads the alerts', () => {
  expect(check('check', 'rules', rules)).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
});

test('each alert fires for its cause, and not before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-alerts-'));
  try {
    // promtool compares every annotation. The descriptions aren't under test.
    const withoutAdvice = readFileSync(rules, 'utf8').replaceAll(/^ +description: .*\n/gm, '');
    writeFileSync(join(folder, 'alerts.yml'), withoutAdvice);
    cpSync('lab/deploy/prometheus/alerts.test.yml', join(folder, 'alerts.test.yml'));
    const tested = check('test', 'rules', join(folder, 'alerts.test.yml'));
    expect(tested).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
