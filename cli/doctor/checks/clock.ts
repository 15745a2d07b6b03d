import type { Answer } from '../ask.ts';
import type { Check } from '../context.ts';
import { type Finding, ok, problem, unknown, warning } from '../finding.ts';

/** Seconds. `Date` is rounded, and a response takes time. */
const noticeable = 5;
const harmful = 30;

export const clock: Check = {
  name: 'Clock',
  async run(_project, context) {
    return [compareClocks(await context.once('health', () => context.askAuth('/health')))];
  },
};

export function compareClocks({ headers, at }: Pick<Answer, 'headers' | 'at'>): Finding {
  const told = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(told))
    return unknown('clock', "The project's time is not in its response.", {
      fix: 'Check that both machines use NTP: timedatectl.',
    });
  // `Date` is rounded down: half a second on average.
  const seconds = Math.round((at - told - 500) / 1000);
  if (Math.abs(seconds) < noticeable) return ok('clock', 'This machine and the project agree on the time.');
  const what = `This machine's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the project's.`;
  const fix =
    'Use NTP on both machines (timedatectl set-ntp true), and run the doctor on the one that serves the site.';
  if (Math.abs(seconds) < harmful) return warning('clock', what, { fix });
  return problem('clock', what, {
    why: 'Tokens expire too early or too late, and signed statements have the wrong time.',
    fix,
  });
}
