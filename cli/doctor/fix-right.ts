import { hash } from 'node:crypto';

const privileges = ['DELETE', 'INSERT', 'MAINTAIN', 'REFERENCES', 'SELECT', 'TRIGGER', 'TRUNCATE', 'UPDATE'];
const ofKind: Record<string, string[]> = {
  function: ['EXECUTE'],
  schema: ['CREATE', 'USAGE'],
  table: privileges,
  column: ['INSERT', 'REFERENCES', 'SELECT', 'UPDATE'],
};

/**
 * The statements that restore exactly this version's grants.
 * @param object a grant, as the database describes it: `grant on function countersign.x(uuid) to service_role`
 * @param expected hash of the privileges, null for none. Found by trying all sets, of which there are few.
 */
export function fixRight(object: string, expected: string | null): string {
  const [, kind = '', target = '', name = ''] = /^grant on (\w+) (.+) to (.+)$/s.exec(object) ?? [];
  const role = quoteRole(name);
  const available = ofKind[kind];
  if (!available) return `-- By hand: ${object}.`;
  const column = kind === 'column' ? target.slice(target.lastIndexOf('.') + 1) : null;
  const of = kind === 'column' ? `table ${target.slice(0, target.lastIndexOf('.'))}` : `${kind} ${target}`;
  const revoke = `revoke all${column ? ` (${column})` : ''} on ${of} from ${role};`;
  if (expected === null) return revoke;
  const given = findSet(available, expected);
  if (!given) return `-- By hand: ${object} differs from this version.`;
  const list = given.map((one) => one.toLowerCase() + (column ? ` (${column})` : '')).join(', ');
  return `${revoke}\ngrant ${list} on ${of} to ${role};`;
}

/** Role names need quotes, such as `user`. The keyword `public` takes none. */
function quoteRole(name: string): string {
  return name === 'public' ? name : `"${name.replaceAll('"', '""')}"`;
}

function findSet(available: string[], expected: string): string[] | null {
  for (let bits = 1; bits < 1 << available.length; bits++) {
    const set = available.filter((_, place) => bits & (1 << place));
    if (hash('md5', set.join(', '), 'hex') === expected) return set;
  }
  return null;
}
