import { partUnloadedErrors } from '@/lib/errors/part-unloaded';
import { Problem } from './problem';

/** Shown in place of a part whose code didn't arrive: the browser is offline, or a newer version was deployed. */
export function PartUnloaded() {
  const code = 'request.part_unloaded';
  return <Problem problem={{ code, ...partUnloadedErrors[code] }} />;
}
