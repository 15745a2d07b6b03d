import { partUnloadedErrors } from '@/lib/errors/part-unloaded';
import { Problem } from './problem';

/** Replaces a part whose code failed to load: the browser is offline, or a newer version was deployed. */
export function PartUnloaded() {
  const code = 'request.part_unloaded';
  return <Problem problem={{ code, ...partUnloadedErrors[code] }} />;
}
