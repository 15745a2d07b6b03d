import { fc } from '../testing/properties';
import { contentSecurityPolicy } from './security-headers';

test('no source that a page may use adds a directive or loosens another one', () => {
  const source = fc.oneof(
    fc.webUrl().map((url) => new URL(url).origin),
    fc.constantFrom('https://rpc.example', 'wss://rpc.example:8900'),
  );
  const sources = fc.array(source, { maxLength: 3 });
  const nonce = fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .map((bytes) => Buffer.from(bytes).toString('base64'));
  const read = (policy: string) =>
    new Map(policy.split('; ').map((directive) => [directive.split(' ')[0], directive]));
  fc.assert(
    fc.property(nonce, sources, sources, sources, (once, reachable, formTargets, framed) => {
      const [bare, full] = [
        read(contentSecurityPolicy(once)),
        read(contentSecurityPolicy(once, { reachable, formTargets, framed })),
      ];
      const open = new Map([
        ['connect-src', reachable],
        ['form-action', formTargets],
      ]);
      for (const [name = '', directive] of bare)
        expect(full.get(name)).toBe([directive, ...(open.get(name) ?? [])].join(' '));
      expect(full.size).toBe(bare.size + (framed.length > 0 ? 1 : 0));
    }),
  );
});
