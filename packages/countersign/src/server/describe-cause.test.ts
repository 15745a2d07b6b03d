import { describeCause } from './describe-cause.ts';

test.each(['Bearer', 'Basic'])(
  'no %s credential is logged if a runtime names a header that it refuses',
  (kind) => {
    const refused = new TypeError(`Headers.set: "${kind} c2VjcmV0\n" is an invalid header value.`);
    for (const cause of [refused, new TypeError('fetch failed', { cause: refused })])
      expect(describeCause(cause)).not.toContain('c2VjcmV0');
  },
);

test("a failure of the network has the system's code", () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(describeCause(new TypeError('fetch failed', { cause }))).toBe('"fetch failed" ECONNREFUSED');
});
