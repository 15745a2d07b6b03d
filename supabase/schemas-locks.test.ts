import { readSchemas } from './testing/read-schemas';

const schemas = readSchemas();
const named = String.raw`(countersign(?:_private)?\.\w+)`;
const bodies = new Map(
  [
    ...schemas.matchAll(new RegExp(String.raw`^create function ${named}\([^$]*\$\$([\s\S]*?)\$\$;`, 'gm')),
  ].map(([, name, body]) => [name ?? '', (body ?? '').replace(/--.*$/gm, '')]),
);
const comments = new Map(
  [
    ...schemas.matchAll(
      new RegExp(String.raw`^comment on function ${named}[^']*?is\s((?:\s*'(?:[^']|'')*')+);`, 'gm'),
    ),
  ].map(([, name, comment]) => [name ?? '', comment ?? '']),
);
const locks = /\b(?:for (?:no key )?update|for (?:key )?share|lock table)\b|pg_advisory/;
const writes = /\b(?:insert into|delete from|update (?:countersign|auth))\b/;

/** Functions that write or lock rows, directly or through a function they call. */
function findLocking(): Set<string> {
  const locking = new Set<string>();
  const calls = (body: string) => [...body.matchAll(new RegExp(String.raw`${named}\(`, 'g'))];
  for (let before = -1; before < locking.size; ) {
    before = locking.size;
    for (const [name, body] of bodies) {
      if (
        writes.test(body) ||
        locks.test(body) ||
        calls(body).some(([, called]) => locking.has(called ?? ''))
      ) {
        locking.add(name);
      }
    }
  }
  return locking;
}

test('the comment of every public function that writes, and of every function that locks rows, names its locks', () => {
  const locking = findLocking();
  expect(bodies.size).toBe(schemas.match(/^create function /gm)?.length);
  expect(locking).toContain('countersign.record_proof');
  expect(locking).not.toContain('countersign.require_live_session');
  const ordered = [...locking].filter(
    (name) => name.startsWith('countersign.') || locks.test(bodies.get(name) ?? ''),
  );
  expect(ordered).toContain('countersign_private.lock_account_row');
  expect(ordered.filter((name) => !/lock/i.test(comments.get(name) ?? ''))).toEqual([]);
});
