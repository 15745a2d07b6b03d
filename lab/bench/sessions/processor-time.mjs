import { readFileSync } from 'node:fs';

/** Linux counts it in hundredths of a second. */
const ticksPerSecond = 100;

/** Seconds that a process has kept a processor busy, by itself and for the kernel; NaN on anything but Linux. */
export function readProcessorTime(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
