const mostSlips = 2;

export function findNearest(typed: string, names: readonly string[]): string | null {
  const near = names
    .map((name) => ({ name, slips: countSlips(typed, name) }))
    .filter(({ name, slips }) => slips <= mostSlips && slips < Math.max(typed.length, name.length) - 1);
  return near.sort((one, other) => one.slips - other.slips)[0]?.name ?? null;
}

/** The Damerau-Levenshtein distance: swapped neighbors count once. */
function countSlips(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped && row > 1 && column > 1 ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
