export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** One query parameter; undefined when it is missing or repeated. */
export async function readParam(searchParams: SearchParams, name: string): Promise<string | undefined> {
  const value = (await searchParams)[name];
  return typeof value === 'string' ? value : undefined;
}
