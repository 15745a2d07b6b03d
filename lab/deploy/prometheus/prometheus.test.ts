import { spawnSync } from 'node:child_process';
import { needPrograms } from '../../programs/need-programs';

let promtool: string;
beforeAll(() => {
  ({ promtool } = needPrograms({ promtool: 'prometheus' }));
});

function check(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

test('Prometheus reads the alerts', () => {
  expect(check('check', 'rules', 'deploy/prometheus/alerts.yml')).toEqual({
    status: 0,
    said: expect.stringContaining('SUCCESS'),
  });
});

test('each alert is raised by what it is for, and not before', () => {
  const tested = check('test', 'rules', 'lab/deploy/prometheus/alerts.test.yml');
  expect(tested).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
});
