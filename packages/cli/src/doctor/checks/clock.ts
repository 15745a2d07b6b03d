import type { Answer } from '../ask.ts';
import type { Check } from '../context.ts';
import { type Finding, ok, problem, unknown, warning } from '../finding.ts';

/** Seconds. `Date` has whole ones, and an answer takes its time. */
const noticeable = 5;
const harmful = 30;

/** Whether the clocks agree that tokens, codes and statements are dated by. */
export const clock: Check = {
  name: 'Clock',
  async run(_project, context) {
    return [compareClocks(await context.once('health', () => context.askAuth('/health')))];
  },
};

export function compareClocks({ headers, at }: Pick<Answer, 'headers' | 'at'>): Finding {
  const told = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(told))
    return unknown('clock', 'The project does not say what time it has.', {
      fix: 'Look whether both machines keep their time by NTP: timedatectl.',
    });
  // Half a second, since the rest was cut off.
  const seconds = Math.round((at - told - 500) / 1000);
  if (Math.abs(seconds) < noticeable) return ok('clock', 'This machine and the project have the same time.');
  const what = `This machine's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the project's.`;
  const fix =
    'Have both keep their time by NTP: timedatectl set-ntp true. Run the doctor on the machine that serves the site.';
  if (Math.abs(seconds) < harmful) return warning('clock', what, { fix });
  return problem('clock', what, {
    why: 'Tokens run out too early or too late here, and what wallets sign is dated wrong.',
    fix,
  });
}
