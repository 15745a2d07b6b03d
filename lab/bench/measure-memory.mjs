import { execFileSync } from 'node:child_process';

/** Resident memory in MB of each descendant of a process, by a part of its command line. */
export function measureMemory(rootPid) {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().match(/^(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/))
    .map(([, pid, parent, kilobytes, command]) => ({
      pid: Number(pid),
      parent: Number(parent),
      megabytes: Number(kilobytes) / 1024,
      command,
    }));
  const family = new Set([rootPid]);
  // In the list, parents don't always precede their children.
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const row of rows) if (family.has(row.parent)) family.add(row.pid);
  }
  const sumOf = (part) =>
    rows
      .filter((row) => family.has(row.pid) && row.command.includes(part))
      .reduce((sum, row) => sum + row.megabytes, 0);
  return { app: sumOf('server/main.ts'), backend: sumOf('supabase/start-local.ts') };
}
