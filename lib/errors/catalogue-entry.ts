/**
 * One expected failure. `title` is the error, `hint` the next step; `{wait}` stands for a duration such as "12 seconds", `{address}` for
 * a typed address. `status` is the HTTP status of a response with the code.
 */
export type CatalogueEntry = { status: number; title: string; hint: string };

/** Entries of one status: each code with its title and hint. */
export function withStatus<Code extends string>(
  status: number,
  rows: Record<Code, readonly [title: string, hint: string]>,
): Record<Code, CatalogueEntry> {
  const entries = Object.entries<readonly [string, string]>(rows);
  const read = entries.map(([code, [title, hint]]) => [code, { status, title, hint }]);
  return Object.fromEntries(read) as Record<Code, CatalogueEntry>;
}
