const asOwner = { role: 'supabase_admin' };
const most = 200;

/** Milliseconds and deleted rows of each call of clean_up, until no old rows are left or after 200 calls. */
export function measureCleanUp({ runPsql }) {
  const { lines } = runPsql(
    `\\timing on\n${Array.from({ length: most }, () => 'select clean_up();').join('\n')}`,
    asOwner,
  );
  const answers = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  const times = lines.flatMap((line) => /^Time: ([\d.]+) ms/.exec(line)?.[1] ?? []).map(Number);
  const ended = answers.findIndex(({ more }) => !more);
  const used = ended < 0 ? most : ended + 1;
  const sum = (values) => values.reduce((all, value) => all + value, 0);
  const rows = answers
    .slice(0, used)
    .map((answer) => sum(Object.values(answer).filter((value) => typeof value === 'number')));
  const sorted = times.slice(0, used).sort((one, other) => one - other);
  return new Map([
    ['calls until nothing is left (at most 200)', used],
    ['rows that went', sum(rows)],
    ['milliseconds a call, median', sorted[Math.floor(used / 2)]],
    ['milliseconds a call, the longest', sorted.at(-1)],
  ]);
}
