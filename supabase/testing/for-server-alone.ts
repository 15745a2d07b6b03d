/** Names of the functions that a script for tests creates. They are unique. */
export function listFunctions(sql: string): string[] {
  return [...sql.matchAll(/^create function (countersign\.\w+)/gm)].map(([, name]) => String(name));
}

/** Appends to a script that only the secret key may call its functions: by default, Postgres lets every role call a new function. */
export function forServerAlone(sql: string): string {
  const names = listFunctions(sql).join(', ');
  return `${sql}
revoke execute on function ${names} from public, anon, authenticated;
grant execute on function ${names} to service_role;`;
}
