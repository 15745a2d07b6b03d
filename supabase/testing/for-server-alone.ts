/** The functions that a script for tests makes. No two have one name. */
export function listFunctions(sql: string): string[] {
  return [...sql.matchAll(/^create function (countersign\.\w+)/gm)].map(([, name]) => String(name));
}

/** The script, and then that only the secret key can call what it makes: Postgres lets everyone call a new function. */
export function forServerAlone(sql: string): string {
  const names = listFunctions(sql).join(', ');
  return `${sql}
revoke execute on function ${names} from public, anon, authenticated;
grant execute on function ${names} to service_role;`;
}
