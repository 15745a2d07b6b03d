/** A page's query as Next hands it over. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** One value of a query parameter; none when it is missing or given more than once. */
export async function readParam(searchParams: SearchParams, name: string): Promise<string | undefined> {
  const value = (await searchParams)[name];
  return typeof value === 'string' ? value : undefined;
}
