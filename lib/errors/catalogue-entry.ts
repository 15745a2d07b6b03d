/** `title` is the error, `hint` the next step, with `{wait}` for a duration and `{address}` for a typed address; `status` is HTTP's. */
export type CatalogueEntry = { status: number; title: string; hint: string };

export function withStatus<Code extends string>(
  status: number,
  rows: Record<Code, readonly [title: string, hint: string]>,
): Record<Code, CatalogueEntry> {
  const entries = Object.entries<readonly [string, string]>(rows);
  const read = entries.map(([code, [title, hint]]) => [code, { status, title, hint }]);
  return Object.fromEntries(read) as Record<Code, CatalogueEntry>;
}
