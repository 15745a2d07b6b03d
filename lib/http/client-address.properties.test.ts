import '../testing/unreachable-project';
import { isIP } from 'node:net';
import { peerHeader } from '../http/request-headers';
import { anyCharacter, fc } from '../testing/properties';
import { forwardingHeaders, networkOf, pickAddress, readClientAddress } from './client-address';

process.env.TRUSTED_PROXY_HEADER = 'x-forwarded-for';
process.env.TRUSTED_PROXY_HOPS = '2';

const address = fc.oneof(fc.ipV4(), fc.ipV6());
const group = fc.integer({ min: 0, max: 0xffff }).map((bits) => bits.toString(16));
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count });
const headerText = fc.oneof(
  fc.string(),
  fc
    .array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constantFrom('unknown', '_hidden', ' ', '')), {
      maxLength: 5,
    })
    .map((some) => some.join(', ')),
);
/** Text that a Headers object accepts. */
const sendable = headerText.filter((text) => /^[\x20-\x7e]*$/.test(text));

test('the result is one address in canonical form, and no header throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(headerText, fc.string({ unit: anyCharacter })),
      fc.integer({ min: 1, max: 5 }),
      (list, hops) => {
        const picked = pickAddress(list, hops);
        if (picked === null) return;
        expect(isIP(picked)).toBeGreaterThan(0);
        expect(pickAddress(picked, 1)).toBe(picked);
        expect(picked).toBe(picked.toLowerCase());
      },
    ),
  );
});

test('an address counts as one client, however many zeros or capitals it is written with', () => {
  fc.assert(
    fc.property(groups(8), (written) => {
      const long = written.map((bits) => bits.padStart(4, '0').toUpperCase()).join(':');
      const picked = pickAddress(written.join(':'), 1);
      expect(picked).not.toBeNull();
      expect(pickAddress(long, 1)).toBe(picked);
    }),
  );
});

test('an IPv4 address counts as the same client when written as IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), (written) => {
      const picked = pickAddress(written, 1);
      expect(pickAddress(`::ffff:${written}`, 1)).toBe(picked);
      expect(networkOf(picked ?? '')).toBe(picked);
    }),
  );
});

test('two addresses share a network exactly if their first 64 bits are equal', () => {
  fc.assert(
    fc.property(groups(4), groups(4), groups(4), (front, one, other) => {
      fc.pre(front.join() !== one.join());
      const network = (parts: string[]) => networkOf(pickAddress(parts.join(':'), 1) ?? 'none');
      expect(network([...front, ...one])).toBe(network([...front, ...other]));
      expect(network([...front, ...other])).not.toBe(network([...one, ...other]));
      expect(network([...front, ...one])).toMatch(/^([0-9a-f]{1,4}:){4}:\/64$/);
    }),
  );
});

test('entries before those of the trusted proxies change nothing', () => {
  fc.assert(
    fc.property(sendable, address, fc.ipV4(), (forged, person, proxy) => {
      const said = (front: string) =>
        readClientAddress(new Headers({ 'x-forwarded-for': `${front}${person}, ${proxy}` }));
      expect(said(`${forged}, `)).toBe(said(''));
      expect(said('')).not.toBeNull();
    }),
  );
});

test('no other header counts, and an uncertain address is null', () => {
  const name = fc.constantFrom(
    'x-real-ip',
    'forwarded',
    'cf-connecting-ip',
    'x-client-ip',
    'none',
    peerHeader,
  );
  fc.assert(
    fc.property(name, sendable, address, (header, value, person) => {
      expect(readClientAddress(new Headers({ [header]: value }))).toBeNull();
      expect(forwardingHeaders(new Headers({ [header]: person }))).toEqual({});
      // Shorter than the chain of trusted proxies: the request bypassed them.
      expect(readClientAddress(new Headers({ 'x-forwarded-for': person }))).toBeNull();
    }),
  );
});
