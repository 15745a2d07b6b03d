export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** One query parameter; undefined when it is missing or repeated. */
export async function readParam(searchParams: SearchParams, name: string): Promise<string | undefined> {
  const value = (await searchParams)[name];
  return typeof value === 'string' ? value : undefined;
}

/** The parameter `page`, from 1; 1 when it is missing or malformed. */
export async function readPage(searchParams: SearchParams): Promise<number> {
  const typed = await readParam(searchParams, 'page');
  return typed && /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 1;
}
