/**
 * One expected failure. `title` says what happened and `hint` what to do; `{wait}` stands for a time like "12 seconds",
 * `{address}` for a typed one. `status` is the HTTP status of an answer with the code.
 */
export type CatalogueEntry = { status: number; title: string; hint: string };

/** Rows of one status: each code with its title and its hint. */
export function withStatus<Code extends string>(
  status: number,
  rows: Record<Code, readonly [title: string, hint: string]>,
): Record<Code, CatalogueEntry> {
  const entries = Object.entries<readonly [string, string]>(rows);
  const read = entries.map(([code, [title, hint]]) => [code, { status, title, hint }]);
  return Object.fromEntries(read) as Record<Code, CatalogueEntry>;
}
